/// What a store did over time: transactions by their contexts, and the calls of its files.
///
///     transactions   ├── begin … COMMIT ──┤        ├── begin … COMMIT ──┤
///     calls                  ├write┤├sync─┤               ├write┤├sync──┤├write┤
///     checkpoints                                                        ├─────┤
package struct StoreTimeline: Codable, Sendable {
    /// In the order of their commits.
    package var transactions: [Transaction]
    /// In the order of the files' calls.
    package var calls: [Call]
    package var checkpoints: [Checkpoint]

    package init(
        transactions: [Transaction], calls: [Call],
        checkpoints: [Checkpoint]
    ) {
        self.transactions = transactions
        self.calls = calls
        self.checkpoints = checkpoints
    }
}

extension StoreTimeline {
    /// One transaction that was committed.
    package struct Transaction: Sendable, Hashable {
        /// The context that it saved; its connection is the one that its coordinator writes with.
        package var context: String
        /// The coordinator's number, from 1.
        package var coordinator: Int
        /// The writer was held, and nothing was written yet.
        package var began: Int64
        /// The COMMIT returned.
        package var committed: Int64
        /// What it wrote to the log, or to the journal and the database.
        package var bytes: Int
        package var writes: Int
        /// Whether it ran on the main thread.
        package var isOnMain: Bool

        package init(
            context: String, coordinator: Int, began: Int64, committed: Int64, bytes: Int,
            writes: Int,
            isOnMain: Bool
        ) {
            self.context = context
            self.coordinator = coordinator
            self.began = began
            self.committed = committed
            self.bytes = bytes
            self.writes = writes
            self.isOnMain = isOnMain
        }
    }

    /// One sync of a file, or writes to one file that followed one another without another call.
    package struct Call: Sendable, Hashable {
        package enum Kind: String, Codable, Sendable {
            case write, sync
        }

        package enum File: String, Codable, Sendable {
            case database, log, journal, other
        }

        package var kind: Kind
        package var file: File
        /// When a sync was asked for; when the first of several writes had returned.
        package var began: Int64
        package var ended: Int64
        /// Of writes; 0 of a sync.
        package var bytes: Int
        /// How many calls.
        package var count: Int

        package init(
            _ kind: Kind, _ file: File, began: Int64, ended: Int64, bytes: Int, count: Int
        ) {
            self.kind = kind
            self.file = file
            self.began = began
            self.ended = ended
            self.bytes = bytes
            self.count = count
        }
    }

    /// One checkpoint: pages of the log that were copied into the database.
    package struct Checkpoint: Sendable, Hashable {
        package var began: Int64
        package var ended: Int64
        /// What it wrote to the database.
        package var bytes: Int

        package init(began: Int64, ended: Int64, bytes: Int) {
            self.began = began
            self.ended = ended
            self.bytes = bytes
        }
    }
}

/// In JSON a row: `[context, coordinator, began, length, bytes, writes, isOnMain]`.
extension StoreTimeline.Transaction: Codable {
    package init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let context = try row.decode(String.self)
        let coordinator = try row.decode(Int.self)
        let began = try row.decode(Int64.self)
        self.init(
            context: context, coordinator: coordinator, began: began,
            committed: began &+ (try row.decode(Int64.self)), bytes: try row.decode(Int.self),
            writes: try row.decode(Int.self), isOnMain: try row.decode(Bool.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(context)
        try row.encode(coordinator)
        for value in [began, committed &- began] { try row.encode(value) }
        for value in [bytes, writes] { try row.encode(value) }
        try row.encode(isOnMain)
    }
}

/// In JSON a row: `[kind, file, began, length, bytes, count]`.
extension StoreTimeline.Call: Codable {
    package init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let kind = try row.decode(Kind.self)
        let file = try row.decode(File.self)
        let began = try row.decode(Int64.self)
        self.init(
            kind, file, began: began, ended: began &+ (try row.decode(Int64.self)),
            bytes: try row.decode(Int.self), count: try row.decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(kind)
        try row.encode(file)
        for value in [began, ended &- began] { try row.encode(value) }
        for value in [bytes, count] { try row.encode(value) }
    }
}

/// In JSON a row: `[began, length, bytes]`.
extension StoreTimeline.Checkpoint: Codable {
    package init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let began = try row.decode(Int64.self)
        self.init(
            began: began, ended: began &+ (try row.decode(Int64.self)),
            bytes: try row.decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        for value in [began, ended &- began] { try row.encode(value) }
        try row.encode(bytes)
    }
}
