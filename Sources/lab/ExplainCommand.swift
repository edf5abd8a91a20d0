import ArgumentParser
import Documents
import Foundation
import Reporting
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// `lab explain`: a workload or a topology in prose.
struct ExplainCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Describe a workload, a device, a fleet, or a topology and its costs, in prose.")

    @Argument(
        help: ArgumentHelp(
            "A workload, a topology, a device or a fleet, by name (lab list) or file; a topology "
                + "also with fields set otherwise.", valueName: "name[:field=value,…]|file"),
        completion: CompletionOptions.explained)
    var name: String

    /// The workload whose model a stack in Swift is opened with, to be drawn.
    private static let openedWith = "smoke"

    @OptionGroup var changes: SettingOptions

    @OptionGroup var display: DisplayOptions

    func run() throws {
        CommandFailure.reported {
            let width = Console.width
            let lines = try paragraphs().map { paragraph in
                paragraph.split(separator: "\n").flatMap { Self.wrapped($0, width: width) }
            }
            Console.write(lines.joined(separator: [""]).joined(separator: "\n"))
        }
    }

    /// A line as lines of a width.
    ///
    /// Lines that begin with a space are drawn, or have a name and a text beside it.
    private static func wrapped(_ line: Substring, width: Int) -> [String] {
        guard line.hasPrefix(" "), line.count > width else {
            return line.hasPrefix(" ")
                ? [String(line)] : TextLines.wrapped(String(line), width: width)
        }
        guard let entry = line.wholeMatch(of: /( +[^ ]+ {2,})([^ ].*)/) else {
            return [String(line)]
        }
        return TextLines.wrapped(String(entry.2), width: width, first: String(entry.1))
    }

    private func paragraphs() throws -> [String] {
        let spec = try VariantSpec(name, option: "explain")
        if TopologyCatalogue.all.contains(where: { $0.name == spec.name }) {
            return try explanation(of: TopologyCatalogue.topology(spec))
        }
        if CodedStack.all.contains(where: { $0.name == spec.name }) {
            let opening = CodedStackOpening(WorkloadRequest(Self.openedWith))
            return try opening.topologies(for: [name]).flatMap { try explanation(of: $0.topology) }
        }
        let isFile = name.contains("/") || name.hasSuffix(".yaml")
        let document = isFile ? try Document(contentsOf: name) : nil
        if let document, TopologyFile.isMeant(by: document) {
            return try explanation(of: TopologyFile.load([name])[0].topology)
        }
        let library = WorkloadLibrary()
        let devices = DeviceLibrary(beside: library.folders)
        if devices.names.contains(name) || document.map(DeviceLibrary.isMeant) == true {
            return DeviceExplanation(try devices.device(name)).paragraphs
        }
        let fleets = FleetLibrary(beside: library.folders)
        if fleets.names.contains(name) || document.map(FleetReader.isMeant) == true {
            return try fleets.fleet(name).explanation
        }
        guard isFile || library.names.contains(name) else {
            throw unknown(
                among: TopologyCatalogue.all.map(\.name) + library.names + devices.names
                    + fleets.names)
        }
        let settings = changes.settings
        let setup = try RunSetup(workload: name, settings: settings, seed: changes.seed)
        try Selection.check(setup.workload)
        return WorkloadExplanation(
            setup,
            document: try Workload.document(named: name, settings: settings, library: library)
        ).paragraphs
    }

    private func explanation(of topology: Topology) throws -> [String] {
        guard changes.settings.isEmpty, changes.seed == nil else {
            throw CommandFailure(
                .usage,
                "--set and --seed change a workload, and \(topology.name) is a topology: write "
                    + "\(topology.name):field=value")
        }
        return TopologyExplanation(topology).paragraphs
    }

    private func unknown(among names: [String]) -> CommandFailure {
        let remedy = NearestName.remedy(for: name, among: names, what: "there are")
        return CommandFailure(
            .usage, "there is no workload, topology, device or fleet “\(name)”; \(remedy)")
    }
}
