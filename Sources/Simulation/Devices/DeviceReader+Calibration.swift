import Documents
import Execution

extension DeviceReader {
    /// Reads the costs that were fitted on a machine.
    ///
    /// - Throws: `DocumentError` with every mistake.
    static func readCalibration(_ node: DocumentNode) throws -> Device.Calibration {
        var issues = DocumentIssues()
        let mapping = try node.mapping()
        let machine = try issues.collect { try mapping.require("machine").string() }
        let commit = try issues.collect { try mapping.require("commit").string() }
        let sqlite = try issues.collect { try mapping.require("sqlite").string() }
        let date = try issues.collect { try mapping.require("date").string() }
        let costs = try issues.collect { try readCosts(mapping.require("costs")) }
        let together = try issues.collect {
            try mapping.optional("together").map { try readTogether($0) }
        }
        let errors = try issues.collect {
            try mapping.optional("errors").map { try readErrors($0) }
        }
        try issues.collect { try mapping.finish() }
        try issues.throwIfAny()
        return Device.Calibration(
            machine: machine!, commit: commit!, sqlite: sqlite!, date: date!, costs: costs!,
            together: together! ?? [:], errors: errors!)
    }

    private static func readCosts(_ node: DocumentNode) throws -> [Work: Int64] {
        var issues = DocumentIssues()
        var costs: [Work: Int64] = [:]
        for entry in try node.mapping().all() {
            try issues.collect {
                costs[try work(entry.key, at: entry.keyPosition, in: node)] =
                    Int64(try nanoseconds(entry.value))
            }
        }
        try issues.throwIfAny()
        return costs
    }

    private static func readTogether(_ node: DocumentNode) throws -> [Work: Work] {
        var issues = DocumentIssues()
        var together: [Work: Work] = [:]
        for entry in try node.mapping().all() {
            try issues.collect {
                together[try work(entry.key, at: entry.keyPosition, in: node)] =
                    try work(entry.value.string(), at: entry.value.position, in: node)
            }
        }
        try issues.throwIfAny()
        return together
    }

    private static func readErrors(_ node: DocumentNode) throws -> Device.Calibration.Errors {
        try node.mapping().reading { mapping in
            Device.Calibration.Errors(
                fitted: try mapping.require("fitted").number(),
                heldOut: try mapping.optional("held-out").map { try $0.number() })
        }
    }

    private static func work(
        _ name: String, at position: Position, in node: DocumentNode
    ) throws -> Work {
        if let work = Work.counted.first(where: { $0.name == name }) { return work }
        throw DocumentError.unknownName(
            name, what: "kind of work", at: position, path: node.path,
            known: Work.counted.map(\.name))
    }
}
