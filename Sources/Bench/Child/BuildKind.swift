/// Which build of the lab this is.
package enum BuildKind {
    /// `debug` or `release`: what the column `build` says.
    package static var current: String {
        // SwiftPM defines it in its debug configuration, where the targets are optimised as well
        // (Package.swift) but keep their assertions.
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }
}
