extension Quantity {
    /// Times, in nanoseconds.
    package static let durationUnits: [String: Int64] = [
        "ns": 1, "us": 1000, "µs": 1000, "μs": 1000, "ms": 1_000_000, "s": 1_000_000_000,
        "min": 60_000_000_000, "h": 3_600_000_000_000,
    ]

    /// Sizes, in bytes: binary with `i`, decimal without (IEC 80000-13).
    package static let sizeUnits: [String: Int64] = [
        "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "kB": 1000, "MB": 1_000_000,
        "GB": 1_000_000_000,
    ]

    /// Counts: plain, or in thousands and millions.
    package static let countUnits: [String: Int64] = ["": 1, "k": 1000, "M": 1_000_000]

    /// Rates: the seconds that one period has.
    package static let rateUnits: [String: Double] = [
        "/s": 1, "Hz": 1, "/min": 60, "/h": 3600,
    ]
}
