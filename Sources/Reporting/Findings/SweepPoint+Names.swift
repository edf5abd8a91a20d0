import Results

extension SweepPoint {
    /// Results of a sweep by their rows: `siblings at every value`, `single-main at 10 and 50`; one
    /// that ran once goes by its name alone.
    static func names(of topologies: [TopologyResult], values: [String]) -> [String] {
        var rows: [(name: String, values: [String])] = []
        for topology in topologies {
            guard let point = topology.point else { continue }
            if let index = rows.firstIndex(where: { $0.name == point.row }) {
                rows[index].values += [point.value].compactMap(\.self)
            } else {
                rows.append((point.row, [point.value].compactMap(\.self)))
            }
        }
        return rows.map { row in
            if row.values.isEmpty { return row.name }
            return row.values.count == values.count
                ? "\(row.name) at every value" : "\(row.name) at \(TextLines.list(row.values))"
        }
    }
}
