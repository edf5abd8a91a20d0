import Execution
import StoreIO

/// States that a crash may leave of a store, drawn from a seed: of any program whose calls were
/// recorded, not only of a workload's.
///
/// A workload's states are judged by `Explorer`, which knows the content of each commit. A program
/// with rules of its own takes each state as files in a folder, and judges them itself.
package struct CrashStates {
    private struct Sample {
        let position: Int
        let number: Int
        let model: StateAddress.Model
    }

    private static let models: [StateAddress.Model] = [
        .kill, .someSectors, .unsyncedLost, .tornKill, .someWrites,
    ]

    private let log: StoreLog
    private let began: Int
    private let control: CrashControl?
    private let samples: [Sample]
    private let stream: RandomStream

    /// Chooses the states.
    ///
    /// Half of them lie around syncs, commits, checkpoints and changes of names; kills and losses
    /// of power alternate.
    ///
    /// - Parameters:
    ///   - began: the position in the log from which on it crashes; what was before is durable.
    ///   - count: how many states.
    ///   - control: syncs that are left out, to prove that a missing one would be found.
    package init(
        of log: StoreLog, from began: Int, count: Int, seed: UInt64, control: CrashControl? = nil
    ) {
        precondition(
            log.keepsPayload, "states are made of written bytes: trace with keepsPayload")
        self.log = log
        self.began = began
        self.control = control
        stream = RandomStream(seed: seed).keyed("crash states")
        var chance = StateSampler(stream.keyed("places"))
        let places = Array(began..<log.operations.count)
        let anchors = SamplingPlan.anchors(log, from: began)
        samples = (0..<(places.isEmpty ? 0 : count)).map { number in
            // Each model gets both kinds of places, since there are five of them.
            let list = number.isMultiple(of: 2) && !anchors.isEmpty ? anchors : places
            return Sample(
                position: list[chance.pick(list.count)], number: number,
                model: Self.models[number % Self.models.count])
        }.sorted { ($0.position, $0.number) < ($1.position, $1.number) }
    }

    /// Makes the states, one after the other, in the order of the log.
    ///
    /// - Complexity: O(operations), and O(undecided writes) a state.
    package func visit(_ body: (CrashState) throws -> Void) rethrows {
        let replay = DiskReplay(log, control: control)
        replay.advance(to: began)
        replay.settle()
        var torn: [Int: DiskImage] = [:]
        for sample in samples {
            if replay.position <= sample.position {
                replay.advance(to: sample.position)
                torn[sample.position] = replay.cutInNext
                replay.advance(to: sample.position + 1)
            }
            let address = StateAddress(
                model: sample.model, operation: sample.position, sample: sample.number)
            if sample.model == .tornKill, let disk = torn[sample.position] {
                try body(CrashState(address, end: sample.position, disk))
            } else {
                try body(CrashState(address, end: sample.position + 1, disk(replay, address)))
            }
        }
    }

    private func disk(_ replay: DiskReplay, _ address: StateAddress) -> DiskImage {
        switch address.model {
        // A write within a page is not cut: the kill comes after it.
        case .kill, .tornKill: return replay.current
        case .unsyncedLost: return replay.durable
        case .someWrites, .someSectors, .crashInRecovery:
            let undecided = replay.undecided
            var sampler = StateSampler(
                stream.keyed(address.model.rawValue).keyed(address.sample ?? 0))
            let fates = sampler.fates(undecided, bySector: address.model == .someSectors)
            return replay.disk(undecided, fates)
        }
    }
}
