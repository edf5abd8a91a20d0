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

    /// The models that are alive, the one that was used last first.
    static var latestFirst: [ModelLayout] {
        lock.withLock { models.compactMap(\.model) }.reversed()
    }
}
