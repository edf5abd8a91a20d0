/// Finds what is not UTF-8 among bytes.
enum UTF8Text {
    /// The position of the first byte that begins or continues no character; `nil` for UTF-8.
    static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var source = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&source) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
