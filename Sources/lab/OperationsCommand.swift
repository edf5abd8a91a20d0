import ArgumentParser
import WorkloadEngine

/// `lab operations`: the stream that every topology gets.
struct OperationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operations",
        abstract: "Print a workload's operations, as operations.csv has them.")

    @Argument(help: ArgumentHelp("A workload by name (lab list) or file.", valueName: "name|file"))
    var workload: String

    @OptionGroup var changes: SettingOptions

    func run() throws {
        CommandFailure.reported {
            let setup = try RunSetup(
                workload: workload, settings: changes.settings, seed: changes.seed)
            try Selection.check(setup.workload)
            Console.write(setup.plan.operationsCSV)
        }
    }
}
