import Foundation

/// results.csv for tests.
///
/// None of its fields has a comma or a quote.
struct ResultsFile {
    struct Row {
        let cells: [String: String]

        subscript(column: String) -> String { cells[column] ?? "" }
        var name: String { "\(self["metric"]).\(self["stat"])" }
        var value: Double { Double(self["value"]) ?? .nan }
    }

    let columns: [String]
    let rows: [Row]

    init(_ text: String) {
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let columns = lines.first ?? []
        self.columns = columns
        rows = lines.dropFirst().map { line in
            Row(cells: Dictionary(uniqueKeysWithValues: zip(columns, line)))
        }
    }

    /// The names of the figures of a topology in a phase, over repetitions.
    func names(_ topology: String, _ phase: String) -> Set<String> {
        Set(summary(topology, phase).map(\.name))
    }

    /// A figure over repetitions and roles.
    func value(_ name: String, _ topology: String, _ phase: String) -> Double? {
        summary(topology, phase).first { $0.name == name && $0["role"].isEmpty }?.value
    }

    private func summary(_ topology: String, _ phase: String) -> [Row] {
        rows.filter {
            $0["repetition"].isEmpty && $0["variant"] == topology && $0["phase"] == phase
        }
    }
}
