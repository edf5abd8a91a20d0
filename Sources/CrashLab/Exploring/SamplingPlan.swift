import Execution
import Runs
import StoreIO

/// Which states of a recording are looked at: fixed before the first, from the seed.
struct SamplingPlan {
    struct Sample: Sendable {
        var model: StateAddress.Model
        /// Its number among the samples of the same model and position.
        var number: Int
        var isNested: Bool
    }

    /// Positions in the log at which a kill is examined.
    private(set) var kills: Set<Int> = []
    /// Samples by their position in the log.
    private(set) var samples: [Int: [Sample]] = [:]

    init(_ recording: Recording, _ options: ExplorationRequest, _ stream: RandomStream) {
        let log = recording.log
        let places = Array(recording.began..<log.operations.count)
        let anchors = Self.anchors(log, from: recording.began)
        if places.count <= options.prefixLimit {
            kills = Set(places)
        } else {
            kills = Set(anchors)
            var chance = StateSampler(stream.keyed("kills"))
            for _ in 0..<options.prefixLimit { kills.insert(places[chance.pick(places.count)]) }
        }
        var chance = StateSampler(stream.keyed("places"))
        for number in 0..<(places.isEmpty ? 0 : options.samples) {
            // Half of them at anchors, where a commit is decided, half anywhere.
            let list = number.isMultiple(of: 2) && !anchors.isEmpty ? anchors : places
            let place = list[chance.pick(list.count)]
            let model = number % 4 < 2 ? StateAddress.Model.someSectors : .someWrites
            let same = samples[place, default: []].count { $0.model == model }
            // Half of the samples are of sectors, and only those are crashed again.
            let isNested =
                model == .someSectors
                && (number / 4).isMultiple(of: max(1, options.nestedEvery / 4))
            samples[place, default: []].append(
                Sample(model: model, number: same, isNested: isNested))
        }
    }

    /// Around syncs, commits, checkpoints, the begin of a log, and changes of names.
    static func anchors(_ log: StoreLog, from began: Int) -> [Int] {
        var anchors: Set<Int> = []
        for index in began..<log.operations.count {
            let operation = log.operations[index]
            let isHeader =
                operation.kind == .write && operation.offset == 0
                && log.files[operation.file].class == .wal
            switch operation.kind {
            case .sync, .commit, .checkpointBegun, .checkpointDone, .create, .delete, .truncate:
                anchors.formUnion([index - 1, index, index + 1])
            case .write where isHeader:
                anchors.formUnion([index - 1, index, index + 1])
            default: break
            }
        }
        return anchors.filter { (began..<log.operations.count).contains($0) }.sorted()
    }
}
