import Reporting
import Runs

extension ReportFolder {
    /// Makes the folder, proves it writable, and keeps other labs from writing to it until the lock
    /// is released.
    ///
    /// - Throws: `ReportingError`, and `RunsError.folderInUse` where another lab writes there.
    func claim() throws -> FolderLock {
        try prepare()
        return try FolderLock.take(path, purpose: "report")
    }
}
