import Banks
import Console
import Finance
import Foundation
import Programs
import Service

/// A person's visit to a bank's sign-in page: shows its address and returns the bank's code.
struct BrowserVisit: Sendable {
    let bank: String
    let signIn: any BrowserSignIn
    /// Whether the person copies the address at which the browser ends.
    ///
    /// That is needed if the browser runs on another machine, or the bank does not redirect to this
    /// one.
    let isPasted: Bool
    /// The institution that the settings name, if it selects the page.
    var institution: String?

    /// How long the bank's answer is waited for: a person may have to find a device first.
    private static let longestWait = Duration.seconds(600)

    func code() async throws -> Secret {
        let state = Self.newState()
        let receiver = isPasted ? nil : try await listening(for: state)
        let address = try await signIn.address(state: state)
        await show(address)
        let target: String
        if let receiver {
            Terminal.write("waiting for the bank's answer …")
            guard let answer = await receiver.answer(within: Self.longestWait) else {
                throw RedirectAnswer.none(from: bank, after: Self.longestWait)
            }
            target = answer
        } else {
            let question = "the address that the browser shows at the end (nothing is shown here)"
            target = try await Prompt().answers(to: [question])[0]?.reveal() ?? ""
        }
        return try answer(target).code(for: state)
    }

    private func answer(_ address: String) -> RedirectAnswer {
        RedirectAnswer(address, bank: bank, isPasted: isPasted, institution: institution)
    }

    /// Starts a receiver at the registered address; `nil` if the bank redirects the browser
    /// elsewhere.
    private func listening(for state: String) async throws -> RedirectReceiver? {
        guard let address = URLComponents(string: signIn.redirectURI), address.scheme == "http",
            ["localhost", "127.0.0.1"].contains(address.host), let port = address.port
        else { return nil }
        let receiver = RedirectReceiver(path: address.path.isEmpty ? "/" : address.path) {
            answer($0).isAnswer(to: state)
        }
        do throws(LoopbackServerError) { try await receiver.start(port: port) } catch {
            throw CommandFailure(
                .environment, where: "bank \(bank)", code: "port-taken",
                problem: "can't listen for the bank's answer on 127.0.0.1: '\(port)'",
                fix: "stop the program that has the port, or use --paste")
        }
        return receiver
    }

    /// Prints the address and its QR code, and opens it if there is a desktop.
    private func show(_ address: String) async {
        Terminal.write("Open this address and sign in at the bank:\n\n  \(address)\n")
        if Terminal.isInteractive, let code = await QRCode.drawing(of: address) {
            Terminal.put(code)
        }
        // Without a browser the address is still printed.
        _ = await DesktopBrowser.open(address)
    }

    /// 128 random bits, in letters that need no encoding.
    private static func newState() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next() as UInt64, radix: 16).zeroPadded(to: 16) }
            .joined()
    }
}

/// The browser of the desktop, if there is one.
enum DesktopBrowser: Sendable {
    /// Opens an address; `false` without a desktop, or if no program on it accepts the address.
    static func open(_ address: String) async -> Bool {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else {
            return false
        }
        var spec = ProcessSpec(
            command: ["/usr/bin/env", "xdg-open", address],
            environment: ProcessSpec.minimalEnvironment(of: environment))
        spec.addDesktop(activationToken: nil)
        return await ChildProcess.run(spec).ending == .exited(0)
    }
}

/// The bank's answer to a sign-in, as the address at which the browser ended.
struct RedirectAnswer: Sendable {
    private let parameters: [String: String]
    private let bank: String
    /// The command that begins again.
    private let command: String
    private let institution: String?
    private let isEmpty: Bool

    init(_ address: String, bank: String, isPasted: Bool = false, institution: String? = nil) {
        let items = URLComponents(string: address)?.percentEncodedQueryItems ?? []
        let values = items.map { ($0.name, Self.value($0)) }
        parameters = Dictionary(values) { first, _ in first }
        self.bank = bank
        command = "saldovakt login \(bank)" + (isPasted ? " --paste" : "")
        self.institution = institution
        isEmpty = address.allSatisfy(\.isWhitespace)
    }

    /// A value of the query; texts for people are written as forms write them, a space as `+`.
    private static func value(_ item: URLQueryItem) -> String {
        let written = item.value ?? ""
        let isText = item.name == "error_description"
        return (isText ? written.replacing("+", with: " ") : written).removingPercentEncoding ?? ""
    }

    /// Whether it belongs to the sign-in that began with `state`.
    func isAnswer(to state: String) -> Bool { Self.isEqual(parameters["state"] ?? "", state) }

    /// The code, if the answer belongs to the sign-in that began with `state`.
    func code(for state: String) throws(CommandFailure) -> Secret {
        guard !isEmpty else {
            throw failure(
                "no-answer", "nothing was pasted",
                fix: "run '\(command)' again and paste the whole address")
        }
        guard isAnswer(to: state) else {
            throw failure(
                "foreign-answer", "this is no answer to the sign-in that was just begun",
                fix: "run '\(command)' again and use the address that it prints")
        }
        if let reason = parameters["error"] {
            let words = parameters["error_description"].map { ": \(Self.shown($0))" } ?? ""
            throw failure(
                "not-allowed", "the bank gave no access: \(Self.shown(reason))\(words)",
                fix: "run '\(command)' again and allow it at the bank\(doubt)")
        }
        guard let code = parameters["code"], !code.isEmpty else {
            throw failure(
                "no-code", "the bank's answer has no code",
                fix: "run '\(command)' again; copy the whole address")
        }
        return Secret(code)
    }

    /// A hint for an unknown institution: the bank then answers as if it refused the access.
    private var doubt: String {
        institution.map {
            "; if no page asked you, correct financialInstitution ('\($0)') or leave it out"
        } ?? ""
    }

    /// The bank's text on one line, cut.
    private static func shown(_ words: String) -> String {
        String(VisibleText.line(words).prefix(200))
    }

    /// Compares in a time that does not depend on where the texts differ.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The error if the bank's page has sent the browser nowhere for so long.
    static func none(from bank: String, after wait: Duration) -> CommandFailure {
        CommandFailure(
            .environment, where: "bank \(bank)", code: "no-answer",
            problem: "the bank has not answered for \(Int(wait / .seconds(60))) minutes",
            fix: "run 'saldovakt login \(bank)' again, with --paste if the browser runs on another"
                + " machine")
    }

    private func failure(_ code: String, _ problem: String, fix: String) -> CommandFailure {
        CommandFailure(.wrong, where: "bank \(bank)", code: code, problem: problem, fix: fix)
    }
}

/// QR codes, through the programs of libqrencode and libzbar.
enum QRCode: Sendable {
    /// The code of a text as lines for a terminal; `nil` if `qrencode` is not installed.
    static func drawing(of text: String) async -> String? {
        let report = await run(["qrencode", "-t", "UTF8", "-m", "2", "-o", "-"], input: text)
        guard report.ending == .exited(0) else { return nil }
        return String(decoding: report.output, as: UTF8.self)
    }

    /// The credentials in an image of a QR code that contains a JSON object, by their settings'
    /// keys.
    ///
    /// The code is that of the app which the founding articles build: `clientId`, `clientSecret`
    /// and optionally `userId`, the customer id. Source: README of chrissearle/lommepenger-swiftui.
    static func credentials(inImage path: String) async throws(CommandFailure) -> [String: Secret] {
        let path = URL(filePath: path).standardizedFileURL.path
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw failure(path, "there is no such file to read", fix: "check the path of the image")
        }
        let report = await run([
            "zbarimg", "-q", "--raw", "-1", "-Sdisable", "-Sqrcode.enable", "-Sbinary", path,
        ])
        if case .exited(127) = report.ending {
            throw failure(path, "there is no 'zbarimg' to read it", fix: "apt install zbar-tools")
        }
        guard report.ending == .exited(0) else {
            throw failure(path, "no QR code was found in it", fix: "name an image that shows one")
        }
        guard let json = PositionedJSON(report.output, isStrict: true).root, json.members != nil
        else {
            throw failure(
                path, "its QR code holds no JSON object",
                fix: "make one of {\"clientId\": …, \"clientSecret\": …}")
        }
        let keys = ["clientId": "clientId", "clientSecret": "clientSecret", "userId": "customerId"]
        let found = keys.compactMap { key, name in json[key]?.string.map { (name, Secret($0)) } }
        return Dictionary(found) { first, _ in first }
    }

    private static func run(_ command: [String], input: String = "") async -> ChildReport {
        await ChildProcess.run(
            ProcessSpec(
                command: ["/usr/bin/env"] + command,
                environment: ProcessSpec.minimalEnvironment(
                    of: ProcessInfo.processInfo.environment),
                input: Array(input.utf8), longestOutput: 1 << 20))
    }

    private static func failure(_ path: String, _ problem: String, fix: String) -> CommandFailure {
        CommandFailure(.wrong, where: path, code: "qr-code", problem: problem, fix: fix)
    }
}
