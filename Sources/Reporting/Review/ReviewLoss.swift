import Results

/// What a kill and a loss of power take; what a person typed comes before what a machine brought.
enum ReviewLoss {
    static func section(of review: Review) -> PageSection? {
        var blocks: [PageBlock?] = []
        if let leading = review.leading {
            let headlines = Headline.all(of: leading.content)
            blocks += typed(headlines)
            blocks += [
                table(
                    "Edits at risk: saved and not in the store (`loss.kill`), not durable "
                        + "(`loss.power`), not yet saved, of which the app knows (`loss.dirty`); "
                        + "the mean is over time, and so what a crash at a random instant takes",
                    ReportTables.loss(headlines, ofRoles: false)),
                roles(headlines),
                Scorecard.figure(AtRiskChart.name, of: leading),
                table(
                    "Children that were killed, and what their stores held afterwards",
                    ReportTables.crashes(of: leading.content)),
            ]
        }
        for crash in review.crashes {
            // Beside a run's own chart of edits at risk, that of the exploration says it twice.
            blocks += self.blocks(of: crash, isAlone: review.leading == nil)
        }
        return PageSection("loss", "What a crash takes", blocks)
    }

    /// The same of each role; of many topologies where it stands.
    private static func roles(_ headlines: [Headline]) -> PageBlock? {
        guard headlines.count <= Review.mostTopologies else {
            return .paragraph("Each role's edits at risk stand in `results.csv`.")
        }
        return details(
            "Whose edits", "The same, of each role", ReportTables.loss(headlines, ofRoles: true))
    }

    /// A table behind a summary; rows of zeros are one sentence below it.
    private static func details(
        _ title: String, _ caption: String, _ table: ReportTable
    ) -> PageBlock? {
        guard let whole = PageTable(caption, table) else { return nil }
        let (rest, zeros) = whole.foldingZeros()
        let sentence = zeros.isEmpty ? nil : "0 in every column: \(TextLines.list(zeros))."
        return .details(
            title,
            [rest.map(PageBlock.table), sentence.map(PageBlock.paragraph)].compactMap(\.self))
    }

    private static func table(_ caption: String, _ table: ReportTable) -> PageBlock? {
        PageTable(caption, table).map(PageBlock.table)
    }

    /// A sentence on the ui's edits; none where nobody edits by hand.
    private static func typed(_ headlines: [Headline]) -> [PageBlock?] {
        let measure = Metric.lossKill[.max]
        let parts = headlines.filter { $0.topology.failure == nil }.compactMap { headline in
            headline.topology.countedRepetitions.flatMap(\.figures).filter {
                $0.isOf(measure) && $0.phase == headline.phase && $0.role == Role.ui.rawValue
            }.map(\.value).max().map { (name: headline.topology.variant, most: $0) }
        }
        guard !parts.isEmpty else { return [] }
        let safe = parts.filter { $0.most == 0 }.map(\.name)
        let lossy = parts.filter { $0.most > 0 }.map {
            "\($0.name) up to \(NumberText.grouped($0.most))"
        }
        var sentence = "Of what a person typed and saved, a kill takes "
        switch (safe.isEmpty, lossy.isEmpty) {
        case (_, true): sentence += "nothing from any topology."
        case (true, false): sentence += "from \(TextLines.list(lossy)) edits."
        case (false, false):
            sentence +=
                "nothing from \(TextLines.list(safe)), and from \(TextLines.list(lossy)) "
                + "edits."
        }
        return [.paragraph(sentence)]
    }

    private static func blocks(
        of part: Review.Part<CrashResult>, isAlone: Bool
    ) -> [PageBlock?] {
        let configurations = part.content.configurations
        let charts = part.charts.filter {
            isAlone || $0.name != CrashAtRiskChart.name
        }.map {
            PageBlock.figure(PageFigure($0, part.pictures))
        }
        let failures = configurations.compactMap { configuration in
            configuration.failure.map {
                PageBlock.notice("**\(configuration.name) went wrong.** \($0.message)")
            }
        }
        let losses: [PageBlock?] = [
            table(
                "Edits lost by a kill and by a loss of power, in each mode of SQLite",
                CrashTables.losses(
                    configurations, unmeasured: part.content.unmeasured, ofRoles: false)),
            details(
                "Whose edits a crash takes", "The same, of each role",
                CrashTables.losses(configurations, ofRoles: true)),
        ]
        let heads: [PageBlock?] = [
            .heading("Crash states of \(part.content.head.workload)"),
            CrashConclusion.states(configurations).map(PageBlock.paragraph),
        ]
        return heads + failures + losses + charts + [
            table("States that a crash may leave, judged", CrashTables.models(configurations)),
            .details(
                "What was recorded and judged, by topology and mode",
                [table("Explorations", CrashTables.explorations(configurations))]
                    .compactMap(\.self)),
        ]
    }
}
