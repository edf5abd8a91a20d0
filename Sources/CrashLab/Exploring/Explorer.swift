import Execution
import Results
import Runs
import StoreIO

/// Rebuilds the states that a crash may leave of a recorded run, recovers each, and judges it.
///
/// The recording is played back once; at each operation the states there are made in memory. A
/// state must recover to the store after one of the right commits:
///
///     kill at i     the last one committed at i, or the one that is in flight
///     power at i    at least the one durable at i, less the loss that SQLite's mode allows
///
/// It does not model bytes that rot, writes that go astray, syncs that lie (except as a control),
/// and two stores that are written at once.
final class Explorer {
    let recording: Recording
    let history: CommitHistory
    let mode: StoreMode
    let options: ExplorationRequest
    private let checker: StateChecker
    private let replay: DiskReplay
    private let plan: SamplingPlan
    private let stream: RandomStream
    private var tallies: [StateAddress.Model: CrashTally] = [:]
    private(set) var violations: [CrashViolation] = []
    /// The last commit that every loss of power at this point preserves.
    private var durable = 0
    /// When each commit became durable; commit 0 was before the run.
    private(set) var durableAt: [Int: Instant] = [:]
    private(set) var commitsLostAtMost = 0
    /// Real seconds that all states took.
    private(set) var seconds = 0.0
    /// The number of violations that are minimised: one bug makes hundreds of them.
    private static let minimised = 3

    /// Makes an explorer of a recording.
    ///
    /// - Parameter stream: the source of the samples' randomness.
    init(
        _ recording: Recording, history: CommitHistory, mode: StoreMode,
        invariants: StoreInvariants, externals: ExternalInvariants,
        options: ExplorationRequest, stream: RandomStream
    ) {
        self.recording = recording
        self.history = history
        self.mode = mode
        self.options = options
        self.stream = stream
        checker = StateChecker(
            history, invariants, externals, writableEvery: options.writableEvery)
        replay = DiskReplay(
            recording.log, control: options.control.flatMap(CrashControl.init))
        plan = SamplingPlan(recording, options, stream)
        for model in StateAddress.Model.allCases {
            tallies[model] = CrashTally(model: model.rawValue)
        }
    }

    /// The tallies, in the order of the models.
    var sortedTallies: [CrashTally] {
        StateAddress.Model.allCases.compactMap { tallies[$0] }
    }

    /// Different states with files that no row names, and those of them that the engine opened.
    var orphanedStates: Int { checker.orphaned }
    var openedStates: Int { checker.opened }

    /// Real seconds that full checks took.
    var checkingSeconds: Double { checker.checkingTime.seconds }

    /// Examines every state of the plan.
    ///
    /// - Parameter progress: receives the finished share, now and then.
    func run(progress: (Double) -> Void = { _ in }) {
        let began = ThreadClock.monotonic
        judgeAll(progress)
        seconds = (ThreadClock.monotonic - began).seconds
    }

    private func judgeAll(_ progress: (Double) -> Void) {
        let operations = recording.log.operations
        replay.advance(to: recording.began)
        replay.settle()
        for index in recording.began..<operations.count {
            if plan.kills.contains(index), let torn = replay.cutInNext {
                judge(torn, .init(model: .tornKill, operation: index), before: index)
            }
            let hasSynced = replay.advance(to: index + 1)
            if hasSynced { judgeDurable(at: index, operations[index].at) }
            if plan.kills.contains(index), operations[index].kind.changesDisk {
                judge(replay.current, .init(model: .kill, operation: index), before: index + 1)
            }
            if let samples = plan.samples[index] { judge(samples, at: index) }
            noteLoss(at: index)
            if options.stopsAtViolation, !violations.isEmpty { return }
            if index.isMultiple(of: 64) {
                let done = index - recording.began
                progress(Double(done) / Double(operations.count - recording.began))
            }
        }
    }

    // MARK: States

    private func judgeDurable(at index: Int, _ instant: Instant) {
        let address = StateAddress(model: .unsyncedLost, operation: index)
        guard let commit = judge(replay.durable, address, before: index + 1), commit > durable
        else { return }
        for newer in durable + 1...commit { durableAt[newer] = instant }
        durable = commit
    }

    private func judge(_ samples: [SamplingPlan.Sample], at index: Int) {
        let undecided = replay.undecided
        for sample in samples {
            let address = StateAddress(
                model: sample.model, operation: index, sample: sample.number)
            let fates = fates(undecided, address)
            let disk = replay.disk(undecided, fates)
            let before = violations.count
            judge(disk, address, before: index + 1)
            if violations.count > before, before < Self.minimised {
                violations[before].cause = cause(undecided, fates, before: index + 1)
            }
            if sample.isNested { judgeNested(disk, at: index, sample: sample.number) }
        }
    }

    private func fates(
        _ undecided: [UndecidedOperation], _ address: StateAddress
    ) -> [OperationFate] {
        var sampler = StateSampler(key(of: address))
        return sampler.fates(undecided, bySector: address.model != .someWrites)
    }

    private func key(of address: StateAddress) -> RandomStream {
        // A crash in recovery begins as the sample of sectors of the same number does.
        let model = address.model == .crashInRecovery ? .someSectors : address.model
        return stream.keyed(model.rawValue).keyed(address.operation).keyed(address.sample ?? 0)
    }

    /// The device dies again while SQLite recovers: the second recovery must come to the same.
    private func judgeNested(_ disk: DiskImage, at index: Int, sample: Int) {
        let address = StateAddress(model: .crashInRecovery, operation: index, sample: sample)
        guard case .commit(let commit) = checker.verdict(of: disk) else { return }
        let again = crashedInRecovery(disk, address)
        judge(again, address, before: index + 1, expected: commit)
    }

    private func crashedInRecovery(_ disk: DiskImage, _ address: StateAddress) -> DiskImage {
        let whole = disk.copy()
        _ = try? RecoveredStore(recovering: whole)
        var sampler = StateSampler(key(of: address).keyed("recovery"))
        let again = disk.copy()
        // A recovery that writes nothing cannot be cut; the state counts all the same.
        let budget = whole.operations == 0 ? 0 : sampler.pick(whole.operations)
        _ = try? RecoveredStore(recovering: again, budget: budget)
        again.setBudget(nil)
        return again
    }

    /// Rebuilds one state.
    ///
    /// - Returns: `nil` if the recording has no such operation.
    func disk(at address: StateAddress) -> DiskImage? {
        guard (recording.began..<recording.log.operations.count).contains(address.operation)
        else { return nil }
        replay.advance(to: recording.began)
        replay.settle()
        if address.model == .tornKill {
            replay.advance(to: address.operation)
            return replay.cutInNext
        }
        replay.advance(to: address.operation + 1)
        switch address.model {
        case .kill, .tornKill: return replay.current
        case .unsyncedLost: return replay.durable
        case .someWrites, .someSectors, .crashInRecovery:
            let undecided = replay.undecided
            let disk = replay.disk(undecided, fates(undecided, address))
            return address.model == .crashInRecovery ? crashedInRecovery(disk, address) : disk
        }
    }

    /// Chooses operations for real kills, with the store that each must leave.
    ///
    /// - Precondition: before `run`.
    func exactKills(_ count: Int) -> [ExactKill] {
        let changes = recording.log.changes.enumerated().compactMap { number, place in
            place >= recording.began ? (place: place, number: number + 1) : nil
        }
        guard !changes.isEmpty else { return [] }
        var sampler = StateSampler(stream.keyed("exact kills"))
        let chosen = Set((0..<count).map { _ in sampler.pick(changes.count) }).sorted()
        let playback = DiskReplay(recording.log)
        return chosen.enumerated().map { turn, choice in
            let (place, number) = changes[choice]
            let isAfter = turn.isMultiple(of: 2)
            playback.advance(to: isAfter ? place + 1 : place)
            return ExactKill(
                operation: number, isAfter: isAfter, predicted: "\(playback.current.digest)")
        }
    }

    // MARK: Judging

    /// Checks one state and counts it.
    ///
    /// - Parameters:
    ///   - end: operations before this one have happened.
    ///   - expected: the one commit that is right; `nil` for a range.
    /// - Returns: the commit that the state recovers to; `nil` if it matches no commit.
    @discardableResult
    private func judge(
        _ disk: DiskImage, _ address: StateAddress, before end: Int, expected: Int? = nil
    ) -> Int? {
        let (images, checks) = (checker.images, checker.checks)
        let verdict = checker.verdict(of: disk)
        tallies[address.model]!.states += 1
        tallies[address.model]!.images += checker.images - images
        tallies[address.model]!.checks += checker.checks - checks
        if let message = problem(verdict, address.model, before: end, expected: expected) {
            tallies[address.model]!.violations += 1
            violations.append(CrashViolation(state: address.description, message: message))
        }
        guard case .commit(let commit) = verdict else { return nil }
        return commit
    }

    private func problem(
        _ verdict: StateVerdict, _ model: StateAddress.Model, before end: Int, expected: Int?
    ) -> String? {
        switch verdict {
        case .broken(let message):
            return message
        case .commit(let commit):
            if let expected {
                return commit == expected
                    ? nil : "commit \(commit) after a second crash, \(expected) after one"
            }
            let allowed = allowed(model, before: end)
            if commit < allowed.lowerBound {
                return "commit \(commit), though \(allowed.lowerBound) was promised to stay"
            }
            if commit > allowed.upperBound {
                return "commit \(commit), though none after \(allowed.upperBound) had begun"
            }
            return nil
        }
    }

    /// The commits that a state may recover to.
    private func allowed(_ model: StateAddress.Model, before end: Int) -> ClosedRange<Int> {
        let last = history.last(before: end)
        let highest = min(last + 1, history.commits.count - 1)
        guard model.isPowerLoss else { return last...highest }
        let promised = mode.commitsAtRisk.map { max(0, last - $0) } ?? 0
        return min(max(durable, promised), highest)...highest
    }

    /// Notes how many commits a loss of power takes now.
    ///
    /// The disk without what was not synced is judged after each sync, which makes another of it. A
    /// commit that no sync came before is judged where it was done: what its mode promises of it is
    /// broken from there on, though a later sync makes it good.
    private func noteLoss(at index: Int) {
        let last = history.last(before: index + 1)
        if let atRisk = mode.commitsAtRisk, last - durable > max(atRisk, commitsLostAtMost) {
            judgeDurable(at: index, recording.log.operations[index].at)
        }
        commitsLostAtMost = max(commitsLostAtMost, last - durable)
    }

    private func cause(
        _ undecided: [UndecidedOperation], _ fates: [OperationFate], before end: Int
    ) -> String {
        let minimal = StateMinimizer { [self] fates in
            problem(
                checker.verdict(of: replay.disk(undecided, fates)), .someSectors, before: end,
                expected: nil) != nil
        }.minimal(fates)
        return StateMinimizer.text(undecided, minimal, recording.log)
    }
}

extension StoreLog.Kind {
    /// Whether a kill after it may find another disk than one before.
    var changesDisk: Bool {
        switch self {
        case .create, .write, .truncate, .delete: true
        case .sync, .commit, .checkpointBegun, .checkpointDone, .note, .fault: false
        }
    }
}
