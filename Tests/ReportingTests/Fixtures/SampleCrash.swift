import Results
import Statistics

/// A result of `lab crash` as the main job gives it: topologies that commit at once, one that
/// commits each second, and modes of SQLite that are durable at once, a commit late, or at a
/// checkpoint.
///
///     importer  100 cities each 75 ms, 20 times, saved after 30 ms
///     ui        one note each 210 ms, saved after 4 ms
enum SampleCrash {
    static let topologies = ["single-main", "private-writer", "siblings", "child-of-main"]
    static let modes = ["wal/normal", "wal/full", "delete/full", "delete/extra", "truncate/full"]

    static func make(
        _ topologies: [String] = SampleCrash.topologies,
        _ modes: [String] = Array(SampleCrash.modes.prefix(2))
    ) -> CrashResult {
        var head = SampleResult.make(repetitions: 1)
        head.topologies = []
        head.mode = "explored"
        var result = CrashResult(head: head)
        for topology in topologies {
            for mode in modes { result.configurations.append(configuration(topology, mode)) }
        }
        return result
    }

    static func configuration(_ topology: String, _ mode: String) -> CrashConfiguration {
        let isLate = topology.hasPrefix("private-writer")
        var configuration = CrashConfiguration(
            topology: String(topology.prefix { $0 != ":" }), variant: topology,
            promise: isLate ? "a kill takes up to 1 s of saves" : "what is saved survives a kill",
            mode: mode)
        var record = ExplorationRecord(
            topology: configuration.topology, variant: topology, mode: mode)
        record.operations = 680
        record.syncs = 21
        record.commits = 34
        record.commitsLostAtMost = mode == "wal/normal" ? 30 : mode == "delete/full" ? 1 : 0
        record.tallies = [
            tally("K0", states: 1_204, images: 1_100, checks: 90),
            tally("K1", states: 40, images: 40, checks: 3),
            tally("P0", states: 22, images: 22, checks: 0),
            tally("P2", states: 100, images: 90, checks: 4),
            tally("P3", states: 100, images: 99, checks: 40),
            tally("N3", states: 10, images: 8, checks: 8),
        ]
        var kill = ExactKill(operation: 412, isAfter: true, predicted: "a1b2")
        kill.found = "a1b2"
        record.exactKills = [kill]
        record.phases = [
            PhaseRecord(name: "preload", isMeasured: false, began: 0, ended: instant(100)),
            PhaseRecord(
                name: "import", isMeasured: true, began: instant(100), ended: instant(3_100)),
        ]
        record.edits = edits(isLate: isLate, mode)
        record.recordedNanoseconds = instant(3_100)
        configuration.exploration = record
        configuration.losses = losses(of: record)
        configuration.kills = [random(1, lost: isLate ? 105 : 0), random(2, lost: 0)]
        return configuration
    }

    static func instant(_ milliseconds: Double) -> Int64 { Int64(milliseconds * 1e6) }

    private static func tally(
        _ model: String, states: Int, images: Int, checks: Int
    ) -> CrashTally {
        var tally = CrashTally(model: model)
        tally.states = states
        tally.images = images
        tally.checks = checks
        return tally
    }

    private static func random(_ index: Int, lost: Int) -> CrashRecord {
        CrashRecord(
            index: index, point: "random", at: 812.5 * Double(index), occurrence: 0,
            editsMade: 300, editsSaved: 290, editsCommitted: 290 - lost,
            editsRecovered: 290 - lost, editsLost: lost, editsDirtyLost: 10,
            verdict: .predicted, detail: "")
    }

    // MARK: Edits

    private static func edits(isLate: Bool, _ mode: String) -> [EditRecord] {
        let batches = (0..<20).map { (role: "importer", at: 110 + 75 * Double($0), took: 30.0) }
        let notes = (0..<14).map { (role: "ui", at: 150 + 210 * Double($0), took: 4.0) }
        let all = (batches + notes).sorted { $0.at < $1.at }
        let commits = all.map { edit -> Double in
            let saved = edit.at + edit.took
            return isLate ? (saved / 1_000).rounded(.up) * 1_000 + 6 : saved - 1
        }
        return all.enumerated().map { number, edit in
            let committed = commits[number]
            let durable: Double? =
                switch mode {
                // A checkpoint comes once, before the last edits.
                case "wal/normal": committed < 2_050 ? 2_050 : nil
                case "delete/full": commits.filter { $0 > committed }.min()
                // On the disk a little before COMMIT returns.
                default: committed - 0.2
                }
            return EditRecord(
                operation: number, role: edit.role, phase: "import",
                count: edit.role == "ui" ? 1 : 100, edited: instant(edit.at),
                saved: instant(edit.at + edit.took), committed: instant(committed),
                durable: durable.map(instant))
        }
    }

    // MARK: Figures

    private static func losses(of record: ExplorationRecord) -> [Figure] {
        let phase = record.phases[1]
        let time = Interval(began: phase.began, ended: phase.ended)
        return ["", "importer", "ui"].flatMap { role -> [Figure] in
            let edits = record.edits.filter { role.isEmpty || $0.role == role }
            func window(
                _ begin: KeyPath<EditRecord, Int64?>, _ end: KeyPath<EditRecord, Int64?>
            ) -> [LossWindow] {
                edits.compactMap { edit in
                    edit[keyPath: begin].map {
                        LossWindow(opened: $0, closed: edit[keyPath: end], edits: edit.count)
                    }
                }
            }
            let dirty = edits.map {
                LossWindow(opened: $0.edited, closed: $0.committed, edits: $0.count)
            }
            return figures("loss.kill", window(\.saved, \.committed), time, role)
                + figures("loss.power", window(\.saved, \.durable), time, role)
                + figures("loss.dirty", dirty, time, role)
                + [figure("loss.never_durable", "total", 0, "edits", role)]
        }
    }

    private static func figures(
        _ metric: String, _ windows: [LossWindow], _ time: Interval, _ role: String
    ) -> [Figure] {
        let loss = LossFigures(windows: windows, over: time)
        return [
            figure(metric, "exposure", loss.exposure, "edits", role),
            figure(metric, "max", Double(loss.max), "edits", role),
            figure(metric, "longest_window", loss.longestWindowSeconds, "s", role),
        ]
    }

    static func figure(
        _ metric: String, _ statistic: String, _ value: Double, _ unit: String = "edits",
        _ role: String = ""
    ) -> Figure {
        Figure(
            metric: metric, statistic: statistic, value: value, unit: unit, better: .lower,
            phase: "all", role: role, count: 34)
    }

    // MARK: What can go wrong

    /// A state that recovers to a wrong store.
    static func violated(_ configuration: inout CrashConfiguration, control: String = "") {
        configuration.exploration?.control = control
        configuration.exploration?.violations = [
            CrashViolation(
                state: "P3/682/17", message: "commit 7, though 9 was promised to stay",
                cause: "write 412 stayed, write 398 was lost"),
            CrashViolation(state: "K0/12", message: "a table is torn"),
        ]
        configuration.exploration?.tallies[4].violations = 1
        configuration.exploration?.tallies[0].violations = 1
        guard control.isEmpty else { return }
        configuration.failure = RunFailure(
            kind: .recoveryDiffers, message: "crash state P3/682/17 recovers to what it must not",
            details: ["P3/682/17: commit 7, though 9 was promised to stay"])
    }

    /// A configuration whose child ended before it wrote a report.
    static func trapped(_ topology: String, _ mode: String) -> CrashConfiguration {
        var configuration = CrashConfiguration(
            topology: topology, variant: topology, promise: "what is saved survives a kill",
            mode: mode)
        configuration.failure = RunFailure(
            kind: .trapped, message: "the child 4711 trapped", details: ["in a merge"])
        return configuration
    }
}
