import Results
import Statistics

/// One figure over the nights, which can be drawn as one line and searched for changes.
package struct HistorySeries: Sendable {
    /// The properties that all values of a series share.
    package struct Key: Codable, Sendable, Hashable {
        package var workload: String
        package var workloadDigest: String
        package var mode: String
        package var device: String
        package var build: String
        package var cores: Int
        package var machine: String?
        package var topology: String
        package var variant: String
        package var phase: String
        package var role: String
        package var metric: String
        package var unit: String
        package var better: Polarity

        init(_ record: HistoryRecord) {
            workload = record.workload
            workloadDigest = record.workloadDigest
            mode = record.mode
            device = record.device
            build = record.build
            cores = record.cores
            machine = record.machine
            topology = record.topology
            variant = record.variant
            phase = record.phase
            role = record.role
            metric = record.metric
            unit = record.unit
            better = record.better
        }
    }

    package let key: Key
    /// By date; of one date in the file's order.
    package let records: [HistoryRecord]

    /// All series of a history, in the order in which they first appear.
    package static func series(of records: [HistoryRecord]) -> [HistorySeries] {
        var places: [Key: Int] = [:]
        var groups: [(key: Key, records: [HistoryRecord])] = []
        for record in records {
            let key = Key(record)
            if let place = places[key] {
                groups[place].records.append(record)
            } else {
                places[key] = groups.count
                groups.append((key, [record]))
            }
        }
        return groups.map { group in
            let order = group.records.indices.sorted {
                (group.records[$0].date, $0) < (group.records[$1].date, $1)
            }
            return HistorySeries(key: group.key, records: order.map { group.records[$0] })
        }
    }

    /// Whether its values have no noise: values of virtual time.
    package var isExact: Bool { key.mode == ResultFigures.simulatedMode }

    /// Whether chance could show a change in it: it has noise, and values for two levels.
    package var isQuestion: Bool { !isExact && records.count >= 2 * ChangePoints.minimumLength }

    /// The points at which the level of the series changed.
    ///
    /// - Parameters:
    ///   - questions: how many series are searched. The level of the test is divided by it
    ///     (Bonferroni), so that a history of many series does not show more changes by chance than
    ///     one of a single series.
    ///   - smallest: the smallest ratio that counts, as a share: 0.01. Figures in virtual time have
    ///     no noise, and any change of them counts.
    package func changes(among questions: Int = 1, smallest: Double = 0) -> [SeriesChange] {
        let level = ChangePoints().level / Double(isExact ? 1 : max(questions, 1))
        return ChangePoints(level: level).find(in: records.map(\.value))
            .map { SeriesChange($0, in: self) }
            .filter { isExact || $0.size >= smallest }
    }
}

extension HistorySeries.Key {
    /// The series' name in commands: `smoke/siblings/main.busy.total`, and its role if it has one.
    package var name: String {
        "\(workload)/\(variant)/\(metric)" + (role.isEmpty ? "" : "/\(role)")
    }
}
