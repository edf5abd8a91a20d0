import Results
import Verdicts

/// report.md of `lab study`.
struct StudyPage {
    /// An order or a claim, with its verdict and the figures behind it.
    struct Finding {
        let verdict: String
        let text: String
        let details: [String]
    }

    // The template reads the following properties by name.
    let name: String
    let title: String
    let source: String
    let found: String?
    let caution = SummaryText.caution
    let isInterrupted: Bool
    let failures: [ReportPage.Failure]
    let hasFailures: Bool
    let arms: ReportTable
    let pairs: ReportTable
    let hasPairs: Bool
    let pairsLegend = StudyColumns.pairsLegend
    let orders: [Finding]
    let hasOrders: Bool
    let claims: [Finding]
    let hasClaims: Bool
    let notes: [String]
    let hasNotes: Bool
    let commands: [ReportPage.Entry]
    let warnings: [RunWarning]
    let hasWarnings: Bool
    let provenance: ReportTable

    init(of judgement: StudyJudgement) {
        let result = judgement.result
        name = judgement.study.name
        title = judgement.study.title
        source = judgement.study.source
        let sentence = StudyNames.sentence(judgement)
        found = sentence.isEmpty ? nil : sentence
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
        orders = judgement.orders.map { verdict in
            Finding(
                verdict: StudyNames.verdict(of: verdict),
                text: "`\(verdict.order.metric)`: \(verdict.order.description)",
                details: verdict.steps.map(StudyNames.text)
                    + StudyNames.causes(of: verdict))
        }
        hasOrders = !orders.isEmpty
        claims = judgement.claims.map { verdict in
            Finding(
                verdict: StudyNames.verdict(of: verdict),
                text: "“\(verdict.claim.text)” (\(verdict.claim.source))",
                details: verdict.bounds.map(StudyNames.text))
        }
        hasClaims = !claims.isEmpty
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
