import ArgumentParser
import Results

/// The options that change a workload from the command line.
struct SettingOptions: ParsableArguments {
    @Option(help: "The seed of all chance. Default: the workload's.", transform: Self.seed)
    var seed: UInt64?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a key of the workload, such as roles.importer.batch=100; repeatable.",
            valueName: "key=value"),
        completion: CompletionOptions.settings)
    var assignments: [String] = []

    @Option(
        help: ArgumentHelp(
            "So many times as many objects in the store beforehand, and imported: sets scale.",
            valueName: "number"))
    var scale: Int?

    @Flag(
        help: ArgumentHelp(
            "On each save of the importer read its objects on the main queue, instead of taking "
                + "their IDs there; -com.apple.CoreData.ConcurrencyDebug 1 traps it.")
    )
    var wrongWay = false

    func validate() throws {
        for setting in assignments where WorkloadSetting(setting) == nil {
            throw ValidationError(RequestError.notASetting(setting).description)
        }
        if let scale, !(1...1_000).contains(scale) {
            throw ValidationError("--scale \(scale): give a whole number from 1 to 1000")
        }
    }

    /// The settings as the children get them.
    var settings: [WorkloadSetting] {
        assignments.compactMap { WorkloadSetting($0) }
            + (scale.map { [WorkloadSetting(key: "scale", value: "\($0)")] } ?? [])
            + (wrongWay ? [WorkloadSetting(key: "roles.ui.on-did-save", value: "objects")] : [])
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
