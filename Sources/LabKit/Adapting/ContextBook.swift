import CoreData
import Synchronization
import Topologies

/// The contexts that a stack has shown, each under a name that no other has at the same time.
///
/// A name belongs to a context while work in it is under way or its edits are unsaved, and always
/// if the context lasts. A context that comes when its own name is taken gets the next number:
///
///     performBackgroundTask ─▶ import ─── edits, save ───┤
///          performBackgroundTask ─▶ import 2 ─── edits, save ───┤
///                                          performBackgroundTask ─▶ import ───┤
package final class ContextBook: Sendable {
    private struct Entry: @unchecked Sendable {
        // Only compared and handed on; messaged on its own queue alone.
        weak var context: NSManagedObjectContext?
        /// What it would be called if it were the only one.
        let base: String
        /// `nil` when another context has taken its name over.
        var name: String?
        var parent: String?
        var users = 0
        var isLasting: Bool
        var hasUnsaved = false

        var isHolding: Bool { isLasting || users > 0 || hasUnsaved }
    }

    private let entries = Mutex<[Entry]>([])

    package init() {}

    /// The name of a context that was entered and has one.
    func name(of context: NSManagedObjectContext) -> String? {
        entries.withLock { entries in entries.first { $0.context === context }?.name }
    }

    /// Enters a context, or finds it again.
    ///
    /// - Parameters:
    ///   - base: its name unless another holds that.
    ///   - isLasting: whether it keeps its name for good.
    ///   - isUsed: whether work in it begins, which `leave(_:hasUnsaved:)` ends.
    /// - Returns: its name, and whether the name or the parent is new.
    package func enter(
        _ context: NSManagedObjectContext, base: String, under parent: String?,
        isLasting: Bool, isUsed: Bool
    ) -> (name: String, isNew: Bool) {
        entries.withLock { entries in
            entries.removeAll { $0.context == nil && !$0.isHolding }
            var entry = Entry(context: context, base: base, isLasting: isLasting)
            if let index = entries.firstIndex(where: { $0.context === context }) {
                entry = entries.remove(at: index)
            }
            let known = (entry.name, entry.parent)
            let name = entry.name ?? Self.freeName(entry.base, among: entries)
            for index in entries.indices where entries[index].name == name {
                entries[index].name = nil
            }
            entry.name = name
            entry.parent = parent
            entry.isLasting = entry.isLasting || isLasting
            if isUsed { entry.users += 1 }
            entries.append(entry)
            return (name, known != (name, parent))
        }
    }

    /// Work in a context has ended.
    package func leave(_ context: NSManagedObjectContext, hasUnsaved: Bool) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.context === context }) else { return }
            entries[index].users -= 1
            entries[index].hasUnsaved = hasUnsaved
        }
    }

    private static func freeName(_ base: String, among entries: [Entry]) -> String {
        let held = Set(entries.filter(\.isHolding).compactMap(\.name))
        guard held.contains(base) else { return base }
        var number = 2
        while held.contains("\(base) \(number)") { number += 1 }
        return "\(base) \(number)"
    }

    /// The living context of a name.
    func context(named name: String) -> NSManagedObjectContext? {
        entries.withLock { entries in entries.first { $0.name == name }?.context }
    }

    /// The living contexts that have a name, in the order in which they were last entered.
    var living: [NSManagedObjectContext] {
        entries.withLock { entries in
            Contexts(list: entries.filter { $0.name != nil }.compactMap(\.context))
        }.list
    }

    /// Contexts on their way out of the lock.
    private struct Contexts: @unchecked Sendable {
        // Handed on only; messaged on their own queues.
        let list: [NSManagedObjectContext]
    }
}
