import Foundation

// Fetch requests that a model keeps by name, from its file or from the app.
extension NSManagedObjectModel {
    /// The templates by name.
    public final var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>]
    {
        fetchRequestTemplates.mapValues(Self.request)
    }

    /// The template of a name, whose predicate may have variables; `nil` if there is none.
    public final func fetchRequestTemplate(
        forName name: String
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        fetchRequestTemplates[name].map(Self.request)
    }

    /// Keeps a copy of a request under a name; `nil` removes the template.
    ///
    /// - Precondition: no coordinator uses the model.
    public final func setFetchRequestTemplate(
        _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        fetchRequestTemplates[name] =
            fetchRequestTemplate?.converted(to: (any NSFetchRequestResult).self)
    }

    /// A request by a template, with values for the variables of its predicate; `nil` without a
    /// template of the name.
    ///
    /// - Parameter variables: the values by name, without dollar signs; `NSNull` for nil.
    /// - Precondition: there is a value for each variable.
    public final func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let request = fetchRequestTemplate(forName: name) else { return nil }
        request.predicate = request.predicate?.withSubstitutionVariables(
            variables.mapValues { $0 is NSNull ? NSExpression(forConstantValue: nil) : $0 })
        return request
    }

    /// A request that the caller may change: the model keeps its own.
    private static func request(
        _ template: AnyObject
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        switch template {
        case let kept as NSFetchRequest<any NSFetchRequestResult>:
            kept.converted(to: (any NSFetchRequestResult).self)
        case let template as FetchTemplate: template.request()
        default: fatalError("a model keeps requests and templates, not a \(type(of: template))")
        }
    }
}

extension FetchTemplate {
    /// The request that a model file describes.
    func request() -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entityName)
        request.predicate = predicateFormat.map { NSPredicate(format: $0, argumentArray: nil) }
        request.fetchLimit = fetchLimit
        request.fetchBatchSize = fetchBatchSize
        request.resultType = NSFetchRequestResultType(rawValue: resultType)
        request.includesSubentities = includesSubentities
        request.includesPropertyValues = includesPropertyValues
        request.includesPendingChanges = includesPendingChanges
        request.returnsObjectsAsFaults = returnsObjectsAsFaults
        request.returnsDistinctResults = returnsDistinctResults
        return request
    }
}
