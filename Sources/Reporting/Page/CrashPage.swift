import Results

/// report.md of `lab crash`: one page that a design review reads from the top.
package struct CrashPage {
    // The templates read the following properties by name.
    let title: String
    let workload: String
    let question = "What does each crash take from each topology, in each mode of SQLite?"
    let conclusion: String?
    let states: String?
    let caution = SummaryText.caution
    let isInterrupted: Bool
    let missing: String?
    let losses: ReportTable
    let hasLosses: Bool
    let promises: [ReportPage.Entry]
    let failures: [ReportPage.Failure]
    let hasFailures: Bool
    let charts: [ReportPage.Picture]
    let undrawn: String?
    let models: ReportTable
    let explorations: ReportTable
    let hasExplorations: Bool
    let violations: [CrashViolations]
    let hasViolations: Bool
    let kills: ReportTable
    let hasKills: Bool
    let silent: [ReportPage.Entry]
    let hasSilent: Bool
    let unmeasured: [ReportPage.Entry]
    let hasUnmeasured: Bool
    let settings: [ReportPage.Entry]
    let hasSettings: Bool
    let warnings: [RunWarning]
    let hasWarnings: Bool
    let provenance: ReportTable

    /// - Parameter charts: those whose pictures stand in the folder `charts`.
    package init(of result: CrashResult, charts: [Chart]) {
        let configurations = result.configurations
        title = result.head.title
        workload = result.head.workload
        conclusion = CrashConclusion.sentences(configurations)
        states = CrashConclusion.states(configurations)
        isInterrupted = result.head.isInterrupted
        let unrun = configurations.filter { $0.exploration == nil && $0.failure == nil }
        missing = unrun.isEmpty ? nil : TextLines.list(unrun.map { "`\($0.name)`" })
        losses = CrashTables.losses(configurations, unmeasured: result.unmeasured)
        hasLosses = !losses.rows.isEmpty
        promises = configurations.variants.compactMap { variant in
            configurations.first { $0.variant == variant }.map {
                ReportPage.Entry(name: variant, text: $0.promise)
            }
        }
        failures = configurations.compactMap { configuration in
            configuration.failure.map {
                ReportPage.Failure(
                    name: configuration.name, message: $0.message, details: $0.details)
            }
        }
        hasFailures = !failures.isEmpty
        self.charts = charts.map { ReportPage.Picture(title: $0.title, file: $0.name) }
        undrawn = charts.isEmpty ? "No chart was drawn; scripts and data are in `charts/`." : nil
        models = CrashTables.models(configurations)
        explorations = CrashTables.explorations(configurations)
        hasExplorations = !explorations.rows.isEmpty
        violations = configurations.compactMap { CrashViolations($0, of: result) }
        hasViolations = !violations.isEmpty
        kills = CrashTables.kills(configurations)
        hasKills = !kills.rows.isEmpty
        silent = configurations.compactMap { configuration in
            guard let count = configuration.loss(Metric.lossSilent[.total]), count > 0 else {
                return nil
            }
            return ReportPage.Entry(name: configuration.name, text: NumberText.grouped(count))
        }
        hasSilent = !silent.isEmpty
        unmeasured = result.unmeasured.map { .init(name: $0.type, text: $0.reason) }
        hasUnmeasured = !unmeasured.isEmpty
        settings = configurations.variants.compactMap { variant in
            configurations.first { $0.variant == variant }?.settings.map {
                ReportPage.Entry(name: variant, text: SettingsText.line(of: $0))
            }
        }
        hasSettings = !settings.isEmpty
        warnings = result.head.warnings
        hasWarnings = !warnings.isEmpty
        provenance = ReportTables.provenance(of: result.head)
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    package func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(
            of: self, CrashTemplate.text, partials: ["method": CrashMethodTemplate.text])
    }
}
