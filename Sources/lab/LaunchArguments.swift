/// Launch arguments in Apple's form: `-com.apple.CoreData.ConcurrencyDebug 1`.
///
/// Xcode's schemes pass them to an app, and Core Data reads them itself. They are no options of the
/// lab, so they are taken out before it parses its own, and passed on to the children.
struct LaunchArguments {
    /// As given, names and values in turn.
    var launch: [String] = []
    /// What is left, without the program's name.
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

    /// Those of this process.
    static var ofProcess: [String] { split(CommandLine.arguments).launch }
}
