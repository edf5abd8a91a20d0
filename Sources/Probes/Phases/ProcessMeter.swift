/// The use that a run's process makes of the machine.
///
/// `OwnProcess` asks the kernel, `VirtualProcess` an execution in virtual time.
package protocol ProcessMeter: Sendable {
    /// The processor time of all threads, in nanoseconds.
    var cpuNanoseconds: Int64 { get }
    /// The largest amount of memory that the process has had, in bytes; 0 if it is unknown.
    var peakMemory: Int64 { get }
    /// The probe of the machine's noise; `nil` where time has none.
    var noise: NoiseProbe? { get }
}
