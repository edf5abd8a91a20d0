import Execution
import Foundation
import Reporting
import Results
import Simulation
import Statistics

/// What `lab calibrate` prints and writes of a simulation's error.
package struct AccuracyText {
    package static let pageName = "accuracy.md"
    package static let tableName = "accuracy.csv"
    package static let residualsName = "residuals.csv"
    package static let observationsName = "observations.csv"

    private let accuracy: Accuracy
    private let device: Device
    private let repetitions: Int
    private let draws: Int
    private let observations: [CostObservation]

    /// - Parameters:
    ///   - repetitions: of each measured median.
    ///   - draws: of each simulated one.
    ///   - observations: what main did in each phase, and how long it took.
    package init(
        _ accuracy: Accuracy, of device: Device, repetitions: Int, draws: Int,
        observations: [CostObservation] = []
    ) {
        self.accuracy = accuracy
        self.observations = observations
        self.device = device
        self.repetitions = repetitions
        self.draws = draws
    }

    /// Writes the page and both tables, or none of them.
    ///
    /// - Throws: `ReportingError`.
    func write(to folder: ReportFolder) throws {
        var files = FileBatch(option: "--report")
        try files.add(table, as: "\(folder.path)/\(Self.tableName)")
        try files.add(residuals, as: "\(folder.path)/\(Self.residualsName)")
        try files.add(observed, as: "\(folder.path)/\(Self.observationsName)")
        try files.add(Array(page.utf8), as: "\(folder.path)/\(Self.pageName)")
        try files.publish()
    }

    // MARK: Text

    /// The table on standard output, with what it means.
    package func summary(width: Int) -> String {
        let lines =
            TextLines.wrapped(
                "Simulated on \(device.name) against measured here, \(medians):", width: width)
            + [""] + TextTable(columns: columns, labels: 2).lines(width: width) + [""]
            + TextLines.wrapped(loss, width: width)
            + (doubts.isEmpty ? [] : [""] + TextLines.wrapped(doubts, width: width))
        return lines.joined(separator: "\n")
    }

    private var medians: String {
        let runs = repetitions == 1 ? "one run" : "medians of \(repetitions) runs"
        let simulated = draws == 1 ? "the draw" : "those of the \(draws) draws"
        return "\(runs) against \(simulated) whose operations they execute, each simulated "
            + "\(CalibrationPlan.chances) times"
    }

    private var columns: [TextTable.Column] {
        let rows = accuracy.rows
        func cells(_ text: (Accuracy.Row) -> String) -> [String] { rows.map(text) }
        var former: Measure?
        let names = rows.map { row in
            defer { former = row.measure }
            return row.measure == former ? "" : row.measure.shortName
        }
        return [
            .init(title: "figure", alignsLeft: true, cells: names),
            .init(title: "", alignsLeft: true, cells: cells(\.subject.rawValue)),
            .init(title: "told", cells: cells { String($0.told) }),
            .init(title: "order", cells: cells { Self.percent($0.share) }),
            .init(title: "rho", cells: cells { Self.coefficient($0.rho) }),
            .init(title: "error", cells: cells { Self.percent($0.error?.meanAbsolute) }),
            .init(title: "p50", cells: cells { Self.percent($0.error?.p50) }),
            .init(title: "p90", cells: cells { Self.percent($0.error?.p90) }),
            .init(title: "bias", cells: cells { Self.percent($0.error?.bias) }),
        ]
    }

    private var loss: String {
        let clauses = Accuracy.Loss.Kind.allCases.compactMap(lossClause)
        guard !clauses.isEmpty else {
            return "No topology lost as many edits at most by a kill in each repetition of a draw, "
                + "so that no loss can be compared."
        }
        return "Most edits lost by a kill, where all repetitions of a draw have one number: "
            + clauses.joined(separator: "; ") + "."
    }

    /// How many topologies have the measured number, and those that have not; `nil` without any.
    private func lossClause(of kind: Accuracy.Loss.Kind) -> String? {
        let losses = accuracy.losses(of: kind)
        guard !losses.all.isEmpty else { return nil }
        let group =
            switch kind {
            case .exact: "\(losses.all.count) whose saves end in the store"
            case .flushed: "\(losses.all.count) that flush later, where time decides, too"
            }
        let wrong = losses.all.filter { !$0.isSame }.map {
            "\($0.workload) on \($0.variant): \(NumberText.short($0.measured)), simulated "
                + NumberText.short($0.simulated)
        }
        guard !wrong.isEmpty else { return "the same in all \(group)" }
        return "the same in \(losses.same) of \(group) (not in \(wrong.joined(separator: "; ")))"
    }

    /// The topologies of which times have an order and no error; empty without any.
    private var doubts: String {
        let clauses = AccuracyValue.Doubt.allCases.compactMap { doubt -> String? in
            let values = accuracy.values(of: Metric.mainDelay[.p99], inDoubt: doubt)
            guard !values.isEmpty else { return nil }
            let reason =
                switch doubt {
                case .disturbed:
                    "all times but the busy one, the machine disturbed every repetition"
                case .saturated:
                    "delays and stalls, main is simulated without an idle moment for half of the "
                        + "phase or longer, where a cost that is a little off decides when its "
                        + "queue drains"
                }
            let names = values.map { "\($0.workload) on \($0.variant)" }
            return "\(reason): \(names.joined(separator: ", "))"
        }
        guard !clauses.isEmpty else { return "" }
        return "With an order and no error: " + clauses.joined(separator: "; ") + "."
    }

    /// `12 %`, `-0.5 %`; a dash where there is none.
    private static func percent(_ share: Double?) -> String {
        guard let share else { return "–" }
        let percent = share * 100
        return abs(percent) < 9.95
            ? String(format: "%.1f %%", percent) : "\(NumberText.grouped(percent)) %"
    }

    private static func coefficient(_ value: Double?) -> String {
        value.map { String(format: "%.2f", $0) } ?? "–"
    }

    // MARK: The page

    private var page: String {
        var text = "# The error of \(device.name)\n\n"
        if let calibration = device.calibration {
            text += """
                \(calibration.machine); SQLite \(calibration.sqlite); \
                commit \(calibration.commit); \(calibration.date).


                """
        }
        text += """
            Simulated against measured, \(medians). *Held out* are pairs of workload and topology \
            that the costs were not fitted to. *Told*: the pairs of topologies that the measured \
            runs tell apart; *order*: those of them that the row puts in the right order; *rho*: \
            Spearman's correlation of their ratios. *Error*: the mean of the absolute error; \
            *bias*: the mean with its sign. *Other topology* is no model: the measured figure of \
            another topology in the same workload. *Counts alone* is no model either: the pieces \
            of counted work, all kinds alike, times the one factor that suits the fitted pairs \
            best. *Machine halves* is the noise: even repetitions of the same operations against \
            odd ones.


            """
        text += Self.markdown(columns, left: 2) + "\n" + loss + "\n"
        if !doubts.isEmpty { text += "\n" + doubts + "\n" }
        if device.calibration != nil {
            text += "\n## The costs\n\n" + Self.markdown(costs, left: 1)
        }
        text += "\n## Where it is off\n\nThe busy time of main, the worst first.\n\n"
        return text + Self.markdown(worst, left: 3)
    }

    private var costs: [TextTable.Column] {
        let known = DeviceExplanation.fittedCosts(of: device)
        return [
            .init(title: "work", alignsLeft: true, cells: known.map(\.name)),
            .init(title: "cost", cells: known.map(\.text)),
        ]
    }

    private var worst: [TextTable.Column] {
        let values = accuracy.values
            .filter { $0.measure == Metric.mainBusy[.total] && $0.error != nil }
            .enumerated().sorted { left, right in
                let errors = (abs(left.element.error!), abs(right.element.error!))
                return errors.0 == errors.1 ? left.offset < right.offset : errors.0 > errors.1
            }.map(\.element)
        return [
            .init(title: "workload", alignsLeft: true, cells: values.map(\.workload)),
            .init(title: "topology", alignsLeft: true, cells: values.map(\.variant)),
            .init(title: "part", alignsLeft: true, cells: values.map(\.part.rawValue)),
            .init(title: "measured (ms)", cells: values.map { NumberText.short($0.measured) }),
            .init(title: "simulated (ms)", cells: values.map { NumberText.short($0.simulated) }),
            .init(title: "error", cells: values.map { Self.percent($0.error) }),
        ]
    }

    private static func markdown(_ columns: [TextTable.Column], left: Int) -> String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
        let rules = columns.indices.map { $0 < left ? ":--" : "--:" }
        let count = columns.first?.cells.count ?? 0
        return line(columns.map(\.title)) + line(rules)
            + (0..<count).map { row in line(columns.map { $0.cells[row] }) }.joined()
    }

    // MARK: Tables

    /// A row for each measure and subject; the loss by a kill has two of its own.
    package var table: [UInt8] {
        var table = CSVTable(columns: [
            "metric", "stat", "subject", "told", "in_order", "share", "rho", "figures", "error",
            "p50", "p90", "bias",
        ])
        func text(_ value: Double?) -> String { value.map(NumberText.exact) ?? "" }
        for row in accuracy.rows {
            table.append([
                row.measure.metric, row.measure.statistic.rawValue, row.subject.rawValue,
                String(row.told), String(row.inOrder), text(row.share), text(row.rho),
                String(row.error?.count ?? 0), text(row.error?.meanAbsolute),
                text(row.error?.p50), text(row.error?.p90), text(row.error?.bias),
            ])
        }
        let measure = Metric.lossKill[.max]
        for kind in Accuracy.Loss.Kind.allCases {
            let losses = accuracy.losses(of: kind)
            let share = losses.all.isEmpty ? nil : Double(losses.same) / Double(losses.all.count)
            table.append([
                measure.metric, measure.statistic.rawValue, kind.rawValue,
                String(losses.all.count), String(losses.same), text(share), "",
                String(losses.all.count), "", "", "", "",
            ])
        }
        return table.bytes
    }

    /// A row for each phase: the busy time of main, and the work that it did.
    package var observed: [UInt8] {
        var table = CSVTable(
            columns: ["workload", "topology", "phase", "part", "busy"]
                + Work.counted.map(\.name) + Cause.allCases.map { "share." + $0.rawValue })
        for row in observations {
            table.append(
                [row.workload, row.variant, row.phase, row.part.rawValue]
                    + [NumberText.exact(row.busyNanoseconds)]
                    + Work.counted.map { NumberText.exact(row.amounts[$0, default: 0]) }
                    + Cause.allCases.map { NumberText.exact(row.causes[$0, default: 0]) })
        }
        return table.bytes
    }

    /// A row for each figure of each topology in each workload.
    package var residuals: [UInt8] {
        var table = CSVTable(columns: [
            "workload", "topology", "part", "metric", "stat", "unit", "measured", "simulated",
            "error", "other", "work", "counted", "even", "odd", "doubt",
        ])
        func text(_ value: Double?) -> String { value.map(NumberText.exact) ?? "" }
        for value in accuracy.values {
            table.append([
                value.workload, value.variant, value.part.rawValue, value.measure.metric,
                value.measure.statistic.rawValue, value.measure.unit.rawValue,
                text(value.measured), text(value.simulated), text(value.error), text(value.other),
                text(value.work), text(value.counted), text(value.halves?.even),
                text(value.halves?.odd), value.doubt?.rawValue ?? "",
            ])
        }
        return table.bytes
    }
}
