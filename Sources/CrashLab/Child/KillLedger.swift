import Execution
import Probes
import Runs
import Topologies

/// The events that a run writes down before it is killed, and their reading afterwards.
///
/// Each record is one event, appended at the moment at which a crash must find it: an intent before
/// the save, an acknowledgement after it, a push on the parent's queue.
///
///     kind      id          count
///     ────      ──          ─────
///     began     –           –         the first phase begins
///     edited    operation   edits     in a context
///     intent    –           –         of a context: `save()` is called next
///     pushed    –           –         of a context: its changes are in its parent
///     committing –          –         of a context: it holds the write lock, COMMIT is next
///     committed –           –         of a context: the store's COMMIT returned
///     acked     –           –         of a context: `save()` returned
///     failed    –           –         of a context: `save()` threw
///     saved     operation   –         the app believes the operation saved
///     withdrawn operation   –         its save was refused, and the app gave its edits up
///     ended     –           –         the run ended alive
///     phase…    phase       –         it began, or ended
///     placed    parent + 1  –         a context of code came into sight, or has another parent;
///                                     0 stands for a coordinator
///
/// The low byte of a record's kind is the event, the rest the context's index in the topology; one
/// that the topology does not have gets the next index with its `placed`.
package enum KillLedger {
    package enum Event: UInt32, Sendable, CaseIterable {
        case began = 1
        case edited, intent, pushed, acked, failed, saved, ended, committed
        case phaseBegan, phaseEnded
        case committing
        case placed
        case withdrawn
    }

    /// The state of a run that a ledger's records add up to.
    package struct Account: Sendable {
        /// Where every edit stood when the process died.
        package var ledger: EditLedger
        /// When the first phase began; `nil` if the process died before.
        package var began: Instant?
        /// When the last thing was written down.
        package var last: Instant?
        /// The contexts' names, by index.
        package private(set) var names: [String] = []

        package init(
            ledger: EditLedger, names: [String] = [], began: Instant? = nil, last: Instant? = nil
        ) {
            self.ledger = ledger
            self.names = names
            self.began = began
            self.last = last
        }
    }

    /// A record's kind: the event, and the context's index.
    package static func kind(_ event: Event, context: Int = 0) -> UInt32 {
        event.rawValue | UInt32(context) << 8
    }

    /// Reads the records that a process left.
    package static func account(
        of records: [SharedLedger.Record], topology: Topology
    ) -> Account {
        var account = Account(topology)
        for record in records { account.take(record) }
        return account
    }
}

extension KillLedger.Account {
    /// Nothing has happened yet.
    init(_ topology: Topology) {
        var parents: [String: String] = [:]
        for context in topology.contexts { parents[context.name] = context.parentName }
        self.init(
            ledger: EditLedger(parents: parents), names: topology.contexts.map(\.name))
    }

    /// Adds one event.
    ///
    /// - Returns: the event; `nil` for a record that no run on this topology writes.
    @discardableResult
    mutating func take(_ record: SharedLedger.Record) -> KillLedger.Event? {
        last = record.at
        let place = Int(record.kind >> 8)
        guard let event = KillLedger.Event(rawValue: record.kind & 0xFF) else { return nil }
        if event == .placed, place == names.count { names.append("context \(place + 1)") }
        guard names.indices.contains(place) else { return nil }
        let context = names[place]
        let operation = Int(record.id)
        switch event {
        case .began: began = record.at
        case .edited:
            ledger.edit(operation: operation, count: record.count, in: context, at: record.at)
        case .intent: ledger.willSave(context)
        case .pushed: ledger.didPush(context)
        case .committed: ledger.didCommit(context, at: record.at)
        case .acked: ledger.didSave(context, at: record.at)
        case .failed: ledger.didFailToSave(context, at: record.at)
        case .saved: ledger.saved(operation: operation, at: record.at)
        case .withdrawn: ledger.withdraw(operation: operation)
        case .placed:
            let parent = operation - 1
            ledger.place(context, under: names.indices.contains(parent) ? names[parent] : nil)
        case .committing, .ended, .phaseBegan, .phaseEnded: break
        }
        return event
    }
}
