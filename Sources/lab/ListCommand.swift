import ArgumentParser
import Documents
import Reporting
import Simulation
import Topologies
import WorkloadEngine

/// `lab list`: the available topologies, workloads and other choices.
struct ListCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Draw the topologies with their promises; list workloads, devices and fleets.")

    @Option(
        help: ArgumentHelp(
            "Draw a topology of your own, and nothing else; repeatable.", valueName: "file"),
        completion: CompletionOptions.yaml)
    var topologyFile: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print a topology as a file to begin your own with: every key with its values.",
            valueName: "name[:field=value,…]"),
        completion: CompletionOptions.topology)
    var yaml: String?

    @Flag(help: "List the devices, and nothing else.")
    var devices = false

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        if yaml != nil, document.json {
            throw ValidationError("--json and --yaml exclude each other: give one of them")
        }
        if devices, yaml != nil || !topologyFile.isEmpty {
            throw ValidationError(
                "--devices lists devices only: leave --yaml and --topology-file out")
        }
        if yaml != nil, !topologyFile.isEmpty {
            throw ValidationError(
                "--yaml and --topology-file exclude each other: give one of them")
        }
    }

    func run() throws {
        CommandFailure.reported {
            if let yaml {
                Console.write(try Self.file(of: yaml))
            } else if devices {
                Self.listDevices()
            } else if topologyFile.isEmpty {
                Self.listAll()
            } else {
                let topologies = try TopologyFile.load(topologyFile).map(\.topology)
                Console.keep(topologies.map(ListedTopology.init), as: "topologies")
                for topology in topologies {
                    Console.write(Self.text(of: topology) + "\n")
                }
            }
        }
    }

    private static func listAll() {
        Console.keep(TopologyCatalogue.all.map(ListedTopology.init), as: "topologies")
        Console.write("Topologies (--topology NAME or NAME:field=value,…)")
        for topology in TopologyCatalogue.all { Console.write("\n" + Self.text(of: topology)) }
        listCode()
        Console.write("\nWorkloads (--workload NAME or FILE)\n")
        let library = WorkloadLibrary()
        let entries = library.names.map { Self.entry(of: $0, in: library) }
        Console.keep(entries, as: "workloads")
        let texts = entries.map { (name: $0.name, text: $0.text) }
        Console.write(TextLines.entries(texts, width: Console.width).joined(separator: "\n"))
        Console.write("")
        listDevices()
        listFleets()
    }

    /// The stacks of this program, if it has any.
    private static func listCode() {
        let stacks = CodedStack.all.map { (name: $0.name, text: $0.origin) }
        guard !stacks.isEmpty else { return }
        Console.write("\nStacks in Swift (--topology NAME; lab explain NAME draws one)\n")
        Console.write(TextLines.entries(stacks, width: Console.width).joined(separator: "\n"))
    }

    private static func listDevices() {
        Console.write("Devices (lab simulate --device NAME or FILE)\n")
        let devices = DeviceLibrary(beside: WorkloadLibrary().folders)
        let titles = devices.names.map { (name: $0, text: Self.title(of: $0, in: devices)) }
        Console.keep(titles.map { ListedEntry(name: $0.name, title: $0.text) }, as: "devices")
        Console.write(TextLines.entries(titles, width: Console.width).joined(separator: "\n"))
    }

    private static func listFleets() {
        Console.write("\nFleets (lab simulate --fleet NAME or FILE)\n")
        let fleets = FleetLibrary(beside: WorkloadLibrary().folders)
        let titles = fleets.names.map { (name: $0, text: Self.title(of: $0, in: fleets)) }
        Console.keep(titles.map { ListedEntry(name: $0.name, title: $0.text) }, as: "fleets")
        Console.write(TextLines.entries(titles, width: Console.width).joined(separator: "\n"))
    }

    /// A topology under a name that the catalogue does not have, so that the file runs as it is.
    private static func file(of text: String) throws -> String {
        let spec = try VariantSpec(text, option: "--yaml")
        var topology = try TopologyCatalogue.topology(spec)
        topology.name = "my-\(topology.name)"
        topology.origin = "\(spec), after \(topology.origin)"
        return """
            # \(spec) as a file of your own. Change it, then:
            #   lab lint FILE
            #   lab run --workload smoke --topology-file FILE
            #

            """ + TopologyWriter(topology).text
    }

    private static func text(of topology: Topology) -> String {
        let drawing = TopologyDrawing(topology).lines.map { "    " + $0 }
        let fields = TopologyField.all(of: topology).map(\.name).joined(separator: ", ")
        func wrapped(_ text: String, _ name: String) -> [String] {
            TextLines.wrapped(text, width: Console.width, first: "  \(name): ")
        }
        let lines =
            [topology.name] + wrapped(topology.origin, "from")
            + wrapped(topology.promise, "promise") + [""] + drawing + [""]
            + wrapped(fields, "fields")
        return lines.joined(separator: "\n")
    }

    private static func entry(of name: String, in library: WorkloadLibrary) -> ListedEntry {
        do {
            let workload = try Workload.load(named: name, library: library)
            return ListedEntry(name: name, title: workload.title, question: workload.question)
        } catch {
            return ListedEntry(name: name, title: Self.title { throw error })
        }
    }

    private static func title(of name: String, in devices: DeviceLibrary) -> String {
        title { try devices.device(name).title }
    }

    private static func title(of name: String, in fleets: FleetLibrary) -> String {
        title { try fleets.fleet(name).title }
    }

    /// What cannot be read is listed with the reason: a user looks for the mistake in this list.
    private static func title(of read: () throws -> String) -> String {
        do { return try read() } catch { return "(\(error))" }
    }
}
