import Foundation

/// The machine of the figures, as the tables print it.
enum Machine {
    static var description: String {
        #if DEBUG
        let build = "debug build"
        #else
        let build = "release build"
        #endif
        return "\(ProcessInfo.processInfo.activeProcessorCount) cores, \(build)."
    }

    static let proviso =
        "*Linux, this core, this machine: compare orders and ratios, not seconds.*"
}
