import CPrograms
import Foundation

/// A program that a test starts.
///
/// Foundation's `Process` opens sockets for each, and its `select` writes beyond its set for a
/// descriptor above 1,023, which tests side by side reach with their stores. Here, the child opens
/// its own files, and the tests' process none.
package struct Program: Sendable {
    /// How a process ended.
    package struct End: Sendable {
        /// The exit code, or the number of the signal that ended it.
        package var code: Int32
        package var isSignalled: Bool
    }

    /// A program that could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// The program, by its path or a name to be looked up, and its arguments.
    package var line: [String]
    /// All of its variables.
    package var environment = ProcessInfo.processInfo.environment
    /// Its current folder.
    package var folder: String
    /// The file that its standard output makes or replaces.
    package var output = "/dev/null"
    /// The file that its standard error makes or replaces.
    package var errors = "/dev/null"

    package init(_ line: [String], folder: String = ".") {
        self.line = line
        self.folder = folder
    }

    /// Starts it in a process group of its own, with every signal let through, and no input.
    ///
    /// - Returns: the number of its process, which `end(of:)` must be asked about.
    /// - Throws: `Failure`, if there is no such program, file or folder.
    package func start() throws -> Int32 {
        let arguments = line.map { strdup($0) } + [nil]
        let variables =
            environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var process: pid_t = 0
        let error = cprograms_start(&process, arguments, variables, folder, output, errors)
        guard error == 0 else {
            let reason = String(cString: strerror(error))
            throw Failure(description: "\(line[0]) does not start: \(reason)")
        }
        return process
    }

    /// Whether a process has ended; its end can still be asked about.
    package static func hasEnded(_ process: Int32) -> Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0
            || info.si_signo == SIGCHLD
    }

    /// Waits on this thread for the end of a process, once for each.
    package static func end(of process: Int32) -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0
            ? End(code: (status >> 8) & 0xff, isSignalled: false)
            : End(code: signal, isSignalled: true)
    }
}
