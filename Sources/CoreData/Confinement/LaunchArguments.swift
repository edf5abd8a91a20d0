import Foundation

/// Launch arguments in Apple's form: `-name value`.
package enum LaunchArguments {
    /// The value of an argument; 0 when it is absent or no number.
    package static func number(_ name: String) -> Int {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: "-" + name), index + 1 < arguments.count
        else { return 0 }
        return Int(arguments[index + 1]) ?? 0
    }
}
