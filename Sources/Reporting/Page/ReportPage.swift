import Results
import Verdicts

/// report.md: one page that a design review reads from the top.
package struct ReportPage {
    struct Entry {
        let name: String
        let text: String
    }

    struct Failure {
        let name: String
        let message: String
        let details: [String]
    }

    struct Picture {
        let title: String
        let file: String
    }

    /// All pairs of topologies in one figure.
    struct Matrix {
        let figure: String
        let table: ReportTable
    }

    /// The orders of topologies where costs are uncertain, and the costs behind them.
    struct Sureness {
        let sentence: String
        let orders: ReportTable
        let whatIf: ReportTable?
    }

    struct StallEntry {
        let number: Int
        let length: String
        let topology: String
        let story: String
    }

    // The templates read the following properties by name.
    let title: String
    let question: String
    let expect: String
    let conclusion: String?
    let telling: String?
    let tellingMethod: String?
    let caution: String
    let isSimulated: Bool
    let isInterrupted: Bool
    let planted: String?
    let phase: String
    let repetitions: String
    let legend: String
    let figures: ReportTable
    let pairs: ReportTable?
    let matrices: [Matrix]
    let hasMatrices: Bool
    /// How sure the order is where costs are uncertain; `nil` where they are not.
    let sureness: Sureness?
    let promises: [Entry]
    let failures: [Failure]
    let hasFailures: Bool
    let failuresNote = """
        A topology that went wrong has no figures: a stack that ends with other data did other work.
        """
    let charts: [Picture]
    let undrawn: String?
    let stalls: [StallEntry]
    let hasStalls: Bool
    let sweep: ReportSweep?
    let limits: [Entry]
    let limitSentence: String?
    let hasLimits: Bool
    let loss: ReportTable
    let hasPowerLoss: Bool
    let crashes: ReportTable
    let hasCrashes: Bool
    let operations: ReportTable
    let hasOperations: Bool
    let work: ReportTable
    let hasWork: Bool
    let warnings: [RunWarning]
    let hasWarnings: Bool
    let settings: [Entry]
    let hasSettings: Bool
    let quality: String?
    let provenance: ReportTable

    /// - Parameter charts: the charts whose pictures are in the folder `charts`.
    package init(of result: WorkloadResult, charts: [Chart]) {
        let headlines = Headline.all(of: result)
        title = result.title
        question = result.question
        expect = result.expect
        caution = Caution.text(of: result)
        isSimulated = result.simulated != nil
        let sweep = Sweep(result)
        self.sweep = sweep.map(ReportSweep.init)
        let ranking = Ranking(of: result)
        conclusion =
            sweep.map { SweepConclusion.sentences($0, of: result, ranking) }
            ?? Conclusion.sentence(of: result, ranking)
        telling = TellingText.sentence(of: result, ranking)
        tellingMethod = TellingText.method(of: result)
        pairs = result.sweep == nil ? PairsTable.table(of: ranking) : nil
        matrices = result.sweep == nil ? PairsTable.matrices(of: ranking) : []
        hasMatrices = !matrices.isEmpty
        sureness = UncertaintyText.sentence(of: result).map {
            Sureness(
                sentence: $0, orders: UncertaintyTables.orders(on: result),
                whatIf: UncertaintyTables.whatIf(on: result))
        }
        isInterrupted = result.isInterrupted
        let planted = result.topologies.filter { $0.isPlanted == true }.map { "`\($0.variant)`" }
        self.planted = planted.isEmpty ? nil : TextLines.list(planted)
        phase = result.headlinePhase
        repetitions = RunQuality.repetitions(of: result)
        let columns = SummaryColumns.columns(of: headlines, ranking)
        legend = SummaryColumns.legend(headlines, ranking, of: columns)
        figures = ReportTable(columns)
        promises = result.topologies.map { Entry(name: $0.variant, text: $0.promise) }
        failures = result.topologies.compactMap { topology in
            topology.failure.map {
                Failure(name: topology.variant, message: $0.message, details: $0.details)
            }
        }
        hasFailures = !failures.isEmpty
        self.charts = charts.map { Picture(title: $0.title, file: $0.name) }
        undrawn =
            charts.isEmpty ? "No chart was drawn; scripts and data are in `charts/`." : nil
        stalls = Stall.worst(3, of: result).enumerated().map { index, stall in
            StallEntry(
                number: index + 1, length: NumberText.short(Double(stall.length) / 1e6),
                topology: stall.topology, story: SummaryText.story(of: stall))
        }
        hasStalls = !stalls.isEmpty
        limits = LimitSummary.all(of: result).map { Entry(name: $0.limit, text: $0.text) }
        hasLimits = !limits.isEmpty
        limitSentence = LimitSummary.sentence(of: result)
        loss = ReportTables.loss(headlines)
        hasPowerLoss = headlines.contains { $0.value(Metric.lossPower[.max]) != nil }
        crashes = ReportTables.crashes(of: result)
        hasCrashes = !crashes.rows.isEmpty
        operations = ReportTables.operations(headlines)
        hasOperations = !operations.rows.isEmpty
        work = ReportTables.work(headlines)
        hasWork = !work.rows.isEmpty
        warnings = result.warnings
        hasWarnings = !warnings.isEmpty
        settings = result.topologies.compactMap { topology in
            topology.settings.map {
                Entry(name: topology.variant, text: SettingsText.line(of: $0))
            }
        }
        hasSettings = !settings.isEmpty
        quality = RunQuality(result)?.text
        provenance = ReportTables.provenance(of: result)
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(
            of: self, ReportTemplate.text, partials: ["method": MethodTemplate.text])
    }
}
