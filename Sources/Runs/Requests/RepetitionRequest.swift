import Execution
import Foundation
import Glibc
import Results

/// The task of a child process: one repetition of one workload on one topology.
///
/// It passes as a JSON file, because swift-subprocess closes every descriptor but the standard
/// ones.
package struct RepetitionRequest: Codable, Sendable, Hashable {
    /// Why the child runs.
    package enum Mode: Codable, Sendable, Hashable {
        /// To be measured, to its end.
        case measure
        /// To be killed: by itself at the n-th time (from 1) that it comes to an exact point, or at
        /// `.random` by its parent, in which case the occurrence has no meaning.
        case kill(point: KillPoint, occurrence: Int)
        /// To be recorded in virtual time, and its crash states explored.
        case explore(ExplorationRequest)
        /// To be run in virtual time as it was recorded, and to die at a change of the store's
        /// files, from 1.
        case killAtOperation(Int, isAfter: Bool)
        /// To be run in virtual time to its end, where work and calls cost this.
        case simulate(UnitCosts)
        /// To open a stack that is written in Swift, and to report the layout that it shows.
        case show

        /// Whether the child reports the crash states that it explored, instead of its
        /// measurements.
        var explores: Bool {
            if case .explore = self { true } else { false }
        }

        /// Whether the child may die by SIGKILL with nothing wrong.
        var endsByItsOwnHand: Bool {
            switch self {
            case .measure, .explore, .simulate, .show: false
            case .kill, .killAtOperation: true
            }
        }
    }

    /// The workload's file.
    package var workload: String
    /// In the order in which they were given.
    package var settings: [WorkloadSetting] = []
    /// The topology's name in results: `private-writer:flush=5s`.
    package var variant: String
    /// The topology itself, as JSON.
    ///
    /// The parent has read and checked it, so changing a file during a run changes nothing.
    package var topology: String
    /// From 1.
    package var repetition: Int
    /// `nil`: the workload's.
    package var seed: UInt64?
    /// Which times of syncs a simulated run meets with its seed, from 1.
    package var chance = 1
    /// The file that the process makes that takes the request, where several may; `nil`: the only
    /// process takes it.
    package var claim: String?
    /// Whether a simulated run reports its whole record, and not only its figures and digests.
    package var keepsRecord = true
    /// An existing folder that is the child's alone; the parent removes it.
    package var storeDirectory: String
    package var mode: Mode
    /// The path of the ledger that the parent created; `nil` if the child needs no ledger.
    package var ledger: String?
    /// Launch arguments in Apple's form, which also follow on the child's command line.
    package var launchArguments: [String] = []
    /// The path to which the child writes its `ChildReport`.
    package var result: String
    /// How long nothing may move before the child reports itself stuck, in seconds.
    package var stallLimitSeconds: Double
    /// The fault that the child commits on purpose; `nil` in all runs but those that prove the
    /// lab.
    package var plant: Plant?
    /// The process to die with: the one that wrote this.
    package var parent: Int32

    package init(
        workload: String, variant: String, topology: String, repetition: Int,
        storeDirectory: String, mode: Mode, result: String, stallLimitSeconds: Double
    ) {
        self.workload = workload
        self.variant = variant
        self.topology = topology
        self.repetition = repetition
        self.storeDirectory = storeDirectory
        self.mode = mode
        self.result = result
        self.stallLimitSeconds = stallLimitSeconds
        parent = getpid()
    }

    /// Writes the request for a child to read.
    ///
    /// - Throws: `RunsError.notWritten`.
    package func write(to path: String) throws {
        try JSONFile.write(self, to: path)
    }

    /// Takes the request for this process; `false` if another has it.
    ///
    /// - Throws: `RunsError.notWritten`: that it is taken cannot be written down.
    package func take() throws -> Bool {
        guard let claim else { return true }
        let descriptor = open(claim, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor < 0 else {
            close(descriptor)
            return true
        }
        guard errno != EEXIST else { return false }
        throw RunsError.notWritten(
            path: claim, cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }

    /// Reads a request in the child.
    ///
    /// - Throws: `RunsError.notRead`.
    package static func read(from path: String) throws -> RepetitionRequest {
        try JSONFile.read(RepetitionRequest.self, from: path)
    }
}
