import Results

/// Each stack as it ran: its drawing, its settings with those that were set over others, its
/// promise, and the time of its queues.
enum ReviewStacks {
    static func section(of part: Review.Part<WorkloadResult>) -> PageSection? {
        var seen: Set<String> = []
        let stacks = part.content.topologies.filter { seen.insert($0.variant).inserted }
        return PageSection(
            "stacks", "The stacks",
            stacks.map { .details($0.variant, blocks(of: $0, in: part.content)) })
    }

    private static func blocks(
        of topology: TopologyResult, in result: WorkloadResult
    ) -> [PageBlock] {
        var blocks: [PageBlock] = [.paragraph(topology.promise)]
        if let drawing = topology.drawing {
            blocks.append(
                .code(drawing.joined(separator: "\n"), label: "Drawing of \(topology.variant)"))
        }
        if let settings = topology.settings {
            blocks.append(.paragraph("Ran with \(SettingsText.line(of: settings))."))
        }
        blocks += lines(topology.sketch, "\(topology.variant) in Swift")
        blocks += lines(topology.definition, "\(topology.variant) as a file")
        if let table = queues(of: topology, result.headlinePhase) { blocks.append(.table(table)) }
        return blocks
    }

    /// Folded text; nothing of a file that is older than the lines.
    private static func lines(_ lines: [String]?, _ title: String) -> [PageBlock] {
        lines.map {
            [.details(title, [.code($0.joined(separator: "\n"), label: title)])]
        } ?? []
    }

    /// The processor time of each queue in the headline phase.
    private static func queues(of topology: TopologyResult, _ phase: String) -> PageTable? {
        let figures = topology.summary.filter {
            $0.isOf(Metric.queueCPU[.total]) && $0.phase == phase
        }
        guard !figures.isEmpty else { return nil }
        return PageTable(
            "Processor time of the queues of \(topology.variant), by the roles that work on them",
            head: ["roles", "ms"], left: 1,
            rows: figures.map {
                [
                    PageTable.Cell($0.role.isEmpty ? "none" : $0.role),
                    PageTable.Cell(NumberText.short($0.value)),
                ]
            })
    }
}
