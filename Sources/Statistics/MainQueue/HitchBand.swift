/// How bad a hitch ratio is.
package enum HitchBand: String, Sendable, Codable, CaseIterable {
    case good, warning, critical, immediate

    /// The band of Apple's Organizer, over all animations: up to 10 ms/s good, up to 25 warning, up
    /// to 50 critical, above "needs immediate attention" (*Understanding hitches in your app*).
    package init(ratio: Double) {
        switch ratio {
        case ...10: self = .good
        case ...25: self = .warning
        case ...50: self = .critical
        default: self = .immediate
        }
    }

    /// The band that Apple gave for scrolling in 2020: up to 5 ms/s good, up to 10 warning, above
    /// critical (WWDC20 session 10077).
    package init(scrollRatio2020 ratio: Double) {
        switch ratio {
        case ...5: self = .good
        case ...10: self = .warning
        default: self = .critical
        }
    }
}
