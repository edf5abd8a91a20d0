import Foundation
import Synchronization

/// A model: the entities whose objects a store keeps.
///
/// A model may be changed until a persistent store coordinator takes it. Then it is frozen, and
/// every setter of the model and its descriptions traps. A copy may be changed again.
// @unchecked: a model is frozen once a coordinator uses it; until then it belongs to its builder.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    /// Whether setters trap, because the model is in use.
    ///
    /// Read without a lock: only `freeze` sets it, before other threads get the model.
    private(set) final var isFrozen = false

    /// The entities by name, worked out when the model was frozen.
    private final var frozenEntitiesByName: [String: NSEntityDescription]?

    /// The names of configurations in the order they were set, and their entities.
    private final var configurationNames: [String] = []
    private final var configuredEntities: [String: [NSEntityDescription]] = [:]

    /// The fetch request templates of the model file by name, as `FetchTemplate`.
    package final var fetchRequestTemplates: [String: AnyObject] {
        get { values.fetchRequestTemplates }
        set { values.fetchRequestTemplates = newValue }
    }

    /// The `.xcdatamodeld` that the model is a version of; `nil` for one made in code.
    final var fileURL: URL?

    /// The engine's layout of the model, made when it was frozen.
    final var derived: AnyObject?

    /// The storage of the properties, whose setters are computed.
    ///
    /// An initializer in another module's extension would write observed stored properties without
    /// calling their observers.
    private struct Values {
        var entities: [NSEntityDescription] = []
        var fetchRequestTemplates: [String: AnyObject] = [:]
        var localizationDictionary: [String: String]?
        var versionIdentifiers: Set<AnyHashable> = []
    }

    private final var values = Values() { willSet { requireMutable() } }

    /// Makes a model without entities.
    public override init() {
        super.init()
    }

    /// The entities, in the order they were set, or that of the model file.
    ///
    /// - Precondition: a new entity belongs to no other model.
    open var entities: [NSEntityDescription] {
        get { values.entities }
        set {
            let former = values.entities
            values.entities = newValue
            for entity in former { entity.owner = nil }
            for entity in newValue { adopt(entity) }
            dropForeignersFromConfigurations()
        }
    }

    private final func adopt(_ entity: NSEntityDescription) {
        guard entity.owner == nil || entity.owner === self else {
            fatalError(
                """
                The entity "\(entity.name ?? "")" cannot be added to a second model. Add a copy \
                (entity.copy()), or copy the model.
                """)
        }
        entity.owner = self
    }

    /// The entities by their names.
    open var entitiesByName: [String: NSEntityDescription] {
        frozenEntitiesByName
            ?? Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// Names for user interfaces, by the keys in Apple's documentation.
    open var localizationDictionary: [String: String]? {
        get { values.localizationDictionary }
        set { values.localizationDictionary = newValue }
    }

    /// The developer's identifiers of this version of the model.
    open var versionIdentifiers: Set<AnyHashable> {
        get { values.versionIdentifiers }
        set { values.versionIdentifiers = newValue }
    }

    // MARK: Configurations

    /// The names of the configurations, in the order they were set.
    open var configurations: [String] { configurationNames }

    /// The name of the configuration with all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// The entities of a configuration; all for `nil` and for the name that a store of all has, and
    /// `nil` for an unknown name.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != Self.defaultConfiguration
        else { return entities }
        return configuredEntities[configuration]
    }

    /// Makes or replaces a configuration.
    ///
    /// - Precondition: the entities belong to the model.
    open func setEntities(
        _ entities: [NSEntityDescription], forConfigurationName configuration: String
    ) {
        requireMutable()
        if let stranger = entities.first(where: { $0.owner !== self }) {
            fatalError(
                """
                The configuration "\(configuration)" cannot have the entity \
                "\(stranger.name ?? "")", which is not in the model. Add it to the model's \
                entities first.
                """)
        }
        if configuredEntities.updateValue(entities, forKey: configuration) == nil {
            configurationNames.append(configuration)
        }
    }

    private final func dropForeignersFromConfigurations() {
        configuredEntities = configuredEntities.mapValues { entities in
            entities.filter { $0.owner === self }
        }
    }

    // MARK: Equality

    /// Models are equal if their entities, configurations and templates are.
    ///
    /// So two models that were read from one file are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        return self === other || hasContent(of: other)
    }

    open override var hash: Int { entities.count }

    // MARK: Copying

    /// A model with copies of all descriptions, which may be changed.
    ///
    /// It has Apple's class even if the original has a subclass.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSManagedObjectModel()
        var copier = DescriptionCopier()
        copy.entities = copier.copy(entities)
        for name in configurationNames {
            copy.setEntities(
                configuredEntities[name]!.map { copier.copy(of: $0)! }, forConfigurationName: name)
        }
        copy.fetchRequestTemplates = fetchRequestTemplates
        copy.localizationDictionary = localizationDictionary
        copy.versionIdentifiers = versionIdentifiers
        copy.fileURL = fileURL
        return copy
    }

    // MARK: Freezing

    /// Serializes `freeze`, because two coordinators may take one model at the same time.
    ///
    /// Held while a model's hashes are computed; code under it waits for nothing else.
    private static let freezing = Mutex(())

    /// Freezes the model, numbers its entities, and computes the values derived from it.
    ///
    /// A coordinator calls it before anything else uses the model. Repeated calls do nothing.
    ///
    /// - Precondition: `problems()` is empty. The trap lists every problem.
    package final func freeze() {
        Self.freezing.withLock { _ in
            if isFrozen { return }
            let problems = problems()
            guard problems.isEmpty else {
                fatalError(
                    "The model cannot be used: "
                        + problems.map(\.description).joined(separator: " "))
            }
            frozenEntitiesByName = entitiesByName
            let ordered = entitiesInHierarchyOrder
            for (index, entity) in ordered.enumerated() { entity.freeze(at: index) }
            nameTables(of: ordered)
            isFrozen = true
        }
    }

    /// The entities in the order of `index`: alphabetically, each before its subentities.
    package final var entitiesInHierarchyOrder: [NSEntityDescription] {
        func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
            entities.sorted { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) }
        }
        func family(_ entity: NSEntityDescription) -> [NSEntityDescription] {
            [entity] + sorted(entity.subentities).flatMap(family)
        }
        return sorted(entities.filter { $0.superentity == nil }).flatMap(family)
    }

    @inline(__always)
    private final func requireMutable() {
        FrozenModel.requireMutable(isFrozen, "The model")
    }
}
