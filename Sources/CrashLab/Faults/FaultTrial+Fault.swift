import Results
import StoreIO

extension FaultTrial {
    /// The trial of a fault, before anything has run.
    init(_ fault: StoreFault) {
        self.init(
            call: "\(fault.call)", file: fault.file.map { "\($0)" } ?? "any",
            occurrence: fault.occurrence, isLasting: fault.isLasting, code: fault.code.rawValue)
    }
}
