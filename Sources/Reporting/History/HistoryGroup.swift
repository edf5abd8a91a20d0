import Results
import Verdicts

/// The series of a history that are drawn together: of one workload, on one machine.
package struct HistoryGroup: Sendable {
    /// A night: the date and commit that its values share.
    struct Run: Hashable {
        var date: String
        var commit: String
    }

    /// A file's base name: `history-smoke`, and with a number where the workload or the machine
    /// changed.
    package let name: String
    /// The first series' key: all series share its workload, machine and build.
    package let key: HistorySeries.Key
    package let series: [HistorySeries]
    /// By date.
    let runs: [Run]

    /// All groups, in the order in which they first appear.
    package static func groups(of series: [HistorySeries]) -> [HistoryGroup] {
        struct Place: Hashable {
            var workload: String
            var digest: String
            var mode: String
            var device: String
            var build: String
            var cores: Int
            var machine: String?
        }
        var order: [Place] = []
        var members: [Place: [HistorySeries]] = [:]
        for one in series {
            let place = Place(
                workload: one.key.workload, digest: one.key.workloadDigest, mode: one.key.mode,
                device: one.key.device, build: one.key.build, cores: one.key.cores,
                machine: one.key.machine)
            if members[place] == nil { order.append(place) }
            members[place, default: []].append(one)
        }
        var counts: [String: Int] = [:]
        return order.map { place in
            counts[place.workload, default: 0] += 1
            let number = counts[place.workload]!
            return HistoryGroup(
                name: "history-\(FileName.safe(place.workload))" + (number > 1 ? "-\(number)" : ""),
                series: members[place]!)
        }
    }

    private init(name: String, series: [HistorySeries]) {
        self.name = name
        self.series = series
        key = series[0].key
        runs = Set(series.flatMap(\.records).map { Run(date: $0.date, commit: $0.commit) })
            .sorted { ($0.date, $0.commit) < ($1.date, $1.commit) }
    }

    /// The index of a record among the runs, from 0.
    func place(of record: HistoryRecord) -> Int? {
        runs.firstIndex(of: Run(date: record.date, commit: record.commit))
    }

    /// The topologies' variants, in the order in which they first appear.
    var variants: [String] {
        series.reduce(into: [String]()) { names, one in
            if !names.contains(one.key.variant) { names.append(one.key.variant) }
        }
    }
}
