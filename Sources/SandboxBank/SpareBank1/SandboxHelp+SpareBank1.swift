import Finance

extension SandboxHelp {
    /// The settings of a bank that is reached as SpareBank 1 is.
    static func spareBank1(_ origin: String, _ scenario: SandboxScenario) -> [String] {
        let credentials = scenario.credentials
        return [
            "Sandbox bank '\(scenario.name)' as SpareBank 1",
            #"  { "id": "sandbox", "type": "sparebank1","#,
            #"    "clientId": {"env": "CLIENT_ID"}, "clientSecret": {"env": "CLIENT_SECRET"},"#,
            #"    "apiURL": "\#(origin)/personal/banking", "authURL": "\#(origin)/oauth" }"#,
            "  client id      \(credentials.clientId)",
            "  client secret  \(credentials.clientSecret.reveal())   (invented)",
        ]
    }
}
