import Foundation

/// The options of the built command's parser, as `--experimental-dump-help` writes them.
struct HelpDump: Decodable, Sendable {
    /// A command with its options and the commands below it.
    struct Command: Decodable, Sendable {
        struct Argument: Decodable, Sendable {
            struct Name: Decodable, Sendable {
                var kind: String
                var name: String
            }

            var names: [Name]?
            var shouldDisplay: Bool
        }

        var commandName: String
        var shouldDisplay: Bool
        var arguments: [Argument]?
        var subcommands: [Command]?

        /// The long names of its options and of its subcommands' options: `--workload`.
        var options: Set<String> {
            let shown = (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
            let own = shown.filter { $0.kind == "long" && $0.name != "help" }.map { "--\($0.name)" }
            return Set(own).union(visible.flatMap(\.options))
        }

        /// The commands below it that `--help` shows.
        var visible: [Command] {
            (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
        }
    }

    var command: Command

    /// Asks the built command.
    static func read() async throws -> HelpDump {
        let result = try await LabProcess("--experimental-dump-help").run()
        return try JSONDecoder().decode(HelpDump.self, from: Data(result.output.utf8))
    }
}
