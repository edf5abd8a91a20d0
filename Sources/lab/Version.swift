import Bench
import StoreIO

/// Which build this is.
enum Version {
    /// `lab at commit 0123456789ab, debug build, with SQLite 3.40.1`.
    static var text: String {
        let commit = GitCommit.current()
        let place = commit == "unknown" ? "an unknown commit" : "commit \(commit.prefix(12))"
        return "lab at \(place), \(BuildKind.current) build, with SQLite "
            + StoreCheck.libraryVersion
    }
}
