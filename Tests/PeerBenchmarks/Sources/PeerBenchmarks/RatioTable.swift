import Foundation

/// The times of every arm over those of the first one, round by round.
struct RatioTable {
    let rounds: Rounds

    /// Median, lowest and highest ratio of an arm to the first.
    func ratio(_ arm: String, _ job: Job) -> (median: Double, low: Double, high: Double)? {
        guard let base = rounds.times[rounds.arms[0].name]?[job],
            let own = rounds.times[arm]?[job], base.count == own.count
        else { return nil }
        let ratios = zip(own, base).map { $0 / $1 }.sorted()
        return (Self.median(ratios), ratios.first!, ratios.last!)
    }

    func markdown() -> String {
        let names = rounds.arms.map(\.name)
        var lines = [
            "# Against SQLite and GRDB", "",
            """
            Times as multiples of the bare C API's in the same round: median (lowest–highest) of \
            \(rounds.count) rounds; the C column in milliseconds. \(Machine.description)
            """,
            "",
            "| job | " + names.joined(separator: " | ") + " |",
            "|---|" + String(repeating: "---|", count: names.count),
        ]
        for job in rounds.jobs {
            let base = Self.median((rounds.times[names[0]]?[job] ?? []).sorted()) / 1e6
            var cells = [String(format: "%.1f ms", base)]
            for name in names.dropFirst() {
                cells.append(
                    ratio(name, job).map {
                        String(format: "%.2f (%.2f–%.2f)", $0.median, $0.low, $0.high)
                    } ?? "–")
            }
            lines.append("| \(job.title) | " + cells.joined(separator: " | ") + " |")
        }
        lines += [
            "",
            """
            One process, arms rotated each round, ten integers a row, WAL with synchronous=NORMAL \
            and journal_size_limit=32768, which are the defaults of Apple's SQLite and the core's. \
            \(Machine.proviso)
            """,
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func median(_ sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1
            ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
