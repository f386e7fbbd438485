extension Samples {
    /// `errors/token-400-invalid_client.json`.
    static let invalidClient = joined(
        """
        {"error":"invalid_client"}
        """)

    /// `errors/token-400-invalid_scope.json`.
    static let invalidScope = joined(
        """
        {"error":"invalid_scope"}
        """)

    /// `errors/token-400-unsupported_grant_type.json`.
    static let unsupportedGrantType = joined(
        """
        {"error":"unsupported_grant_type"}
        """)

    /// `errors/apibeta-400-problemdetails-camel.json`.
    static let badRequestV2 = joined(
        """
        {"type":"","title":"Could not complete the request.","status":400,
        "detail":"StartDate must be less than or equal to EndDate.","instance":null,
        "traceId":"00000000-0000-4000-8000-000000000001"}
        """)

    /// `errors/apibeta-500-problemdetails-pascal.json`.
    static let failureV2 = joined(
        """
        {"Type":"","Title":"Could not complete the request.","Status":500,
        "Detail":"An error has occured.","Instance":null,
        "Extensions":{"traceId":"00000000-0000-4000-8000-000000000001"}}
        """)

    /// `errors/v1-2018-503.json`.
    static let failureV1 = joined(
        """
        {"errorType":0,"isError":true,
        "errorMessage":"Could not complete the request due to an expected or unexpected error.",
        "traceId":"00000000-0000-4000-8000-000000000001"}
        """)

    /// `errors/v1-2019-400-input.json`.
    static let badRequestV1 = joined(
        """
        {"availableItems":0,"items":null,"errorType":"Input","isError":true,"errorCode":null,
        "errorMessage":"The query cannot span more than 366 days.",
        "traceId":"00000000-0000-4000-8000-000000000001"}
        """)

    /// `errors/v1-2019-item-notfound.json`.
    static let notFoundV1 = joined(
        """
        {"item":null,"errorType":"NotFound","isError":true,"errorCode":null,
        "errorMessage":"Not found.","traceId":"00000000-0000-4000-8000-000000000001"}
        """)
}
