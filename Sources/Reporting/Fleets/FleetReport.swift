import Results

/// A fleet's result as text, fleet.csv and report.md.
package enum FleetReport {
    static let name = "fleet.csv"

    private static func caution(_ result: FleetResult) -> String {
        let simulated =
            "Simulated, with shares and rates that are assumptions: compare topologies, and not "
            + "seconds. "
        let error =
            result.draws > 1
            ? "±: the Monte-Carlo error, one standard deviation over other sessions and worlds; it "
                + "holds neither the costs' nor the assumptions' uncertainty."
            : "One world tells no error: --draws 8 shows how far other worlds may be from it."
        let saturation = Caution.saturation(
            result.saturated, of: "\(result.combinations) combinations of device and session",
            inHalfOf: "the session")
        return ([simulated + error] + saturation).joined(separator: " ")
    }

    /// The terminal's text, each line with its newline.
    package static func text(of result: FleetResult, width: Int = TextLines.fileWidth) -> String {
        var sections = [
            TextLines.wrapped("\(result.fleet): \(result.title)", width: width),
            TextLines.wrapped(what(result), width: width),
            TextTable(columns: columns(of: overall(result))).lines(width: width)
                + TextLines.wrapped(legend, width: width),
        ]
        let byDevice = TextTable(columns: columns(of: single(result), hasDevice: true))
        if !single(result).isEmpty { sections.append(byDevice.lines(width: width)) }
        sections.append(failures(result).flatMap { TextLines.wrapped($0, width: width) })
        sections.append(TextLines.wrapped(caution(result), width: width))
        return sections.filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 + "\n" }.joined()
    }

    private static func what(_ result: FleetResult) -> String {
        "\(NumberText.grouped(Double(result.sessions))) sessions over \(result.draws) simulated "
            + "worlds of each device and kind of session"
            + (result.isInterrupted ? "; INTERRUPTED: no session was drawn" : "")
    }

    private static let legend =
        "delay p99: the p99 of the waits for main in a whole session, in ms: its median over "
        + "sessions, p95 and p99; hangs: seconds in an hour of all sessions; lost: saved edits a "
        + "thousand sessions"

    private static func overall(_ result: FleetResult) -> [FleetResult.Row] {
        result.rows.filter { $0.device == nil }
    }

    private static func single(_ result: FleetResult) -> [FleetResult.Row] {
        result.rows.filter { $0.device != nil }
    }

    private static func failures(_ result: FleetResult) -> [String] {
        result.failures.map { "\($0.variant) has no figures: \($0.failure.message)" }
    }

    /// In the order of the columns.
    private static let titles = [
        (statistic: "delay_p99.p50", group: "delay p99, ms", title: "p50"),
        ("delay_p99.p95", "delay p99, ms", "p95"), ("delay_p99.p99", "delay p99, ms", "p99"),
        ("hang_rate", "", "hangs, s/h"), ("lost_by_kill", "lost/1000", "kills"),
        ("lost_by_power", "lost/1000", "power"),
    ]

    private static func columns(
        of rows: [FleetResult.Row], hasDevice: Bool = false
    ) -> [TextTable.Column] {
        var columns = [
            TextTable.Column(title: "topology", alignsLeft: true, cells: rows.map(\.variant))
        ]
        if hasDevice {
            columns.append(
                TextTable.Column(
                    title: "device", alignsLeft: true, cells: rows.map { $0.device ?? "" }))
        }
        // A statistic may be known of some rows only.
        for (statistic, group, title) in titles {
            let values = rows.map { row in row.values.first { $0.statistic == statistic } }
            guard values.contains(where: { $0 != nil }) else { continue }
            columns.append(
                TextTable.Column(
                    group: group, title: title, cells: values.map { $0.map(cell) ?? "–" }))
        }
        return columns
    }

    /// `12.3 ±0.4`; an error that rounds to nothing is left out.
    private static func cell(_ value: FleetResult.Value) -> String {
        let number = NumberText.short(value.value)
        guard let error = value.error, error > 0 else { return number }
        return "\(number) ±\(NumberText.short(error))"
    }

    // MARK: Files

    static func bytes(of result: FleetResult) -> [UInt8] {
        var table = CSVTable(columns: [
            "fleet", "digest", "sessions", "draws", "topology", "device", "statistic", "unit",
            "value", "error",
        ])
        for row in result.rows {
            for value in row.values {
                table.append([
                    result.fleet, result.digest, String(result.sessions), String(result.draws),
                    row.variant, row.device ?? "", value.statistic, value.unit,
                    NumberText.exact(value.value), value.error.map(NumberText.exact) ?? "",
                ])
            }
        }
        return table.bytes
    }

    static func page(of result: FleetResult) throws(ReportingError) -> String {
        try PageRendering.markdown(of: FleetPage(of: result), FleetPage.template)
    }

    /// report.md of a fleet.
    struct FleetPage {
        // The template reads the following properties by name.
        let title: String
        let about: String
        let what: String
        let legend: String
        let caution: String
        let assumptions: [String]
        let overall: ReportTable
        let single: ReportTable
        let failures: [String]
        let hasFailures: Bool
        let provenance: ReportTable

        init(of result: FleetResult) {
            title = result.title
            about = result.about
            what = FleetReport.what(result)
            legend = FleetReport.legend
            caution = FleetReport.caution(result)
            assumptions = result.assumptions
            overall = ReportTable(FleetReport.columns(of: FleetReport.overall(result)))
            single = ReportTable(
                FleetReport.columns(of: FleetReport.single(result), hasDevice: true))
            failures = FleetReport.failures(result)
            hasFailures = !failures.isEmpty
            provenance = ReportTable(
                head: ["what", "value"], left: 2,
                rows: [
                    ["fleet", result.fleet], ["digest", String(result.digest.prefix(12))],
                    ["commit", result.commit],
                ])
        }

        static let template = """
            {{% CONTENT_TYPE: TEXT}}\
            # {{title}}

            {{about}}

            > *{{caution}}*

            ## All sessions

            {{what}}. {{legend}}.

            {{#overall}}
            {{>table}}
            {{/overall}}

            {{#hasFailures}}
            {{#failures}}
            - {{.}}
            {{/failures}}

            {{/hasFailures}}
            ## By device

            {{#single}}
            {{>table}}
            {{/single}}

            ## What was assumed

            {{#assumptions}}
            - {{.}}
            {{/assumptions}}

            ## Provenance

            {{#provenance}}
            {{>table}}
            {{/provenance}}

            """
    }
}

extension ReportFolder {
    /// Writes a fleet's result: fleet.csv and report.md.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(_ result: FleetResult) throws(ReportingError) {
        _ = try writePage(
            [(FleetReport.name, FleetReport.bytes(of: result))], [], nil,
            isCancelled: { false }
        ) { (_, _) throws(ReportingError) in
            (try FleetReport.page(of: result), try FleetReport.FleetPage(of: result).html())
        }
    }
}
