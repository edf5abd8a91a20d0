import Execution

/// A process in virtual time, by the charges to its threads.
///
/// Its memory is not modelled.
package struct VirtualProcess: ProcessMeter {
    private let execution: VirtualExecution

    package init(_ execution: VirtualExecution) {
        self.execution = execution
    }

    package var cpuNanoseconds: Int64 { execution.processCPUNanoseconds }
    package var peakMemory: Int64 { 0 }
    package var noise: NoiseProbe? { nil }
}
