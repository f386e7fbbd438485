/// Where the members of a bare transaction line stand, as far as they are in their usual form.
struct BareFields {
    /// A text or number of the line; absent if it starts before the line.
    struct Piece {
        var start = -1
        var count = 0
        /// Whether every byte is ASCII.
        var isPlain = true

        /// Whether it is there.
        var isThere: Bool { start >= 0 }
    }

    var account = Piece()
    var amount = Piece()
    var date = Piece()
    var text = Piece()
    var merchant = Piece()
    var type = Piece()
    var status = Piece()
    var currency = Piece()
    var category = Piece()
    var time = Piece()
}
