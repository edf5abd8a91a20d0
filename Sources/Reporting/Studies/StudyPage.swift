import Results
import Verdicts

/// report.md of `lab study`.
struct StudyPage {
    // The template reads the following properties by name.
    let name: String
    let title: String
    let source: String
    let found: String?
    let caution: String
    let isInterrupted: Bool
    let failures: [ReportPage.Failure]
    let hasFailures: Bool
    let arms: ReportTable
    let pairs: ReportTable
    let hasPairs: Bool
    let pairsLegend = StudyColumns.pairsLegend
    let orders: [StudyEntry]
    let hasOrders: Bool
    let claims: [StudyEntry]
    let order: String
    let method: String?
    let charts: [ReportPage.Picture]
    let undrawn: String?
    let hasClaims: Bool
    let notes: [String]
    let hasNotes: Bool
    let commands: [ReportPage.Entry]
    let warnings: [RunWarning]
    let hasWarnings: Bool
    let provenance: ReportTable

    /// - Parameter charts: those whose pictures stand in the folder `charts`.
    init(of judgement: StudyJudgement, charts: [Chart]) {
        let result = judgement.result
        name = judgement.study.name
        title = judgement.study.title
        source = judgement.study.source
        found = StudySummary.sentence(judgement)
        caution = Caution.text(of: result)
        isInterrupted = result.isInterrupted
        failures = result.arms.compactMap { arm in
            arm.result.failure.map {
                ReportPage.Failure(name: arm.label, message: $0.message, details: $0.details)
            }
        }
        hasFailures = !failures.isEmpty
        arms = ReportTable(StudyColumns.arms(judgement))
        pairs = ReportTable(StudyColumns.pairs(judgement.pairs))
        hasPairs = !judgement.pairs.isEmpty
        (orders, claims) = StudyEntry.all(of: judgement, mark: "`")
        hasOrders = !orders.isEmpty
        hasClaims = !claims.isEmpty
        order =
            result.simulated == nil
            ? "The arms took turns, and each round began with\nanother. No cost is put in by hand."
            : "They ran in virtual time:\nin each round the arms of one workload met the same "
                + "operations and the same times of syncs."
        method = StudySummary.method(judgement)
        let files = judgement.pairs.isEmpty ? nil : PublishedRatioChart.name
        undrawn =
            charts.isEmpty
            ? files.map { "The chart was not drawn; `charts/\($0).gp` draws it." } : nil
        self.charts = charts.map { ReportPage.Picture(title: $0.title, file: $0.name) }
        notes = judgement.study.notes
        hasNotes = !notes.isEmpty
        commands = result.arms.map { ReportPage.Entry(name: $0.label, text: Self.command(of: $0)) }
        warnings = result.warnings
        hasWarnings = !warnings.isEmpty
        provenance = Self.provenance(of: result)
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(of: self, StudyTemplate.text)
    }

    /// The command that runs an arm alone.
    private static func command(of arm: StudyArmResult) -> String {
        let words =
            ["lab", "--workload", arm.workload, "--topology", arm.variant]
            + arm.settings.flatMap { ["--set", "\($0.key)=\($0.value)"] } + arm.launchArguments
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.=:,/")
        return words.map { word in
            word.allSatisfy(plain.contains) ? word : "'\(word.replacing("'", with: "'\\''"))'"
        }.joined(separator: " ")
    }

    private static func provenance(of result: StudyResult) -> ReportTable {
        let host = result.host
        return ReportTable(
            head: ["what", "value"], left: 2,
            rows: [
                ["study", "`\(result.study)`, digest `\(result.digest)`"],
                ["commit", "`\(result.commit)`"],
                ["build", result.build],
                ["started", result.started],
                ["system", host.system],
                ["processor", "\(host.processor), \(host.cores) cores"],
                ["SQLite", host.sqlite],
                ["stores on", host.fileSystem],
            ])
    }
}
