import Execution
import Foundation

/// What a fleet's users meet, over all sessions.
package enum FleetStatistic: String, Sendable, CaseIterable {
    case delayMedian = "delay_p99.p50"
    case delayMost = "delay_p99.p95"
    case delayWorst = "delay_p99.p99"
    case hangRate = "hang_rate"
    case lostByKill = "lost_by_kill"
    case lostByPower = "lost_by_power"

    /// The values of all statistics.
    ///
    /// - Parameter runs: by cell and world.
    package static func values(
        of sample: FleetSample, _ runs: [[SessionFigures]]
    ) -> [FleetStatistic: Double] {
        var delays: [(value: Double, count: Int)] = []
        var (count, seconds, hangs) = (0, 0.0, 0.0)
        var (killed, powerless) = (Losses(), Losses())
        for (cell, worlds) in runs.enumerated() {
            for (world, run) in worlds.enumerated() {
                let sessions = sample.sessions[cell][world]
                guard sessions > 0 else { continue }
                count += sessions
                delays.append((run.delay, sessions))
                // A long session has more of an hour than a short one.
                seconds += Double(sessions) * run.length
                hangs += Double(sessions) * run.length * run.hangRate
                killed.add(run.lostByKill, times: sample.kills[cell][world])
                powerless.add(run.lostByPower, times: sample.powerLosses[cell][world])
            }
        }
        guard count > 0 else { return [:] }
        delays.sort { $0.value < $1.value }
        func quantile(_ share: Double) -> Double {
            var rest = Int((share * Double(count)).rounded(.up))
            for (value, number) in delays {
                rest -= number
                if rest <= 0 { return value }
            }
            return delays.last?.value ?? 0
        }
        return [
            .delayMedian: quantile(0.5), .delayMost: quantile(0.95), .delayWorst: quantile(0.99),
            .hangRate: hangs / seconds,
            .lostByKill: 1000 * killed.sum / Double(count),
            .lostByPower: 1000 * powerless.sum / Double(count),
        ].filter { !$0.value.isNaN }
    }

    /// What crashed sessions lose, over those whose runs have a figure for it: none has the loss of
    /// power with a store in memory.
    private struct Losses {
        private var known: Double?
        /// Not a number if no run had a figure, or a crash met a run without one.
        var sum: Double { known ?? .nan }

        mutating func add(_ edits: Double, times crashes: Int) {
            guard crashes > 0 || !edits.isNaN else { return }
            known = (known ?? 0) + Double(crashes) * edits
        }
    }

    /// The Monte-Carlo error of each statistic: its standard deviation over samples that draw
    /// sessions and worlds anew.
    ///
    /// No statistic has one without samples.
    ///
    /// - Parameter samples: the same for every topology: only the runs differ.
    package static func errors(
        over samples: [FleetSample], _ runs: [[SessionFigures]]
    ) -> [FleetStatistic: Double] {
        var drawn: [FleetStatistic: [Double]] = [:]
        for sample in samples {
            for (statistic, value) in values(of: sample, runs) {
                drawn[statistic, default: []].append(value)
            }
        }
        return drawn.mapValues { values in
            let mean = values.reduce(0, +) / Double(values.count)
            let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return (squares / Double(max(1, values.count - 1))).squareRoot()
        }
    }

    /// The samples that errors are of; none of a single world, which does not tell how far others
    /// are from it.
    package static func samples(
        of cells: [FleetSample.Cell], worlds: Int, sessions: Int, from stream: RandomStream
    ) -> [FleetSample] {
        guard worlds > 1 else { return [] }
        return (0..<samples).map { number in
            var own = stream.keyed(number)
            return FleetSample(
                of: cells, worlds: worlds, count: sessions, resampled: true, from: &own)
        }
    }

    private static let samples = 40
}
