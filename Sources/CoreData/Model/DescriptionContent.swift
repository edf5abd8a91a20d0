import Foundation

/// Compares the contents of descriptions, for their `isEqual`.
///
/// Two models read from one file are equal, and so are their descriptions. References to other
/// descriptions are compared by name, because following them would go in circles.
enum DescriptionContent {
    /// Whether two values that the app set are equal; `nil` equals `nil`.
    static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
        switch (left, right) {
        case (nil, nil): return true
        case (let left?, let right?):
            // Compare as objects first: as AnyHashable, an Int and an NSNumber of the same value
            // differ.
            let (left, right) = (left as? NSObject ?? left, right as? NSObject ?? right)
            if let left = left as? NSObject, let right = right as? NSObject {
                return left.isEqual(right)
            }
            guard let left = left as? AnyHashable, let right = right as? AnyHashable else {
                return false
            }
            return left == right
        default: return false
        }
    }

    static func areEqual(_ left: [AnyHashable: Any]?, _ right: [AnyHashable: Any]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.count == right.count
            && left.allSatisfy { key, value in
                right[key].map { areEqual(value, $0) } ?? false
            }
    }

    static func areEqual(_ left: [ValidationCheck], _ right: [ValidationCheck]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy {
                $0.predicate.hasContent(of: $1.predicate) && areEqual($0.warning, $1.warning)
            }
    }

    static func areEqual(
        _ left: [NSEntityDescription]?, _ right: [NSEntityDescription]?
    ) -> Bool {
        Set((left ?? []).map(\.name)) == Set((right ?? []).map(\.name))
    }
}

extension NSEntityDescription {
    final func hasContent(of other: NSEntityDescription) -> Bool {
        // Compare digests first if both have them: they differ for most entities.
        if isFrozen, other.isFrozen, versionHash != other.versionHash { return false }
        return name == other.name && managedObjectClassName == other.managedObjectClassName
            && isAbstract == other.isAbstract && versionHashModifier == other.versionHashModifier
            && renamingIdentifier == other.renamingIdentifier
            && DescriptionContent.areEqual(userInfo, other.userInfo)
            && DescriptionContent.areEqual(subentities, other.subentities)
            && superentity == other.superentity
            && uniquenessConstraintNames == other.uniquenessConstraintNames
            && hasProperties(of: other) && indexes == other.indexes
    }

    private final func hasProperties(of other: NSEntityDescription) -> Bool {
        let others = Dictionary(
            other.ownProperties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        return ownProperties.count == other.ownProperties.count
            && ownProperties.allSatisfy { $0.isEqual(others[$0.name]) }
    }
}

extension NSManagedObjectModel {
    final func hasContent(of other: NSManagedObjectModel) -> Bool {
        entities.count == other.entities.count && entitiesByName == other.entitiesByName
            && versionIdentifiers == other.versionIdentifiers
            && localizationDictionary == other.localizationDictionary
            && Set(configurations) == Set(other.configurations)
            && configurations.allSatisfy {
                DescriptionContent.areEqual(
                    entities(forConfigurationName: $0), other.entities(forConfigurationName: $0))
            }
            && fetchRequestTemplates.keys == other.fetchRequestTemplates.keys
            && fetchRequestTemplates.allSatisfy {
                $1 === other.fetchRequestTemplates[$0]
                    || $1 is FetchTemplate
                        && ($1 as? FetchTemplate)
                            == (other.fetchRequestTemplates[$0] as? FetchTemplate)
            }
    }
}

extension FetchTemplate: Equatable {
    package static func == (left: FetchTemplate, right: FetchTemplate) -> Bool {
        left.entityName == right.entityName && left.predicateFormat == right.predicateFormat
            && left.fetchLimit == right.fetchLimit && left.fetchBatchSize == right.fetchBatchSize
            && left.resultType == right.resultType
            && left.includesSubentities == right.includesSubentities
            && left.includesPropertyValues == right.includesPropertyValues
            && left.includesPendingChanges == right.includesPendingChanges
            && left.returnsObjectsAsFaults == right.returnsObjectsAsFaults
            && left.returnsDistinctResults == right.returnsDistinctResults
    }
}
