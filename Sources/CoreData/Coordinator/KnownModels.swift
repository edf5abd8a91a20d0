import Foundation

/// The models that coordinators use, so that a class can find its entity.
enum KnownModels {
    private final class Reference: @unchecked Sendable {
        weak var model: ModelLayout?
        init(_ model: ModelLayout) { self.model = model }
    }

    private static let lock = SectionLock()
    /// The latest last; guarded by `lock`.
    nonisolated(unsafe) private static var models: [Reference] = []

    static func add(_ model: ModelLayout) {
        lock.withLock {
            models.removeAll { $0.model == nil || $0.model === model }
            models.append(Reference(model))
        }
    }

    /// The entity that names a class, in the model that was used last.
    static func entity(ofClass type: NSManagedObject.Type) -> NSEntityDescription? {
        let known = lock.withLock { models.compactMap(\.model) }
        for model in known.reversed() {
            if let layout = model.layouts(ofClass: type).first { return layout.entity }
        }
        return nil
    }
}
