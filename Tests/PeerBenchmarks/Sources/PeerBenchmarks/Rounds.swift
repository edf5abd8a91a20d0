import Foundation

/// Times all arms job by job, in one process, the order of the arms rotated each round: a drift of
/// the machine meets all of them.
struct Rounds {
    let arms: [(name: String, type: any Arm.Type)]
    /// Nanoseconds by arm and job, one a round.
    private(set) var times: [String: [Job: [Double]]] = [:]

    let jobs: [Job]

    /// The number of rounds in `times`.
    private(set) var count = 0

    init(arms: [(name: String, type: any Arm.Type)], jobs: [Job]) {
        self.arms = arms
        self.jobs = jobs
    }

    mutating func run(_ count: Int, in folder: URL, progress: (Int) -> Void) throws {
        for number in 0..<count {
            progress(number)
            try runOnce(self.count, in: folder)
            self.count += 1
        }
    }

    /// Goes on from the rounds in a file, if there are some.
    ///
    /// So a machine that is idle for minutes only can run many rounds.
    mutating func resume(from path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else { return }
        times = try JSONDecoder().decode([String: [Job: [Double]]].self, from: data)
        count = times[arms[0].name]?[jobs[0]]?.count ?? 0
    }

    func keep(in path: String) throws {
        try JSONEncoder().encode(times).write(to: URL(fileURLWithPath: path))
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
        for job in jobs {
            for (name, arm) in live {
                switch job {
                case .fetchCold: try arm.prepareFetch()
                case .find: try arm.prepareFind()
                case .update: try arm.prepareUpdate()
                case .fetchNested, .saveNested: try arm.prepareNested()
                case .merge: try arm.prepareMerge()
                default: break
                }
                let began = ContinuousClock.now
                let outcome = try Self.perform(job, arm)
                let took = (ContinuousClock.now - began) / .nanoseconds(1)
                if case .unknown = outcome { continue }
                times[name, default: [:]][job, default: []].append(took)
                if case .sum(let sum) = outcome { sums[job, default: []].insert(sum) }
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

    private enum Outcome {
        case done
        case sum(Int64)
        /// The arm has no such job.
        case unknown
    }

    private static func perform(_ job: Job, _ arm: any Arm) throws -> Outcome {
        switch job {
        case .insert: try arm.insert()
        case .fetchCold, .fetchWarm: return .sum(try arm.fetch())
        case .fetchSorted: return .sum(try arm.fetchSorted())
        case .fetchNested: return try arm.fetchNested().map { .sum($0) } ?? .unknown
        case .find: return .sum(try arm.find())
        case .update: try arm.update()
        case .delete: try arm.delete()
        case .saveOneByOne: try arm.saveOneByOne()
        case .insertBatch: try arm.insertBatch()
        case .saveNested: return try arm.saveNested() ? .done : .unknown
        case .merge: return try arm.merge() ? .done : .unknown
        }
        return .done
    }
}
