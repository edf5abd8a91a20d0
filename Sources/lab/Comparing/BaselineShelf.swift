import Foundation
import Reporting
import Results
import Runs
import Verdicts

/// The folder of named baselines: `Reports/baselines`.
///
///     Reports/baselines/main/run.json     the run, as it was written
///     Reports/baselines/main/lab          the build that made it, with --keep-binary
struct BaselineShelf: Sendable {
    static let usualFolder = "Reports/baselines"
    /// The name of a kept build.
    static let binaryName = "lab"
    private static let option = "--baselines"

    let folder: String

    /// A baseline that is there.
    struct Baseline: Sendable {
        /// The name in the user's request.
        let name: String
        let folder: String
        let figures: ResultFigures

        /// The build that made it; `nil` if it was not kept.
        var binary: String? {
            let path = URL(filePath: folder).appending(path: binaryName).path
            return FileManager.default.isExecutableFile(atPath: path) ? path : nil
        }
    }

    /// The names of all baselines, sorted.
    var names: [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.filter { FileManager.default.fileExists(atPath: runFile(of: $0)) }.sorted()
    }

    /// The baseline that a user names: by a run.json, a folder that contains one, or a kept name.
    ///
    /// - Throws: `CommandFailure` (7) if the baseline does not exist or cannot be read.
    func baseline(_ text: String) throws -> Baseline {
        guard let file = Self.runFile(at: text) ?? named(text) else {
            let known = names
            let remedy =
                known.isEmpty
                ? "lab baseline save NAME RUN keeps one"
                : "baselines are \(TextLines.list(known))"
            throw CommandFailure(
                .incomparable,
                "there is no baseline “\(text)”: neither a run's folder nor a name in \(folder); "
                    + remedy)
        }
        let home = URL(filePath: file).deletingLastPathComponent().path
        return Baseline(name: text, folder: home, figures: try ResultFile.read(file))
    }

    /// run.json at a path that is the file, or a folder that has it.
    static func runFile(at path: String) -> String? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return nil
        }
        guard isFolder.boolValue else { return path }
        let file = URL(filePath: path).appending(path: ResultFile.name).path
        return FileManager.default.fileExists(atPath: file) ? file : nil
    }

    private func named(_ name: String) -> String? {
        guard Self.isName(name) else { return nil }
        let file = runFile(of: name)
        return FileManager.default.fileExists(atPath: file) ? file : nil
    }

    // MARK: Changing it

    /// Keeps a run under a name.
    ///
    /// - Parameters:
    ///   - replaces: whether the run may replace a baseline of the same name.
    ///   - binary: the build to keep with it.
    /// - Throws: `CommandFailure`: 2 for a malformed or taken name, and for a run that cannot serve
    ///   as a baseline; 7 for a run that cannot be read. `ReportingError` if the baseline cannot be
    ///   written.
    func save(_ name: String, run: String, replaces: Bool, binary: String?) throws -> ResultFigures
    {
        guard Self.isName(name) else {
            throw CommandFailure(
                .usage,
                "“\(name)” cannot be the name of a baseline: use letters, digits, “.”, “-” and "
                    + "“_”, and begin with a letter or digit")
        }
        guard let file = Self.runFile(at: run) else {
            throw CommandFailure(
                .usage, "there is no run at \(run): name a folder that lab run has written to")
        }
        let figures = try ResultFile.read(file)
        if let obstacle = Self.obstacle(to: figures) {
            throw CommandFailure(.usage, "\(run) cannot be a baseline: \(obstacle)")
        }
        guard replaces || !FileManager.default.fileExists(atPath: runFile(of: name)) else {
            throw CommandFailure(
                .usage, "there is a baseline “\(name)” already: add --replace, or choose a name")
        }
        let home = ReportFolder(path: home(of: name), option: Self.option)
        let lock = try home.claim()
        defer { lock.release() }
        let kept = URL(filePath: home.path).appending(path: Self.binaryName).path
        guard let bytes = InputFile.contents(of: file) else {
            throw CommandFailure(.incomparable, "\(file) cannot be read any more")
        }
        var files = FileBatch(seal: runFile(of: name), option: Self.option)
        files.remove(kept)
        if let binary {
            guard let build = FileManager.default.contents(atPath: binary) else {
                throw CommandFailure(.notWritten, "\(binary) cannot be read, so it cannot be kept")
            }
            try files.add(Array(build), as: kept, isExecutable: true)
        }
        try files.add(Array(bytes), as: runFile(of: name))
        try files.publish()
        return figures
    }

    /// Removes a kept baseline.
    ///
    /// - Throws: `CommandFailure`: 2 for a path instead of a name, 7 if no baseline has the name, 9
    ///   if the baseline cannot be removed.
    func remove(_ name: String) throws {
        guard Self.isName(name), names.contains(name) else {
            _ = try baseline(name)
            throw CommandFailure(
                .usage,
                "“\(name)” is the path of a run, not the name of a baseline; "
                    + (names.isEmpty
                        ? "there is no baseline in \(folder)"
                        : "baselines are \(TextLines.list(names))"))
        }
        // run.json goes first: a folder without it does not count as a baseline, even if the rest
        // stays.
        unlink(runFile(of: name))
        do {
            try FileManager.default.removeItem(atPath: home(of: name))
        } catch {
            throw CommandFailure(
                .notWritten, "\(home(of: name)) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// The reason why a run cannot serve as a baseline, with which every comparison would fail;
    /// `nil` if it can.
    private static func obstacle(to figures: ResultFigures) -> String? {
        if figures.isInterrupted { return "it was interrupted; run it to its end" }
        if let failed = figures.topologies.first(where: { $0.failure != nil }) {
            return "\(failed.variant) failed: \(failed.failure?.message ?? "")"
        }
        if figures.topologies.allSatisfy(\.repetitions.isEmpty) { return "it has no figures" }
        return nil
    }

    /// Whether it is one path component that does not look like an option or a hidden file.
    private static func isName(_ text: String) -> Bool {
        let isPlain = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber)
        }
        guard let first = text.first, isPlain(first), text.count <= 100 else { return false }
        return text.allSatisfy { isPlain($0) || "._-".contains($0) }
    }

    private func home(of name: String) -> String {
        URL(filePath: folder).appending(path: name).path
    }

    private func runFile(of name: String) -> String {
        URL(filePath: home(of: name)).appending(path: ResultFile.name).path
    }
}
