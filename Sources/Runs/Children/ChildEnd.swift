import Execution
import Foundation
import Results
import WorkloadEngine

/// The end of a child process: its report and its exit code.
package enum ChildEnd {
    /// The exit code of a child that could not write its report: the disk is full, as a rule.
    package static let notWrittenCode: Int32 = 9

    /// Writes the report and ends the process: 0, or `notWrittenCode` with the reason on standard
    /// error.
    package static func end(with report: ChildReport, for request: RepetitionRequest) -> Never {
        write(report, for: request)
        end()
    }

    /// Ends a process that has written its reports.
    package static func end() -> Never {
        exit(0)
    }

    /// Writes the report of a process that has more to do, or ends the process with
    /// `notWrittenCode` and the reason on standard error.
    package static func write(_ report: ChildReport, for request: RepetitionRequest) {
        do {
            try report.write(to: request.result)
        } catch {
            say(error)
            exit(notWrittenCode)
        }
    }

    /// Takes a request for this process, or ends the process as `write` does.
    ///
    /// - Returns: `false` if another process has it.
    package static func takes(_ request: RepetitionRequest) -> Bool {
        do {
            return try request.take()
        } catch {
            say(error)
            exit(notWrittenCode)
        }
    }

    /// Prints the path of a report that was written, for the parent to look.
    package static func sayWritten(_ request: RepetitionRequest) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(request.result)\n".utf8))
    }

    /// Writes the error that kept a report from being written to standard error.
    ///
    /// If that fails as well, the exit code is all that is left.
    private static func say(_ error: any Error) {
        try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
    }

    /// A watchdog that reports a stack that stands still, and ends the process.
    package static func watchdog(
        of execution: any Execution, for request: RepetitionRequest
    ) -> StallWatchdog {
        StallWatchdog(
            execution: execution, limit: .seconds(request.stallLimitSeconds)
        ) { stall in
            // The main thread is stuck and may hold anything: no exit handlers.
            do {
                try ChildReport.stuck(stall).write(to: request.result)
                ChildProcess.endAtOnce(code: 0)
            } catch {
                say(error)
                ChildProcess.endAtOnce(code: notWrittenCode)
            }
        }
    }
}

extension ChildEnd {
    /// Cocoa's errors for a file that could not be written or made: no space, no permission, a
    /// read-only volume, a store that cannot be opened for writing.
    private static let notWrittenCodes: Set<Int> = [
        CocoaError.fileWriteOutOfSpace.rawValue, CocoaError.fileWriteNoPermission.rawValue,
        CocoaError.fileWriteVolumeReadOnly.rawValue, CocoaError.fileWriteUnknown.rawValue,
        // NSPersistentStoreOpenError: Core Data's number for SQLITE_CANTOPEN.
        134_080,
    ]

    /// NSSQLiteError, and SQLite's text under it if the disk refuses: a quota, a file-size limit or
    /// a broken disk (SQLITE_IOERR).
    private static let sqliteCode = 134_180
    private static let sqliteDiskText = "disk I/O error"

    private static func isNotWritten(domain: String, code: Int, text: String) -> Bool {
        guard domain == NSCocoaErrorDomain else { return false }
        return notWrittenCodes.contains(code)
            || (code == sqliteCode && text.contains(sqliteDiskText))
    }

    /// The failure of a child that could not run.
    ///
    /// - Parameter action: `a run was set up`.
    package static func failure(of error: any Error, while action: String) -> RunFailure {
        let cocoa = error as NSError
        return RunFailure(
            kind: isNotWritten(domain: cocoa.domain, code: cocoa.code, text: "\(error)")
                ? .notWritten : .trapped,
            message: "while \(action): \(Self.text(of: error))")
    }

    /// The failure of a run that makes its figures worthless, apart from wrong data; `nil` without
    /// one.
    ///
    /// A save that failed for want of space is a failure of the disk, any other a failure of the
    /// stack: its outcome cannot be the expected one.
    package static func failure(of outcome: Outcome) -> RunFailure? {
        let lines = outcome.failures.map(\.description) + outcome.saveFailures.map(\.description)
        guard let first = lines.first else { return nil }
        let isNotWritten = outcome.failures.contains {
            Self.isNotWritten(domain: $0.domain, code: $0.code, text: $0.message)
        }
        return RunFailure(
            kind: isNotWritten ? .notWritten : .outcomeDiffers, message: first,
            details: Array(lines.dropFirst()) + outcome.differences)
    }

    /// Our own errors describe themselves in full; Cocoa's have a localised sentence.
    private static func text(of error: any Error) -> String {
        let cocoa = error as NSError
        return cocoa.domain == NSCocoaErrorDomain ? cocoa.localizedDescription : "\(error)"
    }
}
