import Execution
import Foundation

extension ChildProcess {
    /// Runs one repetition in a child, and blocks the calling thread until it has ended: for a
    /// child of some milliseconds, before a command has begun.
    ///
    /// The child watches itself by the request's stall limit.
    ///
    /// - Parameter logs: an existing folder for what the child prints.
    /// - Throws: `RunsError`.
    package static func waitForRepetition(
        _ request: RepetitionRequest, subcommand: String, logs: ScratchFolder
    ) throws -> ChildOutcome {
        let requestPath = request.result + ".request"
        try request.write(to: requestPath)
        let child = Process()
        child.executableURL = URL(filePath: ownExecutable)
        child.arguments = [subcommand, requestPath] + request.launchArguments
        var environment = ProcessInfo.processInfo.environment
        // As for measured children: a trap's message is wanted at once.
        if environment["SWIFT_BACKTRACE"] == nil {
            environment["SWIFT_BACKTRACE"] = "enable=no"
        }
        child.environment = environment
        child.standardInput = FileHandle.nullDevice
        child.standardOutput = FileHandle.nullDevice
        let errors = URL(filePath: logs.file("errors"))
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        let began = ThreadClock.monotonic
        do {
            let handle = try FileHandle(forWritingTo: errors)
            defer { try? handle.close() }
            child.standardError = handle
            try child.run()
            child.waitUntilExit()
        } catch {
            throw RunsError.notStarted(executable: ownExecutable, cause: error)
        }
        let text = (try? Data(contentsOf: errors)) ?? Data()
        let result = ChildResult(
            exit: child.terminationReason == .exit
                ? .exited(child.terminationStatus) : .signalled(child.terminationStatus),
            killer: nil, standardOutput: "",
            standardError: String(decoding: text, as: UTF8.self),
            duration: ThreadClock.monotonic - began)
        return ChildOutcome(
            result: result, report: try ChildReport.read(from: request.result),
            mode: request.mode)
    }
}
