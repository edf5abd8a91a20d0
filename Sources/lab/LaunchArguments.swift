import Documents

/// Launch arguments in Apple's form: `-com.apple.CoreData.ConcurrencyDebug 1`.
///
/// Xcode's schemes pass them to an app, and Core Data reads them itself. The lab's parser would
/// refuse them, so they are split off before it runs, and passed on to the children.
struct LaunchArguments {
    /// As given, names and values in turn.
    var launch: [String] = []
    /// The other arguments, without the program's name.
    var others: [String] = []

    static let prefix = "-com.apple.CoreData."

    /// - Parameter arguments: the whole command line, the program's name first.
    static func split(_ arguments: [String]) -> LaunchArguments {
        var split = LaunchArguments()
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            guard argument.hasPrefix(prefix) else {
                split.others.append(argument)
                continue
            }
            split.launch.append(argument)
            if let value = rest.first, !value.hasPrefix("-") {
                split.launch.append(value)
                rest.removeFirst()
            }
        }
        return split
    }

    /// The arguments that this core reads, with the values that it accepts.
    private static let known = [prefix + "ConcurrencyDebug": ["0", "1"]]

    /// Refuses launch arguments that this core does not read.
    ///
    /// Core Data itself ignores unknown ones; a measurement with a misspelt argument would measure
    /// something else.
    ///
    /// - Parameter arguments: names and values in turn.
    /// - Throws: `CommandFailure` (2).
    static func check(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let values = known[name] else {
                let remedy = NearestName.remedy(
                    for: name, among: known.keys.sorted(), what: "it reads")
                throw CommandFailure(
                    .usage, "this core reads no launch argument “\(name)”; \(remedy)")
            }
            let value = rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
            guard let value, values.contains(value) else {
                throw CommandFailure(
                    .usage,
                    "\(name) \(value.map { "cannot be “\($0)”" } ?? "has no value"): give "
                        + values.joined(separator: " or "))
            }
            rest.removeFirst()
        }
    }

    /// The launch arguments of this process.
    static var ofProcess: [String] { split(CommandLine.arguments).launch }
}
