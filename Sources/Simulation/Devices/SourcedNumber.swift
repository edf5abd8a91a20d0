/// A number of a device with its range, its mark and its source.
package struct SourcedNumber: Sendable, Hashable {
    /// How the number is known, from the surest on.
    package enum Mark: String, Sendable, CaseIterable {
        /// Was measured on the machine itself, as the source says.
        case measured
        /// Stands in the source.
        case seen
        /// Follows from the source by the arithmetic that the source names.
        case derived
        /// Another source quotes it.
        case secondary
        /// Was chosen, for the reason that stands in the place of the source.
        case assumed
    }

    package var value: Double
    /// The least and the greatest value that the sources allow; both `value` without a range.
    package var range: ClosedRange<Double>
    package var mark: Mark
    package var source: String

    package init(
        _ value: Double, range: ClosedRange<Double>? = nil, mark: Mark, source: String
    ) {
        self.value = value
        self.range = range ?? value...value
        self.mark = mark
        self.source = source
    }
}
