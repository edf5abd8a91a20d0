import CTracingVFS

/// Which of a store's files a call was for.
package enum StoreFile: Int, CaseIterable, Sendable, Codable {
    /// The database itself.
    case main
    /// The write-ahead log.
    case wal
    /// The rollback journal, or the super-journal of a transaction over several databases.
    case journal
    /// Temporary databases and journals, statement journals.
    case other

    var code: ctracing_vfs_file_class {
        switch self {
        case .main: CTRACING_VFS_MAIN
        case .wal: CTRACING_VFS_WAL
        case .journal: CTRACING_VFS_JOURNAL
        case .other: CTRACING_VFS_OTHER
        }
    }
    init(_ code: ctracing_vfs_file_class) {
        switch code {
        case CTRACING_VFS_MAIN: self = .main
        case CTRACING_VFS_WAL: self = .wal
        case CTRACING_VFS_JOURNAL: self = .journal
        default: self = .other
        }
    }
}
