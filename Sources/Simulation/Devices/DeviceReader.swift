import Documents

/// Reads a device's file.
///
///     schema: 1
///     title: iPhone 8
///     about: A11, 2017.
///     measured: false
///     processor: { value: 1.13, low: 0.96, high: 1.3, mark: derived, source: … }
///     apple: { value: 10, low: 7, high: 14, mark: derived, source: … }
///     cores: { value: 2, mark: secondary, source: … }
///     wake: { value: 30us, mark: measured, source: … }
///     sync:
///       becomes: barrier
///       barrier: { value: 3.2ms, mark: secondary, source: … }
///       per-kib: { value: 3.3us, mark: derived, source: … }
///       tail: flash
///     free:
///       call: { value: 200us, mark: measured, source: … }
///       per-kib: { value: 1.2us, mark: measured, source: … }
///     calibrated:
///       machine: …
///       commit: …
///       sqlite: 3.46.1
///       date: 2026-11-23
///       errors: { fitted: 0.12, held-out: 0.15 }
///       costs: { objects_inserted: 2130ns, … }
///       together: { statements: store_requests }
struct DeviceReader {
    let document: Document
    let name: String
    /// Reads the tail that a node names.
    let readTail: (DocumentNode) throws -> SyncTail

    /// - Throws: `DocumentError` with every mistake.
    func read() throws -> Device {
        var issues = DocumentIssues()
        let mapping = try document.mapping()
        try issues.collect { try mapping.requireSchema(1) }
        let title = try issues.collect { try mapping.require("title").string() }
        let about = try issues.collect { try mapping.require("about").string() }
        let isMeasured = try issues.collect { try mapping.require("measured").boolean() }
        let processor = try issues.collect {
            try Self.factor(mapping.require("processor"), above: 0)
        }
        let apple = try issues.collect { try mapping.optional("apple").map { try Self.factor($0) } }
        let cores = try issues.collect { try mapping.optional("cores").map(Self.count) }
        let wake = try issues.collect { try mapping.optional("wake").map(Self.time) }
        let sync = try issues.collect { try readSync(mapping.require("sync")) }
        let freeing = try issues.collect { try mapping.optional("free").map(Self.readFreeing) }
        let calibration = try issues.collect {
            try mapping.optional("calibrated").map { try Self.readCalibration($0) }
        }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        return Device(
            name: name, title: title!, about: about!, isMeasured: isMeasured!,
            processor: processor!, apple: apple!, cores: cores!, wake: wake!,
            sync: sync!.becomes, syncs: sync!.medians, syncKibibyte: sync!.kibibyte,
            tail: sync!.tail, freeing: freeing!, calibration: calibration!)
    }

    private func readSync(_ node: DocumentNode) throws -> (
        becomes: Device.Sync, medians: [Device.Sync: SourcedNumber], kibibyte: SourcedNumber,
        tail: SyncTail
    ) {
        var issues = DocumentIssues()
        let mapping = try node.mapping()
        let becomes = try issues.collect {
            try mapping.require("becomes").name(of: Device.Sync.self, what: "kind of sync")
        }
        var medians: [Device.Sync: SourcedNumber] = [:]
        for kind in Device.Sync.allCases {
            try issues.collect {
                let node = mapping.optional(kind.rawValue)
                medians[kind] = try node.map { try Self.time($0) }
            }
        }
        if let becomes, mapping.optional(becomes.rawValue) == nil {
            try issues.collect { _ = try mapping.require(becomes.rawValue) }
        }
        let kibibyte = try issues.collect { try Self.time(mapping.require("per-kib")) }
        let tail = try issues.collect { try readTail(mapping.require("tail")) }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        return (becomes!, medians, kibibyte!, tail!)
    }

    private static func readFreeing(_ node: DocumentNode) throws -> Device.Freeing {
        var issues = DocumentIssues()
        let mapping = try node.mapping()
        let call = try issues.collect { try time(mapping.require("call")) }
        let kibibyte = try issues.collect { try time(mapping.require("per-kib")) }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        return Device.Freeing(call: call!, kibibyte: kibibyte!)
    }

    // MARK: Numbers

    /// A multiple, above zero or from 1 on.
    private static func factor(
        _ node: DocumentNode, above least: Double = 0
    ) throws -> SourcedNumber {
        try number(node) { node in
            let value = try node.number()
            guard value > least, value <= Device.greatestMultiple else {
                throw DocumentError.invalid(
                    node, "a multiple of \(value) makes no time",
                    remedy: "write a number above 0, and up to 1000")
            }
            return value
        }
    }

    /// A whole number from 1 on.
    private static func count(_ node: DocumentNode) throws -> SourcedNumber {
        try number(node) { Double(try $0.integer(in: 1...1024)) }
    }

    private static func time(_ node: DocumentNode) throws -> SourcedNumber {
        try number(node) { try nanoseconds($0) }
    }

    static func nanoseconds(_ node: DocumentNode) throws -> Double {
        let (seconds, attoseconds) = try node.duration().components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        guard nanoseconds <= Device.longestTime else {
            throw DocumentError.invalid(
                node, "no device takes that long", remedy: "write a time up to 10s")
        }
        return nanoseconds
    }

    private static func number(
        _ node: DocumentNode, _ value: (DocumentNode) throws -> Double
    ) throws -> SourcedNumber {
        var issues = DocumentIssues()
        let mapping = try node.mapping()
        let middle = try issues.collect { try value(mapping.require("value")) }
        let low = try issues.collect { try mapping.optional("low").map(value) }
        let high = try issues.collect { try mapping.optional("high").map(value) }
        let mark = try issues.collect {
            try mapping.require("mark").name(of: SourcedNumber.Mark.self, what: "mark")
        }
        let source = try issues.collect { try mapping.require("source").string() }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        let least = low! ?? middle!
        let greatest = high! ?? middle!
        guard least <= middle!, middle! <= greatest else {
            throw DocumentError.invalid(
                node, "the value does not lie between low and high",
                remedy: "write low ≤ value ≤ high")
        }
        return SourcedNumber(
            middle!, range: least...greatest, mark: mark!, source: source!)
    }

    // MARK: Tails

    /// Reads a tail's file.
    ///
    /// - Throws: `DocumentError` with every mistake.
    static func tail(in document: Document, name: String) throws -> SyncTail {
        var issues = DocumentIssues()
        let mapping = try document.mapping()
        try issues.collect { try mapping.requireSchema(1) }
        let points = try issues.collect { try readPoints(mapping.require("quantiles")) }
        let cap = try issues.collect { try factor(mapping.require("cap")) }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        guard let tail = SyncTail(name: name, points: points!, cap: cap!) else {
            throw DocumentError.invalid(
                document.root.descending(["quantiles"]),
                "the multiples do not rise from 1 up to the cap",
                remedy: "order the quantiles from p50 on, each multiple at least its former one")
        }
        return tail
    }

    private static func readPoints(_ node: DocumentNode) throws -> [SyncTail.Point] {
        var issues = DocumentIssues()
        let points = try node.mapping().all().compactMap { entry in
            try issues.collect {
                guard entry.key.first == "p", let percent = Double(entry.key.dropFirst()),
                    percent > 50, percent < 100
                else {
                    throw DocumentError.invalid(
                        entry.value, "“\(entry.key)” is not a quantile above the median",
                        remedy: "write p90, p99 or p99.9")
                }
                return SyncTail.Point(
                    name: entry.key, quantile: percent / 100, multiple: try factor(entry.value))
            }
        }
        try issues.throwIfAny()
        return points
    }
}
