import ArgumentParser
import Documents
import Foundation
import Reporting
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// `lab lint`: checks files without running anything.
struct LintCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract:
            """
            Check files of workloads, topologies, devices, fleets, studies and suites: all that is \
            wrong.
            """,
        discussion: """
            A file is a topology where it has contexts, a device where it has a processor, a fleet \
            where it has devices and sessions, a study where it has arms, a suite where it has \
            runs, else a workload, whose model and data are read too. What a suite's runs name is \
            looked for by lab suite --dry-run. Exit codes: 0 all are well · 3 one is not.
            """)

    @Argument(
        help: ArgumentHelp(
            "Workload, topology, device, fleet, study or suite files.", valueName: "file"),
        completion: CompletionOptions.yaml)
    var files: [String]

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let form = Console.form
        var isWell = true
        var own: [(name: String, file: String)] = []
        for file in files {
            do {
                let texts = try Self.check(file, beside: &own).split(separator: "\n")
                let lines = texts.enumerated().flatMap { number, text in
                    TextLines.wrapped(
                        String(text), width: form.isBroken ? form.width : .max,
                        first: number == 0 ? "ok  \(file): " : "    ")
                }
                Console.show(lines.joined(separator: "\n"))
            } catch {
                isWell = false
                // A line for each mistake, each with its file.
                for line in CommandFailure(error).message.split(separator: "\n") {
                    Console.note("lab: error: \(line)")
                }
            }
        }
        Console.end(SessionEnding.ended(isWell ? .ok : .invalidInput).code)
    }

    /// The kind of a file, in a few words, and lines of what a reader should know of it.
    ///
    /// - Throws: the mistakes in the file.
    private static func check(
        _ file: String, beside own: inout [(name: String, file: String)]
    ) throws -> String {
        let document = try Document(contentsOf: file)
        if Study.isMeant(by: document) {
            let study = try StudySelection(Study.load(file)).study
            return "study \(study.name) with \(study.arms.map(\.label).joined(separator: ", "))"
        }
        if SuiteFile.isMeant(by: document) {
            // Its runs are looked at when it runs: where it is linted, files of its own may be
            // missing.
            let suite = try SuiteFile(file)
            return "suite \(suite.name) with \(suite.entries.count) runs"
        }
        if FleetReader.isMeant(by: document) {
            let request = FleetRequest(
                fleet: URL(filePath: file).path, work: WorkloadRequest(""))
            let fleet = try FleetSelection(request).fleet
            return "fleet \(fleet.name) with \(fleet.parts.count) devices and "
                + "\(fleet.sessions.count) kinds of sessions"
        }
        if DeviceLibrary.isMeant(by: document) {
            let device = try DeviceLibrary(beside: WorkloadLibrary().folders).device(file)
            return "device \(device.name), \(device.title)"
        }
        guard TopologyFile.isMeant(by: document) else { return try workload(file, document) }
        let topology = try TopologyFile.load([file])[0].topology
        if let other = own.first(where: { $0.name == topology.name }) {
            throw DocumentError.invalid(
                document.root.descending(["name"]),
                "the topology of \(other.file) is called “\(topology.name)” too",
                remedy: "give each a name of its own")
        }
        own.append((topology.name, file))
        let contexts = topology.contexts.map(\.name).joined(separator: ", ")
        return "topology \(topology.name) with \(contexts)"
    }

    private static func workload(_ file: String, _ document: Document) throws -> String {
        let keys = try document.mapping().keys
        guard keys.contains(where: ["phases", "model", "question", "title"].contains)
        else {
            throw DocumentError.invalid(
                document.root, "this is neither a workload nor a topology, a device or a study",
                remedy:
                    "a workload has roles and phases, a topology contexts, a device a processor, a "
                    + "study arms")
        }
        // A name with a slash is a path for sure.
        let setup = try RunSetup(workload: URL(filePath: file).path)
        try Selection.check(setup.workload)
        let operations = setup.plan.operations.count
        let gaps = try ModelGaps.all(of: setup.workload).map { "\nnot modelled: \($0.sentence)" }
        return "workload \(setup.workload.name) with \(operations) operations, "
            + "\(setup.length.words) a run" + gaps.joined()
    }
}
