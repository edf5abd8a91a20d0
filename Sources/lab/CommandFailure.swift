import Bench
import CoreData
import Documents
import Foundation
import Reporting
import Runs
import Simulation
import StoreIO
import Topologies
import Verdicts
import WorkloadEngine

/// The reason that a command cannot go on, and the exit code that follows from it.
package struct CommandFailure: Error {
    /// How the command ends.
    package var code: ExitCode
    /// The message on standard error: the mistake, its position and its remedy.
    package var message: String

    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Judges an error by its type and code: Command.md, “Exit codes”.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure:
            self = failure
        case let error as DocumentError:
            // An issue of the command line has no line number; an issue of a file has one.
            let isInFile = error.issues.contains { $0.position.line != nil }
            self.init(isInFile ? .invalidInput : .usage, error.description)
        case let error as WorkloadError:
            self.init(
                error.code == .unknownWorkload || error.code == .crashCannotBeJudged
                    ? .usage : .invalidInput, error.description)
        case let error as TopologyError:
            self.init(error.code == .inconsistent ? .invalidInput : .usage, error.description)
        case let error as DeviceError:
            switch error.code {
            case .notSynced: self.init(.notWritten, error.description)
            case .notProbed, .notAnAccuracy: self.init(.invalidInput, error.description)
            case .unknownDevice, .unknownFleet, .noAppleFactor, .notASetting:
                self.init(.usage, error.description)
            }
        case let error as ModelFileError:
            self.init(.invalidInput, error.description)
        case let error as BenchError:
            self.init(.notWritten, error.description)
        case let error as ReportingError:
            self.init(error.code == .notWritten ? .notWritten : .bug, error.description)
        case let error as RunsError:
            switch error.code {
            case .notWritten, .noLedger, .folderInUse, .machineRefuses:
                self.init(.notWritten, error.description)
            case .interrupted: self.init(.interrupted, error.description)
            case .notRead, .notStarted: self.init(.bug, error.description)
            }
        default:
            self.init(.bug, "\(error)")
        }
    }
}

extension CommandFailure {
    /// The same where a file names what does not exist: the message would blame the command line.
    func named(by place: String) -> CommandFailure {
        code == .usage ? CommandFailure(code, "\(place): \(message)") : self
    }

    /// Runs a command that has an outcome to its end, and the process with it.
    static func ended(_ body: () throws -> RunOutcome) -> Never {
        do {
            Console.end(try body().code)
        } catch {
            Console.end(SessionEnding.failed(error).code)
        }
    }

    /// Runs a command that only prints.
    ///
    /// If it fails, writes the reason to standard error and ends the process with the failure's
    /// code.
    static func reported(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            Console.end(SessionEnding.failed(error).code)
        }
    }
}
