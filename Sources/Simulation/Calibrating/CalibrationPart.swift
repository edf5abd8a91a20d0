import Documents

/// Whether costs are fitted to a pair of a workload and a topology, or held against it afterwards.
///
/// A fit is good on what it was fitted to: only pairs that it has not seen show its error.
package enum CalibrationPart: String, Sendable, Hashable, Codable, CaseIterable {
    case fitted
    case heldOut = "held out"

    /// The part of a pair, by a hash of its names: the same on every machine, whatever other pairs
    /// there are.
    package init(workload: String, variant: String) {
        let digits = SHA256.hex(of: "\(workload)\n\(variant)")
        self = digits.last!.hexDigitValue!.isMultiple(of: 2) ? .fitted : .heldOut
    }
}
