/// The last bytes of a stream, however long it is.
struct OutputTail: Sendable {
    /// 64 KiB: a trap's message with its backtrace is a few; a child that floods its output costs
    /// its parent no more than twice this.
    static let limit = 64 * 1024

    private var bytes: [UInt8] = []
    private(set) var isCut = false

    mutating func append(_ chunk: some Collection<UInt8>) {
        bytes.append(contentsOf: chunk)
        // Cut only now and then: moving 64 KiB for each chunk would cost more than reading it.
        if bytes.count > 2 * Self.limit { cut() }
    }

    /// The tail as text; it begins with a whole line if a part was cut off.
    consuming func text() -> String {
        if bytes.count > Self.limit { cut() }
        guard isCut, let newline = bytes.firstIndex(of: 0x0A) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes[(newline + 1)...], as: UTF8.self)
    }

    private mutating func cut() {
        bytes.removeFirst(bytes.count - Self.limit)
        isCut = true
    }
}
