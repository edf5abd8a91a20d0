import Foundation

/// Whether any use of a context or object on another queue than its own traps.
///
/// Switched on by the launch argument `-com.apple.CoreData.ConcurrencyDebug 1`, as on Apple's
/// platforms. While it is off, the check is one load of a constant.
package enum ConcurrencyDebugging {
    package static let isEnabled =
        forced.withLock { $0 }
        ?? (LaunchArguments.number("com.apple.CoreData.ConcurrencyDebug") > 0)

    /// How the message of each of its traps begins, after the place in the source.
    package static let trapWords = "CoreData concurrency debugging:"
}

/// Launch arguments in Apple's form: `-name value`.
private enum LaunchArguments {
    /// The value of an argument; 0 if it is absent or not a number.
    static func number(_ name: String) -> Int {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: "-" + name), index + 1 < arguments.count
        else { return 0 }
        return Int(arguments[index + 1]) ?? 0
    }
}
