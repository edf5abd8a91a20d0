import ArgumentParser
import Results
import Runs

/// What changes a workload from the command line.
struct SettingOptions: ParsableArguments {
    @Option(help: "The seed of all chance. Default: the workload's.", transform: Self.seed)
    var seed: UInt64?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a key of the workload, such as roles.importer.batch=100; repeatable.",
            valueName: "key=value"))
    var assignments: [String] = []

    @Flag(
        help: ArgumentHelp(
            "On each save of the importer read its objects on the main queue, instead of taking "
                + "their IDs there; -com.apple.CoreData.ConcurrencyDebug 1 traps it.")
    )
    var wrongWay = false

    func validate() throws {
        for setting in assignments where Self.split(setting) == nil {
            throw ValidationError("--set \(setting): write key=value, as roles.importer.batch=100")
        }
    }

    /// The settings as the children get them.
    var settings: [WorkloadSetting] {
        assignments.compactMap { Self.split($0) }.map { .init(key: $0.key, value: $0.value) }
            + (wrongWay ? [WorkloadSetting(key: "roles.ui.on-did-save", value: "objects")] : [])
    }

    /// The two sides of the first equals sign, where there is something on both.
    static func split(_ setting: String) -> (key: String, value: String)? {
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
