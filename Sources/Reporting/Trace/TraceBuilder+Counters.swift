import Results
import Statistics

// MARK: - Counters

extension TraceBuilder {
    /// Edits at risk by a kill and by a loss of power, edits that are not saved, and the log.
    func counters() -> [TraceProcess.Counter] {
        [atRisk(), log()].compactMap(\.self)
    }

    private func atRisk() -> TraceProcess.Counter? {
        guard let last = record.phases.last?.ended, last > record.began, !record.edits.isEmpty
        else { return nil }
        let risk = AtRisk(
            edits: record.edits, role: "", over: Interval(began: record.began, ended: last),
            knowsDurability: record.knowsDurability)
        let names = ["kill", "not saved"] + (record.knowsDurability ? ["power"] : [])
        return TraceProcess.Counter(
            name: "edits at risk", series: names,
            points: risk.joined.map { step in
                TraceProcess.Counter.Point(
                    time: step.time,
                    values: [step.kill, step.dirty] + (step.power.map { [$0] } ?? []))
            })
    }

    /// The bytes that were written to the write-ahead log since the last checkpoint ended.
    private func log() -> TraceProcess.Counter? {
        guard let store = record.storeTimeline else { return nil }
        let writes = store.calls.filter { $0.kind == .write && $0.file == .log }
            .map { (time: $0.ended, bytes: $0.bytes, isReset: false) }
        guard !writes.isEmpty else { return nil }
        let resets = store.checkpoints.map { (time: $0.ended, bytes: 0, isReset: true) }
        var bytes = 0
        let points = (writes + resets).sorted { $0.time < $1.time }.map { event in
            bytes = event.isReset ? 0 : bytes + event.bytes
            return TraceProcess.Counter.Point(time: event.time, values: [bytes])
        }
        return TraceProcess.Counter(
            name: "log since the last checkpoint", series: ["bytes"], points: points)
    }
}

// MARK: - Instants

extension TraceBuilder {
    /// Frames that were missed, kills of other runs, and checkpoints.
    ///
    /// - Parameter main: the index of main's track; `nil` if main did nothing.
    func instants(main: Int?) -> [TraceProcess.Instant] {
        let checkpoints = (record.storeTimeline?.checkpoints ?? []).map { checkpoint in
            TraceProcess.Instant(
                kind: "checkpoint", name: "checkpoint done", time: checkpoint.ended,
                arguments: [("bytes", .number(checkpoint.bytes))])
        }
        return (missedFrames(main) + kills() + checkpoints).sorted { $0.time < $1.time }
    }

    /// The vsyncs at which a frame was to be shown, and was not yet drawn.
    private func missedFrames(_ main: Int?) -> [TraceProcess.Instant] {
        // The smallest gap is the display's period: larger ones contain frames that were dropped.
        let gaps = zip(record.frames, record.frames.dropFirst()).map { $1.due - $0.due }
        guard let period = gaps.filter({ $0 > 0 }).min() else { return [] }
        return record.frames.compactMap { frame in
            // Vsyncs come in whole nanoseconds, periods do not.
            let late = frame.finished - frame.due - period
            guard late > period / 1_000_000 else { return nil }
            return TraceProcess.Instant(
                kind: "frame", name: "frame missed", time: frame.due + period, track: main,
                arguments: [("late_us", .time(late))])
        }
    }

    /// Where a process of its own was killed, with what that took.
    private func kills() -> [TraceProcess.Instant] {
        crashes.map { crash in
            TraceProcess.Instant(
                kind: "kill", name: "kill of another run: \(crash.editsLost) saved edits lost",
                time: record.began + Int64(crash.at * 1e6),
                arguments: [
                    ("lost", .number(crash.editsLost)),
                    ("not_saved", .number(crash.editsDirtyLost)), ("point", .text(crash.point)),
                ])
        }
    }
}
