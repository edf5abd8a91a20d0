import Foundation

extension NSNumber {
    /// The double that is nearest to the number, as SQLite reads it.
    ///
    /// Foundation on Linux divides a decimal's digits by ten for each of its places, and rounds
    /// each time: 19.99 would be 19.990000000000002.
    var nearestDouble: Double {
        guard type(of: self) != NSNumber.self, let decimal = self as? NSDecimalNumber else {
            return doubleValue
        }
        return Double(decimal.stringValue) ?? doubleValue
    }
}
