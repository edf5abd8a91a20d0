import Bench
import Runs
import Simulation

/// What a calibration times beside workloads: syncs, files that are cut, and sleeping threads that
/// wake.
///
/// In parts that measurements lie between, so that both meet the machine that the runs meet.
struct CalibrationKernels {
    /// About a thousand in all parts of the usual calibration.
    private static let wakesInPart = 40
    private static let cutsInPart = 2

    private let syncKernel: SyncKernel
    private let freeingKernel: FreeingKernel
    private let wakeKernel = WakeKernel()
    private var series = SyncKernel.Series()
    private var cuts = FreeingKernel.Times()
    private var wakes: [Int64] = []

    init(in scratch: ScratchFolder, parts: Int) {
        syncKernel = SyncKernel(at: scratch.file("syncs"), parts: parts)
        freeingKernel = FreeingKernel(at: scratch.file("cuts"))
    }

    /// Runs one part, from 0.
    ///
    /// - Parameter progress: as `SyncKernel.run`; after a `false` the times are incomplete.
    /// - Throws: `DeviceError` with the system's reason.
    mutating func run(_ part: Int, progress: (Double) -> Bool) throws {
        guard try syncKernel.run(part, into: &series, progress: progress) else { return }
        try freeingKernel.run(Self.cutsInPart, into: &cuts)
        wakes += wakeKernel.times(Self.wakesInPart)
    }

    /// - Precondition: all parts have run.
    var syncs: SyncTimes { SyncTimes(series) }
    /// - Precondition: as `syncs`.
    var freeing: Device.Freeing { FreeingKernel.numbers(of: cuts) }
    /// - Precondition: as `syncs`.
    var wake: SourcedNumber { WakeKernel.number(of: wakes) }
}
