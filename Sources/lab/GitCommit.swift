import Foundation

/// The commit that the lab was built from, if git knows the folder around it.
enum GitCommit {
    /// The commit's hash, or `unknown` outside of a repository.
    ///
    /// Read from the files of the repository around the program: a run does not depend on git.
    static func current() -> String {
        let program = Bundle.main.executableURL ?? URL(filePath: ".")
        var folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.hasPrefix("/"), folder.path != "/" {
            if let git = gitFolder(in: folder) { return commit(in: git) ?? "unknown" }
            folder = folder.deletingLastPathComponent()
        }
        return "unknown"
    }

    /// `.git`, or its target if it is the file of a worktree.
    private static func gitFolder(in folder: URL) -> URL? {
        let git = folder.appending(path: ".git")
        guard let pointer = text(of: git) else {
            let isFolder = FileManager.default.fileExists(
                atPath: git.appending(path: "HEAD").path)
            return isFolder ? git : nil
        }
        guard pointer.hasPrefix("gitdir: ") else { return nil }
        return resolve(String(pointer.dropFirst("gitdir: ".count)), in: folder)
    }

    private static func commit(in git: URL) -> String? {
        guard let head = text(of: git.appending(path: "HEAD")) else { return nil }
        guard head.hasPrefix("ref: ") else { return head }
        let reference = String(head.dropFirst("ref: ".count))
        // A worktree has its HEAD, and the branches lie in the repository that it belongs to.
        let common = text(of: git.appending(path: "commondir"))
            .map { resolve($0, in: git) }
        for folder in [git, common].compactMap({ $0 }) {
            if let commit = text(of: folder.appending(path: reference)) { return commit }
            let packed = text(of: folder.appending(path: "packed-refs")) ?? ""
            let line = packed.split(separator: "\n").first { $0.hasSuffix(" \(reference)") }
            if let line { return String(line.prefix { $0 != " " }) }
        }
        return nil
    }

    private static func resolve(_ path: String, in folder: URL) -> URL {
        path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path).standardizedFileURL
    }

    private static func text(of file: URL) -> String? {
        (try? String(contentsOf: file, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
