import Foundation
import Synchronization

/// The type of expressions that are fetch requests.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest

/// An expression whose value is the result of a fetch: its objects, or their number.
///
/// The request and its context are expressions, too: constants, or variables that the evaluation
/// gets. In the predicate of a fetch the value is found first, and the store gets it as a constant.
public final class NSFetchRequestExpression: NSExpression {
    /// The expression of the request, an `NSFetchRequest<any NSFetchRequestResult>`.
    public let requestExpression: NSExpression
    /// The expression of the context.
    public let contextExpression: NSExpression
    /// Whether the value is the number of results.
    public let isCountOnlyRequest: Bool

    /// Whether the process has made any: predicates without need not be looked through.
    private static let exist = Atomic<Bool>(false)

    private init(_ fetch: NSExpression, _ context: NSExpression, _ countsOnly: Bool) {
        requestExpression = fetch
        contextExpression = context
        isCountOnlyRequest = countsOnly
        Self.exist.store(true, ordering: .relaxed)
        super.init(
            .block(
                { _, values, variables in
                    Self.run(values[0], values[1], variables, countsOnly: countsOnly)
                }, [fetch, context]))
    }

    /// Makes an expression of a request's results, or of their number.
    public class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(fetch, context, countFlag)
    }

    public override var expressionType: ExpressionType { .fetchRequest }

    public override var description: String {
        "FETCH(\(requestExpression), \(contextExpression), \(isCountOnlyRequest ? "YES" : "NO"))"
    }

    override var resolved: NSExpression? {
        NSExpression(forConstantValue: expressionValue(with: nil, context: nil))
    }

    override func with(parts replaced: (NSExpression) -> NSExpression) -> NSExpression? {
        NSFetchRequestExpression(
            replaced(requestExpression), replaced(contextExpression), isCountOnlyRequest)
    }

    /// The predicate with results in place of fetch request expressions.
    static func resolved(in predicate: NSPredicate?) -> NSPredicate? {
        guard let predicate, exist.load(ordering: .relaxed) else { return predicate }
        return PredicateSubstitution(variables: [:], resolvesFetches: true).replaced(predicate)
    }

    private static func run(
        _ fetch: NSExpression, _ context: NSExpression, _ variables: NSMutableDictionary?,
        countsOnly: Bool
    ) -> Any? {
        let request = fetch.expressionValue(with: nil, context: variables)
        let context = context.expressionValue(with: nil, context: variables)
        guard let request = request as? any ResolvableRequest,
            let context = context as? NSManagedObjectContext
        else {
            fatalError(
                """
                A fetch request expression needs a request and a context, not a \
                \(type(of: request)) and a \(type(of: context)). Give it constants, or values \
                for its variables.
                """)
        }
        do {
            return countsOnly
                ? NSNumber(value: try request.count(in: context)) : try request.results(in: context)
        } catch {
            fatalError("CoreData could not execute \(request) of an expression: \(error)")
        }
    }
}

/// A fetch request whatever the type of its results.
private protocol ResolvableRequest {
    func results(in context: NSManagedObjectContext) throws -> [Any]
    func count(in context: NSManagedObjectContext) throws -> Int
}

extension NSFetchRequest: ResolvableRequest {
    fileprivate func results(in context: NSManagedObjectContext) throws -> [Any] {
        try context.fetch(converted(to: (any NSFetchRequestResult).self)) as [Any]
    }

    fileprivate func count(in context: NSManagedObjectContext) throws -> Int {
        try context.count(for: self)
    }
}
