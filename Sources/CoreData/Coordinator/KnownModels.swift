import Foundation

/// The models that coordinators use, so that a class can find its entity.
enum KnownModels {
    private final class Reference: @unchecked Sendable {
        @Weakly private(set) var model: ModelLayout?
        init(_ model: ModelLayout) { self.model = model }
    }

    private static let lock = SectionLock()
    /// In the order of use, the latest last; guarded by `lock`.
    nonisolated(unsafe) private static var models: [Reference] = []

    static func add(_ model: ModelLayout) {
        lock.withLock {
            models.removeAll { $0.model == nil || $0.model === model }
            models.append(Reference(model))
        }
    }

    /// The living models, the latest used first.
    static var latestFirst: [ModelLayout] {
        lock.withLock { models.compactMap(\.model) }.reversed()
    }
}
