/// One way to do the jobs, on a store of its own.
///
/// A round makes an arm on a fresh folder, does the jobs in their order, and releases it. The
/// preparation of a job is not timed.
protocol Arm: AnyObject {
    init(folder: String) throws

    func insert() throws
    /// Fills the store up to `Sizes.fetched` and forgets everything that is in memory.
    func prepareFetch() throws
    /// The sum of all values, which shows that they were read.
    func fetch() throws -> Int64
    /// Forgets everything that is in memory again.
    func prepareFind() throws
    func find() throws -> Int64
    /// Reads the first `Sizes.updated` rows into memory.
    func prepareUpdate() throws
    func update() throws
    func delete() throws
    func saveOneByOne() throws
    /// The sum of the rows that `SortedRange` selects, in the order of its column.
    func fetchSorted() throws -> Int64
    func insertBatch() throws

    // What only the core has; the C API's statements are those that the core runs for it.

    /// Makes an empty context below another one.
    func prepareNested() throws
    /// The sum of the first `Sizes.nested` rows; `nil` where there are no contexts.
    func fetchNested() throws -> Int64?
    /// Returns `false` where there are no contexts.
    func saveNested() throws -> Bool
    /// Reads `Sizes.merged` rows in one context, and updates them in another.
    func prepareMerge() throws
    func merge() throws -> Bool
}

/// The rows of the sorted fetch: the first value lies in a range, and the second is above a floor.
enum SortedRange {
    /// Values grow with the row, so a range of them is a range of rows.
    static let low = Int64(40_000 * 31)
    static let high = low + Int64(Sizes.sorted * 31)
    /// Below the least second value.
    static let floor: Int64 = 0
}

extension Arm {
    func prepareFind() throws {}
    func prepareUpdate() throws {}
    func prepareNested() throws {}
    func fetchNested() throws -> Int64? { nil }
    func saveNested() throws -> Bool { false }
    func prepareMerge() throws {}
    func merge() throws -> Bool { false }

    /// The value of a column in a row, the same for every arm.
    @inline(__always)
    static func value(row: Int, column: Int) -> Int64 {
        Int64(row &* 31 &+ column &* 7)
    }

    /// The keys that `find` asks for, spread over the store.
    static func key(ofFind index: Int) -> Int64 {
        Int64(index &* 7919 % Sizes.fetched) + 1
    }
}
