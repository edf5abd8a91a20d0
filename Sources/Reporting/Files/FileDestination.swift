import Foundation

/// Where the bytes of a file go that a path names.
enum FileDestination: Hashable {
    /// A regular file or a free name: a new file takes this name, and no symbolic link has it.
    case name(String)
    /// A pipe, a device, a socket: it is written into. Replacing it would take it from everyone
    /// else on the machine.
    case into(String)

    /// Examines a path, through symbolic links.
    ///
    ///     report.md            ─▸ name(report.md)
    ///     report.md → a/b.md   ─▸ name(a/b.md): the link stays
    ///     report.md → missing  ─▸ into(report.md): opening it makes the link's target
    ///     /dev/stdout, a FIFO  ─▸ into
    init(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            self = .name(path)
            return
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, stat(path, &status) != 0 {
            self = .into(path)
            return
        }
        switch status.st_mode & S_IFMT {
        // Renaming a file onto a folder is an error of the system's, with the right words.
        case S_IFREG, S_IFDIR: self = .name(isLink ? Self.resolved(path) : path)
        default: self = .into(path)
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
