import CTracingVFS

/// What SQLite asked a file for.
package enum StoreCall: Int, CaseIterable, Sendable, Codable {
    case open, delete, read, write, truncate, sync

    var code: ctracing_vfs_call_kind {
        switch self {
        case .open: CTRACING_VFS_OPEN
        case .delete: CTRACING_VFS_DELETE
        case .read: CTRACING_VFS_READ
        case .write: CTRACING_VFS_WRITE
        case .truncate: CTRACING_VFS_TRUNCATE
        case .sync: CTRACING_VFS_SYNC
        }
    }
    init(_ code: ctracing_vfs_call_kind) {
        switch code {
        case CTRACING_VFS_OPEN: self = .open
        case CTRACING_VFS_DELETE: self = .delete
        case CTRACING_VFS_READ: self = .read
        case CTRACING_VFS_WRITE: self = .write
        case CTRACING_VFS_TRUNCATE: self = .truncate
        default: self = .sync
        }
    }
}
