/// The blocks of one queue other than the main one.
package struct QueueRecord: Codable, Sendable {
    /// The first context that saved there, or the queue's own label.
    package var name: String
    /// The roles whose operations ran there, by name.
    package var roles: [String]
    /// In the order in which they ran.
    package var blocks: [Block]

    package init(name: String, roles: [String], blocks: [Block]) {
        self.name = name
        self.roles = roles
        self.blocks = blocks
    }
}

extension QueueRecord {
    /// One block of a queue other than the main one: one closure.
    package struct Block: Sendable, Hashable {
        package var began: Int64
        package var ended: Int64
        /// The time of the thread that ran it.
        package var cpu: Int64
        /// The first operation that began in it, as `operations.csv` numbers it; `nil` if none did.
        package var operation: Int?

        package init(began: Int64, ended: Int64, cpu: Int64, operation: Int?) {
            self.began = began
            self.ended = ended
            self.cpu = cpu
            self.operation = operation
        }
    }
}

/// In JSON a row: `[began, length, cpu, operation or null]`.
extension QueueRecord.Block: Codable {
    package init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let began = try row.decode(Int64.self)
        self.init(
            began: began, ended: began &+ (try row.decode(Int64.self)),
            cpu: try row.decode(Int64.self), operation: try row.decodeIfPresent(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        for value in [began, ended &- began, cpu] { try row.encode(value) }
        try operation.map { try row.encode($0) } ?? row.encodeNil()
    }
}
