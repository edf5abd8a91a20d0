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
        var (count, hangs, killed, powerless) = (0, 0.0, 0.0, 0.0)
        for (cell, worlds) in runs.enumerated() {
            for (world, run) in worlds.enumerated() {
                let sessions = sample.sessions[cell][world]
                guard sessions > 0 else { continue }
                count += sessions
                delays.append((run.delay, sessions))
                hangs += Double(sessions) * run.hangRate
                killed += Double(sample.kills[cell][world]) * run.lostByKill
                powerless += Double(sample.powerLosses[cell][world]) * run.lostByPower
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
            .hangRate: hangs / Double(count),
            .lostByKill: 1000 * killed / Double(count),
            .lostByPower: 1000 * powerless / Double(count),
        ].filter { !$0.value.isNaN }
    }

    /// The Monte-Carlo error of each statistic: its standard deviation over samples that draw
    /// sessions and worlds anew.
    package static func errors(
        of cells: [FleetSample.Cell], _ runs: [[SessionFigures]], sessions: Int,
        from stream: RandomStream
    ) -> [FleetStatistic: Double] {
        let worlds = runs.first?.count ?? 0
        var sums: [FleetStatistic: (sum: Double, squares: Double)] = [:]
        for sample in 0..<samples {
            // The same draws for every topology: only the runs differ.
            var own = stream.keyed(sample)
            let drawn = FleetSample(
                of: cells, worlds: worlds, count: sessions, resampled: true, from: &own)
            for (statistic, value) in values(of: drawn, runs) {
                let old = sums[statistic] ?? (0, 0)
                sums[statistic] = (old.sum + value, old.squares + value * value)
            }
        }
        let count = Double(samples)
        return sums.mapValues { sum, squares in
            max(0, (squares - sum * sum / count) / (count - 1)).squareRoot()
        }
    }

    private static let samples = 40
}
