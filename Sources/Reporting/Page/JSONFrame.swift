/// The JSON of a value whose longest lists are empty, and are filled in as they are copied.
///
/// The keys are those of `JSONEncoder` with sorted keys: lists are filled in that order.
struct JSONFrame {
    private let frame: [UInt8]
    /// How much of the frame has been copied.
    private var place = 0
    private var bytes: [UInt8] = []

    /// - Parameter length: about how many bytes there will be.
    init(_ frame: [UInt8], length: Int) {
        self.frame = frame
        bytes.reserveCapacity(length)
    }

    /// Fills the next empty list of a key with the JSON of its elements.
    ///
    /// - Precondition: the frame has such a list behind the one that was filled last. JSON escapes
    ///   the quotation marks in texts, so that none of them looks like a key.
    mutating func fill(_ key: String, with elements: some Sequence<[UInt8]>) {
        fill(key) { bytes in
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += element
            }
        }
    }

    /// Fills the next empty list of a key with what a body appends.
    mutating func fill(_ key: String, _ append: (inout [UInt8]) -> Void) {
        let list = Array("\"\(key)\":[]".utf8)
        let end = frame[place...].firstRange(of: list)!.upperBound - 1
        bytes += frame[place..<end]
        append(&bytes)
        place = end
    }

    /// All of it: the frame's rest follows the last list.
    mutating func end() -> [UInt8] {
        bytes += frame[place...]
        place = frame.count
        return bytes
    }
}
