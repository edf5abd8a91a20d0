import Foundation

/// The working copy that the tests were built from.
enum Repository {
    /// Its root, found from where this file stands.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()  // Reading
        .deletingLastPathComponent()  // TidyTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    /// Every Swift and C file under Sources and Tests, and the manifest, in the order of their
    /// paths.
    static let files: [SourceFile] = {
        let endings = [".swift", ".h", ".c", ".cpp"]
        let all = paths(under: "Sources") + paths(under: "Tests") + ["Package.swift"]
        let code = all.filter { path in endings.contains { path.hasSuffix($0) } }
        return code.sorted().map { SourceFile(path: $0, text: text(of: $0)) }
    }()

    /// README, the articles, and the pages beside data and reports.
    static let articles: [Article] = {
        let folders = ["Sources", "Workloads", ".github", "Reports/README.md", "Reports/peers.md"]
        let all = folders.flatMap { $0.hasSuffix(".md") ? [$0] : paths(under: $0) } + ["README.md"]
        return all.filter { $0.hasSuffix(".md") }.sorted()
            .map { Article(path: $0, text: text(of: $0)) }
    }()

    /// The paths of all files under a folder, from the root.
    static func paths(under folder: String) -> [String] {
        let base = root.appending(path: folder)
        let all = FileManager.default.enumerator(atPath: base.path)?.allObjects ?? []
        // A package of its own under Tests brings its build products along.
        return all.compactMap { $0 as? String }
            .filter { !$0.split(separator: "/").contains(".build") }
            .map { "\(folder)/\($0)" }
    }

    /// The names of the folders in Sources.
    static var targets: [String] {
        let sources = root.appending(path: "Sources").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []).sorted()
    }

    /// Where a path leads that the file at `base` names, from the root.
    static func path(_ relative: String, beside base: String) -> String {
        var parts = base.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") {
            if part == ".." {
                _ = parts.popLast()
            } else if part != "." {
                parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    /// Whether a file or folder is there.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    static func text(of path: String) -> String {
        (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    }
}
