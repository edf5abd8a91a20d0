/// Permanent keys by the temporary ones that they replaced.
///
/// A child keeps the temporary key of an object that it inserted after its parent saved, as on
/// Apple's platforms, and refers to it by that key: in later saves, and when it fires a fault.
/// Eight bytes an object that a child pushed, until the parent is reset.
struct AliasTable {
    private static let pageSize = 512
    private var pages: [Int64: UnsafeMutablePointer<UInt64>] = [:]

    var isEmpty: Bool { pages.isEmpty }

    subscript(temporary: ObjectKey) -> ObjectKey? {
        let number = temporary.number
        guard let page = pages[number / Int64(Self.pageSize)] else { return nil }
        let bits = page[Int(number % Int64(Self.pageSize))]
        return bits == 0 ? nil : ObjectKey(bits: bits)
    }

    mutating func add(_ temporary: ObjectKey, _ permanent: ObjectKey) {
        let number = temporary.number
        let index = number / Int64(Self.pageSize)
        if pages[index] == nil {
            let page = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.pageSize)
            page.initialize(repeating: 0, count: Self.pageSize)
            pages[index] = page
        }
        pages[index]![Int(number % Int64(Self.pageSize))] = permanent.bits
    }

    mutating func removeAll() {
        for page in pages.values { page.deallocate() }
        pages = [:]
    }
}
