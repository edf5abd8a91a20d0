/// Whether charts are drawn, and whether a missing chart is a failure.
package struct ChartRequest: Codable, Sendable, Hashable {
    /// Their data and scripts are written all the same.
    package var areDrawn = true
    /// Whether missing charts are a failure (9) instead of a warning.
    package var areRequired = false

    /// - Parameters:
    ///   - areDrawn: `false` for `--no-charts`.
    ///   - areRequired: `true` for `--require-charts`.
    package init(areDrawn: Bool = true, areRequired: Bool = false) {
        self.areDrawn = areDrawn
        self.areRequired = areRequired
    }
}
