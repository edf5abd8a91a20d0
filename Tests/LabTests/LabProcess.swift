import Foundation
import Testing

/// A run of the built command, as a user would start it.
struct LabProcess: Sendable {
    /// The exit code and output of a process.
    struct Result: Sendable {
        var code: Int32
        /// Whether a signal ended it.
        var isSignalled: Bool
        var output: String
        var errors: String

        /// The last line on standard output, for machines.
        var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
    }

    /// The command beside the test bundle: both are products of one build.
    static let executable = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "lab").path

    var arguments: [String]
    /// The build that runs.
    var executable = Self.executable
    /// Variables in addition to those of the tests.
    var environment: [String: String] = [:]
    /// A program and its arguments that the command line follows, such as `prlimit`.
    var wrapper: [String] = []
    /// The current folder of the command.
    var folder = FileManager.default.temporaryDirectory.path

    init(_ arguments: String...) { self.init(arguments: arguments) }

    init(arguments: [String]) { self.arguments = arguments }

    /// Runs it to its end.
    ///
    /// - Parameter whenStarted: called with its process number, beside it, on a thread of its own:
    ///   tests that compute hold the tasks' threads for minutes.
    func run(whenStarted: @escaping @Sendable (Int32) -> Void = { _ in }) async throws -> Result {
        let scratch = try TemporaryFolder()
        defer { scratch.remove() }
        let output = try scratch.emptyFile("output")
        let errors = try scratch.emptyFile("errors")
        let process = Process()
        let line = wrapper + [executable] + arguments
        process.executableURL = URL(filePath: line[0])
        process.arguments = Array(line.dropFirst())
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        let handles = [
            try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors),
        ]
        // `select` in Foundation's process writes beyond its set for a descriptor above 1,023.
        try #require(handles.allSatisfy { $0.fileDescriptor < 1000 }, "descriptors are left open")
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        let beside = DispatchGroup()
        beside.enter()
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in
                ended.signal()
                beside.wait()
                continuation.resume()
            }
            // A repetition's child is killed once the thread that started it ends, and those of
            // tasks come and go.
            Thread.detachNewThread {
                do {
                    // The child has descriptors of its own. Ours would stay open until this task
                    // goes on, behind tests that compute for minutes.
                    defer { for handle in handles { try? handle.close() } }
                    try process.run()
                } catch {
                    continuation.resume(throwing: error)
                    return
                }
                whenStarted(process.processIdentifier)
                beside.leave()
                ended.wait()
            }
        }
        return Result(
            code: process.terminationStatus,
            isSignalled: process.terminationReason == .uncaughtSignal,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}

/// A folder for one test, which removes it.
struct TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "lab-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    func file(_ name: String) -> String { URL(filePath: path).appending(path: name).path }

    func emptyFile(_ name: String) throws -> URL {
        let url = URL(filePath: file(name))
        try Data().write(to: url)
        return url
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    /// The names of its files, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
