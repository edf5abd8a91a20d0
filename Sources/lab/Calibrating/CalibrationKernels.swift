import Bench
import Runs
import Simulation

/// What a calibration times beside workloads: syncs, and sleeping threads that wake.
///
/// In parts that measurements lie between, so that both meet the machine that the runs meet.
struct CalibrationKernels {
    /// About a thousand in all parts of the usual calibration.
    private static let wakesInPart = 40

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
