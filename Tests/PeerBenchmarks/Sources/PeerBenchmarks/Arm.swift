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
}

extension Arm {
    func prepareFind() throws {}
    func prepareUpdate() throws {}

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
