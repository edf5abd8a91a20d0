import CProcess
import Execution

/// The calling process, as the kernel counts it.
package struct OwnProcess: ProcessMeter {
    package let noise: NoiseProbe? = NoiseProbe()

    package init() {}

    package var cpuNanoseconds: Int64 { ThreadClock.processCPUNanoseconds }
    package var peakMemory: Int64 { cprocess_peak_memory() }
}
