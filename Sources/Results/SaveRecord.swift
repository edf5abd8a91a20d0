/// One save of a context that returned.
package struct SaveRecord: Sendable, Hashable {
    package var context: String
    package var began: Int64
    package var ended: Int64
    /// The last operation whose edits it took on; `nil` if it saved none.
    package var operation: Int?
    /// Whether it ran on the main thread.
    package var isOnMain: Bool

    package init(
        context: String, began: Int64, ended: Int64, operation: Int?, isOnMain: Bool
    ) {
        self.context = context
        self.began = began
        self.ended = ended
        self.operation = operation
        self.isOnMain = isOnMain
    }
}

/// In JSON a row: `[context, began, length, operation or null, isOnMain]`.
extension SaveRecord: Codable {
    package init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let context = try row.decode(String.self)
        let began = try row.decode(Int64.self)
        self.init(
            context: context, began: began, ended: began &+ (try row.decode(Int64.self)),
            operation: try row.decodeIfPresent(Int.self), isOnMain: try row.decode(Bool.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(context)
        for value in [began, ended &- began] { try row.encode(value) }
        try operation.map { try row.encode($0) } ?? row.encodeNil()
        try row.encode(isOnMain)
    }
}
