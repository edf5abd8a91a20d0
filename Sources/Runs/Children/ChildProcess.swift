import CProcess
import Execution
import Glibc
import Subprocess

/// A process that is started, watched, and gone when `run` returns.
///
/// A repetition runs in one, so that peak memory means something, a trap ends one repetition, and
/// SIGKILL is the real thing. It is started from its executable, never forked: a fork of a process
/// with threads may only call functions that are safe in a signal handler, and takes SQLite's locks
/// along.
///
///     parent                               child
///     ──────                               ─────
///     writes request.json
///     starts /proc/self/exe ─────────────▸ reads request.json, adoptParentDeath
///     watch: time limit, kill plan         runs, appends to the ledger
///     reads its output, keeps the tail     writes result.json, exits
///     reaps it                             ▪
///     reads result.json, ledger
///
/// The child has `/dev/null` as input, no descriptor of its parent's but its two output pipes,
/// every signal at its default, and a process group of its own, so that a Ctrl-C in the terminal
/// reaches the parent alone, which then ends its children by the registry.
///
/// Its cost: `/bin/true` is started, watched and reaped in 1.3 ms (median of 60 on two busy cores;
/// Foundation's `Process` takes 1.0 there). A Swift program that links Foundation takes 25 ms,
/// which is its own loading.
package struct ChildProcess: Sendable {
    /// The executable's path.
    ///
    /// `/proc/self/exe` is this very program, even if a new build has replaced its file meanwhile.
    package var executable = ChildProcess.ownExecutable
    package var arguments: [String]
    /// Variables to set beyond those of this process; `nil` removes one.
    package var environment: [String: String?] = [:]
    package var killPlan = KillPlan.never
    /// How long the child may live; `nil`: as long as it likes.
    package var timeLimit: Duration?
    /// Called whenever the child has printed something, not on its thread.
    package var onOutput: @Sendable () -> Void = {}

    package static let ownExecutable = "/proc/self/exe"

    package init(executable: String = ChildProcess.ownExecutable, arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// Starts the child, waits until it has ended and reaps it.
    ///
    /// Cancelling the task kills the child.
    ///
    /// - Parameter registry: holds the child while it lives, so that a caller can end all children.
    /// - Throws: `RunsError.notStarted`; `RunsError.interrupted` if the registry was closed before
    ///   the start, or the task was cancelled. In each case no child is left.
    package func run(in registry: ChildRegistry) async throws -> ChildResult {
        guard !registry.isClosed, !Task.isCancelled else {
            throw RunsError.interrupted(executable: executable)
        }
        var options = PlatformOptions()
        options.processGroupID = 0
        let variables = environment.map { (Environment.Key(rawValue: $0.key)!, $0.value) }
        let began = ThreadClock.monotonic
        var watched: Watched?
        // The watch and the registry hold on until the child is reaped, beyond the body: a child
        // may close its output and live on.
        defer { watched?.end() }
        do {
            let ended = try await Subprocess.run(
                .path(.init(executable)), arguments: Arguments(arguments),
                environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
                platformOptions: options, input: .none, output: .sequence, error: .sequence
            ) { running in
                watched = Watched(
                    ChildHandle(
                        number: running.processIdentifier.value,
                        descriptor: running.processIdentifier.processDescriptor),
                    of: self, in: registry)
                async let output = Self.tail(of: running.standardOutput, onOutput)
                async let error = Self.tail(of: running.standardError)
                return try await (output, error)
            }
            // The library kills the child of a cancelled task, and may return as if nothing was.
            try Task.checkCancellation()
            let exit = ChildExit(ended.terminationStatus)
            return ChildResult(
                exit: exit,
                killer: exit == .signalled(SIGKILL) ? watched?.child.killer : nil,
                standardOutput: ended.closureResult.0, standardError: ended.closureResult.1,
                duration: ThreadClock.monotonic - began)
        } catch {
            guard !Task.isCancelled else { throw RunsError.interrupted(executable: executable) }
            throw RunsError.notStarted(executable: executable, cause: error)
        }
    }

    /// A child with its entry in the registry and its watch.
    private struct Watched {
        let child: ChildHandle
        private let watch: ChildWatch
        private let registry: ChildRegistry
        private let ticket: Int

        init(_ child: ChildHandle, of process: ChildProcess, in registry: ChildRegistry) {
            self.child = child
            self.registry = registry
            watch = ChildWatch(
                child: child, plan: process.killPlan, timeLimit: process.timeLimit)
            ticket = registry.add { child.kill(.interruption) }
        }

        func end() {
            watch.stop()
            registry.remove(ticket)
        }
    }

    private static func tail(
        of stream: SubprocessOutputSequence, _ heard: @Sendable () -> Void = {}
    ) async throws -> String {
        var tail = OutputTail()
        for try await buffer in stream {
            buffer.withUnsafeBytes { tail.append($0) }
            heard()
        }
        return tail.text()
    }
}

extension ChildExit {
    fileprivate init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signaled(let number): self = .signalled(number)
        }
    }
}
