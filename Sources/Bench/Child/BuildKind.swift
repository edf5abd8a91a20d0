import Results

/// Which build of the lab this is.
package enum BuildKind {
    /// `debug`, `release` or `incremental`, as in the column `build`.
    package static var current: String {
        // SwiftPM defines DEBUG in its debug configuration, where the targets are optimised as well
        // (Package.swift) but keep their assertions.
        #if LAB_INCREMENTAL
        ResultFigures.incrementalBuild
        #elseif DEBUG
        "debug"
        #else
        "release"
        #endif
    }
}
