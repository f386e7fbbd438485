/// Lines that several suites use.
enum Examples {
    /// A complete answer, keys in the order of the contract.
    static let complete =
        #"{"observedAt":"2026-03-06T09:00:00Z","source":"sbanken","outcome":"complete","#
        + #""accounts":[{"id":"a1","name":"Brukskonto","kind":"asset","currency":"NOK","#
        + #""number":"99990000001","booked":"12043.21","available":"9250.31","#
        + #""creditLimit":"0.00"}],"transactions":[{"account":"a1","id":null,"#
        + #""amount":"-187.00","currency":"NOK","status":"pending","date":"2026-03-06","#
        + #""posted":null,"text":"FJORDBY TAXI AS","merchant":null,"mcc":null,"#
        + #""type":"pointOfSale","foreign":null,"counterparty":null}],"#
        + #""scheduled":[{"account":"a1","id":"p1","amount":"-4999.00","due":"2026-03-20","#
        + #""text":"Husleie","kind":"payment"}]}"#

    /// A complete answer with the rarer members.
    static let details =
        #"{"observedAt":"2026-03-06T09:00:00.125Z","source":"sbanken","outcome":"complete","#
        + #""accounts":[{"id":"a1","name":"Kort \"blå\"","kind":"liability","currency":"NOK","#
        + #""number":null,"booked":"-1200.00","available":null,"creditLimit":"50000.00","#
        + #""from":"2026-02-04"}],"transactions":[{"account":"a1","id":"t1","#
        + #""amount":"-318.75","currency":"NOK","status":"booked","date":"2026-03-05","#
        + #""posted":"2026-03-06","text":"A\\B\n","merchant":"Hos Blåbær","mcc":"0742","#
        + #""type":"transfer","foreign":{"amount":"30.00","currency":"USD","rate":"10.6250"},"#
        + #""counterparty":{"name":"Kari Nordmann","account":"99990000002"},"#
        + #""ownTransfer":true},{"account":"a1","id":"t2","amount":"-10.00","#
        + #""currency":"NOK","status":"booked","date":"2026-03-05","posted":"2026-03-05","#
        + #""text":null,"merchant":null,"mcc":"5411","type":"unknown","#
        + #""foreign":{"amount":"1.00","currency":"EUR"},"counterparty":{}}],"#
        + #""scheduled":[]}"#
}
