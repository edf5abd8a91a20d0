import Reporting

/// The cases of a selftest so far, in its file as soon as each is known: an interruption does not
/// lose hours of work.
struct SelfTestJournal {
    private(set) var cases: [SelfTestCase] = []
    /// How many steps have ended.
    private(set) var steps = 0.0
    private var moment = OtherWork.now
    private let path: String

    /// - Parameter path: of selftest.csv.
    init(at path: String) {
        self.path = path
    }

    /// Adds the cases of a step, with the load that other processes made meanwhile.
    ///
    /// - Throws: `ReportingError` if the file cannot be written.
    mutating func add(_ new: [SelfTestCase]) throws {
        let now = OtherWork.now
        let cores = now.flatMap { now in moment.map { now.cores(since: $0) } }
        moment = now
        cases += new.map { one in
            var one = one
            one.otherCores = cores
            return one
        }
        steps += 1
        try AtomicFile.write(SelfTestTable.bytes(of: cases), to: path)
    }
}
