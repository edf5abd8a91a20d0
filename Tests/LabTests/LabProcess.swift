import Foundation
import Programs

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
        var program = Program(wrapper + [executable] + arguments, folder: folder)
        program.environment.merge(environment) { $1 }
        program.output = scratch.file("output")
        program.errors = scratch.file("errors")
        let end = try await withCheckedThrowingContinuation { continuation in
            // A repetition's child is killed once the thread that started it ends, and those of
            // tasks come and go.
            Thread.detachNewThread { [program] in
                continuation.resume(
                    with: Swift.Result { try Self.end(of: program, whenStarted: whenStarted) })
            }
        }
        return Result(
            code: end.code, isSignalled: end.isSignalled,
            output: try scratch.text("output"), errors: try scratch.text("errors"))
    }

    /// Starts a program and waits on this thread for its end, and for what runs beside it.
    private static func end(
        of program: Program, whenStarted: @escaping @Sendable (Int32) -> Void
    ) throws -> Program.End {
        let process = try program.start()
        let beside = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            whenStarted(process)
            beside.signal()
        }
        let end = Program.end(of: process)
        beside.wait()
        return end
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
