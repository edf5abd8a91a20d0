import ArgumentParser
import Documents

/// Checks the words of a command line that the parser has no good answer for.
///
/// `lab` alone is `lab run`, so the parser takes a mistyped command for an option that is wrong
/// there; and it shows the general help for a command that it does not know.
enum CommandWords {
    /// - Parameter arguments: without the program's name and the launch arguments.
    /// - Throws: `CommandFailure` (2).
    static func check(_ arguments: [String]) throws {
        // A shell asks what an empty word may become.
        guard arguments.first != "---completion" else { return }
        try checkValues(arguments)
        guard let first = arguments.first, !first.hasPrefix("-") else { return }
        guard first == "help" else {
            _ = try command(first, below: Lab.self, after: "lab")
            return
        }
        var path = "lab"
        var parent: any ParsableCommand.Type = Lab.self
        for word in arguments.dropFirst() where !word.hasPrefix("-") {
            parent = try command(word, below: parent, after: path)
            path += " " + word
        }
    }

    /// The command of a name.
    ///
    /// - Throws: `CommandFailure` with the nearest name.
    private static func command(
        _ name: String, below parent: any ParsableCommand.Type, after path: String
    ) throws -> any ParsableCommand.Type {
        let commands = parent.configuration.subcommands
        if let command = commands.first(where: { Self.name(of: $0) == name }) { return command }
        // `lab help help` is answered by the parser.
        if name == "help", path == "lab" { return parent }
        let known = commands.filter { $0.configuration.shouldDisplay }.map { Self.name(of: $0) }
        let remedy = NearestName.remedy(for: name, among: known, what: "there are")
        throw CommandFailure(
            .usage,
            known.isEmpty
                ? "\(path) has no commands below it: leave “\(name)” out"
                : "there is no command “\(path) \(name)”; \(remedy)")
    }

    /// As the parser makes it of a type of one word.
    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }

    /// An empty name is a script's variable that was not set, and would mean the current folder.
    private static func checkValues(_ arguments: [String]) throws {
        var option: String?
        for argument in arguments {
            if argument.isEmpty, let option {
                throw CommandFailure(
                    .usage, "\(option) has an empty value: give one, or leave it out")
            }
            if argument.hasPrefix("--"), argument.hasSuffix("="),
                argument.count(where: { $0 == "=" }) == 1
            {
                throw CommandFailure(
                    .usage,
                    "\(argument.dropLast()) has an empty value: give one, or leave it out")
            }
            option = argument.hasPrefix("-") ? argument : nil
        }
    }
}
