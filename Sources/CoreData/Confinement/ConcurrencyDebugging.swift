import Foundation

/// Whether any use of a context or object off its queue traps.
///
/// On by the launch argument `-com.apple.CoreData.ConcurrencyDebug 1`, as on Apple's platforms.
/// Off, the check is one load of a constant.
package enum ConcurrencyDebugging {
    package static let isEnabled =
        forced.withLock { $0 }
        ?? (LaunchArguments.number("com.apple.CoreData.ConcurrencyDebug") > 0)
}
