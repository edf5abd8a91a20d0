import ArgumentParser
import Runs

/// What every command says that runs a workload.
struct WorkloadOptions: ParsableArguments {
    /// `nil` where it was not given: a command may take it from a report.
    @Option(
        name: .customLong("workload"),
        help: ArgumentHelp("A workload by name (lab list) or file.", valueName: "name|file"))
    var givenWorkload: String?

    @Option(
        help: ArgumentHelp(
            "A topology, with fields set otherwise; repeatable. Default: all that lab list draws.",
            valueName: "name[:field=value,…]"))
    var topology: [String] = []

    @Option(help: "The seed of all chance. Default: the workload's.", transform: Self.seed)
    var seed: UInt64?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a key of the workload, such as roles.importer.batch=100; repeatable.",
            valueName: "key=value"))
    var assignments: [String] = []

    @Flag(help: "Draw no charts; their data and scripts are written all the same.")
    var noCharts = false

    @Flag(help: "Fail (9) where charts cannot be drawn, instead of a warning.")
    var requireCharts = false

    @Flag(help: "No progress on standard error.")
    var quiet = false

    /// The workload that was given.
    ///
    /// - Precondition: `requireWorkload` was called, or it was set.
    var workload: String { givenWorkload! }

    /// - Throws: `ValidationError` where no workload was given.
    func requireWorkload() throws {
        guard givenWorkload == nil else { return }
        throw ValidationError(
            "--workload is missing: name one of lab list, or give a workload's file")
    }

    func validate() throws {
        if noCharts, requireCharts {
            throw ValidationError(
                "--no-charts and --require-charts exclude each other: give one of them")
        }
        for setting in assignments where Self.split(setting) == nil {
            throw ValidationError("--set \(setting): write key=value, as roles.importer.batch=100")
        }
        for (index, text) in topology.enumerated() where topology[..<index].contains(text) {
            throw ValidationError("--topology \(text) is given twice: give each variant once")
        }
    }

    /// The settings as the children get them.
    var settings: [RepetitionRequest.Setting] {
        assignments.compactMap { Self.split($0) }.map { .init(key: $0.key, value: $0.value) }
    }

    private static func split(_ setting: String) -> (key: String, value: String)? {
        let sides = setting.split(separator: "=", maxSplits: 1).map(String.init)
        return sides.count == 2 ? (sides[0], sides[1]) : nil
    }

    /// A number, decimal or `0x…`.
    private static func seed(_ text: String) throws -> UInt64 {
        let seed =
            text.lowercased().hasPrefix("0x")
            ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
        guard let seed else {
            throw ValidationError("--seed \(text): give a whole number from 0 on, or 0x and hex")
        }
        return seed
    }
}
