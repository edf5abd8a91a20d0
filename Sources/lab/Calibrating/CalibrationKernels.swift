import Bench
import Runs
import Simulation

/// What a calibration times beside workloads: syncs, and sleeping threads that wake.
///
/// In parts, one before each measurement and one after the last, so that both meet the machine that
/// the runs meet.
struct CalibrationKernels {
    /// A few in each part, some hundred in all.
    private static let wakesInPart = 15

    private let syncKernel: SyncKernel
    private let wakeKernel = WakeKernel()
    private var series = SyncKernel.Series()
    private var wakes: [Int64] = []

    init(in scratch: ScratchFolder, parts: Int) {
        syncKernel = SyncKernel(at: scratch.file("syncs"), parts: parts)
    }

    /// Runs one part, from 0.
    ///
    /// - Parameter progress: as `SyncKernel.run`; after a `false` the times are incomplete.
    /// - Throws: `DeviceError` with the system's reason.
    mutating func run(_ part: Int, progress: (Double) -> Bool) throws {
        guard try syncKernel.run(part, into: &series, progress: progress) else { return }
        wakes += wakeKernel.times(Self.wakesInPart)
    }

    /// - Precondition: all parts have run.
    var syncs: SyncTimes { SyncTimes(series) }
    /// - Precondition: as `syncs`.
    var wake: SourcedNumber { WakeKernel.number(of: wakes) }
}
