import Foundation

/// A binary property list whose bytes depend on its contents alone: dictionaries are sorted by key.
///
/// Foundation writes a dictionary as it iterates, which differs from run to run, and so would the
/// bytes of a store. The values keep the bytes that Foundation made; only the objects are sorted:
///
///     "bplist00" │ objects │ offset of each object │ trailer: widths, counts, where the table is
struct CanonicalPropertyList {
    private let bytes: [UInt8]
    private let offsets: [Int]
    private let referenceWidth: Int
    private let top: Int
    /// The objects in their new order, by their former indexes.
    private var order: [Int] = []
    private var places: [Int: Int] = [:]

    /// - Throws: Foundation's error for a value that is not a property list.
    static func data(of value: Any) throws -> Data {
        let data = try PropertyListSerialization.data(
            fromPropertyList: value, format: .binary, options: 0)
        var list = CanonicalPropertyList([UInt8](data))
        return list.written()
    }

    private init(_ bytes: [UInt8]) {
        func number(_ place: Int, _ width: Int) -> Int {
            bytes[place..<place + width].reduce(0) { $0 << 8 | Int($1) }
        }
        // The last 32 bytes: at 6 the width of offsets, at 7 that of references, at 8 the number of
        // objects, at 16 the top object, at 24 the position of the table of offsets.
        let trailer = bytes.count - 32
        let width = Int(bytes[trailer + 6])
        let table = number(trailer + 24, 8)
        self.bytes = bytes
        referenceWidth = Int(bytes[trailer + 7])
        top = number(trailer + 16, 8)
        offsets = (0..<number(trailer + 8, 8)).map { number(table + $0 * width, width) }
    }

    // MARK: Reading

    private enum Kind {
        case leaf
        case array
        case dictionary
    }

    /// An object's kind, the offset of its contents, and its number of bytes, members or pairs.
    private func head(_ object: Int) -> (kind: Kind, start: Int, count: Int) {
        let offset = offsets[object]
        let low = Int(bytes[offset] & 0x0F)
        // The high four bits are the type, the low four a length.
        switch bytes[offset] >> 4 {
        case 0x0: return (.leaf, offset + 1, 0)
        case 0x1, 0x2, 0x3: return (.leaf, offset + 1, 1 << low)
        case 0x8: return (.leaf, offset + 1, low + 1)
        default: break
        }
        var start = offset + 1
        var count = low
        if low == 0x0F {
            // A longer count is an integer object of its own.
            let width = 1 << Int(bytes[start] & 0x0F)
            count = bytes[start + 1..<start + 1 + width].reduce(0) { $0 << 8 | Int($1) }
            start += 1 + width
        }
        switch bytes[offset] >> 4 {
        case 0x6: return (.leaf, start, 2 * count)
        case 0xA: return (.array, start, count)
        case 0xD: return (.dictionary, start, count)
        default: return (.leaf, start, count)
        }
    }

    private func references(_ start: Int, _ count: Int) -> [Int] {
        (0..<count).map { index in
            let place = start + index * referenceWidth
            return bytes[place..<place + referenceWidth].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// The references of an object; for a dictionary all keys, sorted by their bytes, then all
    /// values.
    private func parts(_ object: Int) -> [Int] {
        let (kind, start, count) = head(object)
        switch kind {
        case .leaf: return []
        case .array: return references(start, count)
        case .dictionary:
            let all = references(start, 2 * count)
            let pairs = zip(all[..<count], all[count...]).sorted { left, right in
                contents(left.0).lexicographicallyPrecedes(contents(right.0))
            }
            return pairs.map(\.0) + pairs.map(\.1)
        }
    }

    private func contents(_ object: Int) -> ArraySlice<UInt8> {
        let (_, start, count) = head(object)
        return bytes[start..<start + count]
    }

    // MARK: Writing

    private mutating func visit(_ object: Int) {
        guard places[object] == nil else { return }
        places[object] = order.count
        order.append(object)
        for part in parts(object) { visit(part) }
    }

    private mutating func written() -> Data {
        visit(top)
        var written = Array("bplist00".utf8)
        var table: [Int] = []
        for object in order {
            table.append(written.count)
            let (_, start, count) = head(object)
            written += bytes[offsets[object]..<start]
            let parts = parts(object)
            if parts.isEmpty { written += bytes[start..<start + count] }
            for part in parts { Self.append(places[part]!, referenceWidth, to: &written) }
        }
        let tableStart = written.count
        let width = (1...8).first { tableStart >> (8 * $0) == 0 }!
        for offset in table { Self.append(offset, width, to: &written) }
        written += [0, 0, 0, 0, 0, 0, UInt8(width), UInt8(referenceWidth)]
        for number in [order.count, 0, tableStart] { Self.append(number, 8, to: &written) }
        return Data(written)
    }

    private static func append(_ number: Int, _ width: Int, to bytes: inout [UInt8]) {
        for shift in (0..<width).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift)))
        }
    }
}
