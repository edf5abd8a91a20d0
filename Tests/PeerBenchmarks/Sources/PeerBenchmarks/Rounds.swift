import Foundation

/// Times all arms job by job, in one process, the order of the arms rotated each round: a drift of
/// the machine meets all of them.
struct Rounds {
    let arms: [(name: String, type: any Arm.Type)]
    /// Nanoseconds by arm and job, one a round.
    private(set) var times: [String: [Job: [Double]]] = [:]

    init(arms: [(name: String, type: any Arm.Type)]) {
        self.arms = arms
    }

    mutating func run(_ count: Int, in folder: URL, progress: (Int) -> Void) throws {
        for round in 0..<count {
            progress(round)
            try runOnce(round, in: folder)
        }
    }

    private mutating func runOnce(_ round: Int, in folder: URL) throws {
        let order = arms.indices.map { arms[($0 + round) % arms.count] }
        var live: [(name: String, arm: any Arm)] = []
        for (name, type) in order {
            let place = folder.appendingPathComponent("\(round)-\(name)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            live.append((name, try type.init(folder: place.path)))
        }
        var sums: [Job: Set<Int64>] = [:]
        for job in Job.allCases {
            for (name, arm) in live {
                switch job {
                case .fetchCold: try arm.prepareFetch()
                case .find: try arm.prepareFind()
                case .update: try arm.prepareUpdate()
                default: break
                }
                let began = ContinuousClock.now
                let sum = try Self.perform(job, arm)
                let took = (ContinuousClock.now - began) / .nanoseconds(1)
                times[name, default: [:]][job, default: []].append(took)
                if let sum { sums[job, default: []].insert(sum) }
            }
        }
        for (job, found) in sums where found.count > 1 {
            throw BenchmarkError("the arms read different values in “\(job.title)”")
        }
        live = []
        for (name, _) in order {
            try? FileManager.default.removeItem(
                at: folder.appendingPathComponent("\(round)-\(name)"))
        }
    }

    private static func perform(_ job: Job, _ arm: any Arm) throws -> Int64? {
        switch job {
        case .insert: try arm.insert()
        case .fetchCold, .fetchWarm: return try arm.fetch()
        case .find: return try arm.find()
        case .update: try arm.update()
        case .delete: try arm.delete()
        case .saveOneByOne: try arm.saveOneByOne()
        }
        return nil
    }
}
