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
    /// A file with a large value of a row, in the folder beside the database.
    case external

    var code: ctracing_vfs_file_class {
        switch self {
        case .main: CTRACING_VFS_MAIN
        case .wal: CTRACING_VFS_WAL
        case .journal: CTRACING_VFS_JOURNAL
        case .other: CTRACING_VFS_OTHER
        case .external: CTRACING_VFS_EXTERNAL
        }
    }
    init(_ code: ctracing_vfs_file_class) {
        switch code {
        case CTRACING_VFS_MAIN: self = .main
        case CTRACING_VFS_WAL: self = .wal
        case CTRACING_VFS_JOURNAL: self = .journal
        case CTRACING_VFS_EXTERNAL: self = .external
        default: self = .other
        }
    }
}

extension StoreFile {
    /// The folder in which a Core Data store keeps the files of large values.
    ///
    /// - Parameter database: the path of the store's file.
    package static func externalFolder(besides database: String) -> String {
        let parts = database.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.last.map(String.init) ?? ""
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        let stem = dot.map { String(name[..<$0]) } ?? name
        return (parts.dropLast().map(String.init) + [".\(stem)_SUPPORT", "_EXTERNAL_DATA"])
            .joined(separator: "/")
    }
}
