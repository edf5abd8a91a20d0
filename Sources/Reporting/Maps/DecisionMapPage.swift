import Results

/// report.md of a decision map.
struct DecisionMapPage {
    // The template reads the following properties by name.
    let title: String
    let question: String
    let found: String
    let caution: String
    let isInterrupted: Bool
    let what: String
    let table: ReportTable
    let legend: String
    let failures: [String]
    let hasFailures: Bool
    let charts: [ReportPage.Picture]
    let warnings: [RunWarning]
    let hasWarnings: Bool
    let provenance: ReportTable

    /// - Parameter charts: those whose pictures stand in the folder `charts`.
    init(of map: DecisionMap, charts: [Chart]) {
        let legend = DecisionMapLegend(of: map)
        title = map.head.title
        question = map.head.question
        found = DecisionMapText.sentences(map).joined(separator: " ")
        caution = Caution.text(of: map)
        isInterrupted = map.head.isInterrupted
        what = DecisionMapText.what(map)
        table = ReportTable(DecisionMapText.columns(of: map, legend))
        self.legend = legend.line(of: map)
        failures = DecisionMapText.failures(of: map)
        hasFailures = !failures.isEmpty
        self.charts = charts.map { ReportPage.Picture(title: $0.title, file: $0.name) }
        warnings = map.head.warnings
        hasWarnings = !warnings.isEmpty
        provenance = ReportTables.provenance(of: map.head)
    }

    /// The page as Markdown.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func markdown() throws(ReportingError) -> String {
        try PageRendering.markdown(of: self, Self.template)
    }

    private static let template = """
        {{% CONTENT_TYPE: TEXT}}\
        # {{title}}

        {{#isInterrupted}}
        > **Interrupted.** What follows is what had run until then.

        {{/isInterrupted}}
        **Question.** {{question}}

        **Found.** {{found}}

        > *{{caution}}*

        ## The map

        In each cell {{what}}. With fewer than six draws, stacks whose waits differ by a tenth or
        less, or by 0.1 ms, share the cell; with more, those that the draws do not tell apart.

        {{#table}}
        {{>table}}
        {{/table}}

        {{legend}}

        {{#hasFailures}}
        {{#failures}}
        - {{.}}
        {{/failures}}

        {{/hasFailures}}
        {{#charts}}
        ![{{title}}](charts/{{file}}.svg)

        {{/charts}}
        {{#hasWarnings}}
        ## Warnings

        {{#warnings}}
        - `{{code}}`: {{message}}. {{advice}}.
        {{/warnings}}

        {{/hasWarnings}}
        ## Provenance

        {{#provenance}}
        {{>table}}
        {{/provenance}}

        `map.csv` has every stack's figures in every cell.

        """
}
