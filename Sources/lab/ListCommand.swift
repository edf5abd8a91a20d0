import ArgumentParser
import Topologies
import WorkloadEngine

/// `lab list`: what there is to choose from.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Draw the topologies with what each promises, and list the workloads.")

    func run() throws {
        Console.write("Topologies (--topology NAME or NAME:field=value,…)")
        for topology in TopologyCatalogue.all { Console.write("\n" + Self.text(of: topology)) }
        Console.write("\nWorkloads (--workload NAME or FILE)\n")
        let library = WorkloadLibrary()
        let width = library.names.map(\.count).max() ?? 0
        for name in library.names {
            let filler = String(repeating: " ", count: width - name.count)
            Console.write("  \(name)\(filler)  \(Self.title(of: name, in: library))")
        }
    }

    private static func text(of topology: Topology) -> String {
        let drawing = TopologyDrawing(topology).lines.map { "    " + $0 }
        let fields = TopologyField.all(of: topology).map(\.name).joined(separator: ", ")
        let lines =
            [topology.name, "  from: \(topology.origin)", "  promise: \(topology.promise)", ""]
            + drawing + ["", "  fields: \(fields)"]
        return lines.joined(separator: "\n")
    }

    /// A workload that cannot be read is listed with the reason: that is what one looks for then.
    private static func title(of name: String, in library: WorkloadLibrary) -> String {
        do {
            return try Workload.load(named: name, library: library).title
        } catch {
            return "(\(error))"
        }
    }
}
