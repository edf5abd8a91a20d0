import Documents
import Testing

/// The single issue of the `DocumentError` that `body` throws; `nil`, with a failure, if it throws
/// none or several.
func issue<T>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> T
) -> DocumentError.Issue? {
    let issues = issues(sourceLocation: sourceLocation, body)
    #expect(issues.count == 1, "\(issues)", sourceLocation: sourceLocation)
    return issues.first
}

/// The issues of the `DocumentError` that `body` throws.
func issues<T>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> T
) -> [DocumentError.Issue] {
    do {
        _ = try body()
        Issue.record("no error was thrown", sourceLocation: sourceLocation)
    } catch let error as DocumentError {
        return error.issues
    } catch {
        Issue.record("\(error) is no DocumentError", sourceLocation: sourceLocation)
    }
    return []
}

/// The node of the value in `value: …`.
func node(_ value: String) throws -> DocumentNode {
    try Document(file: "a.yaml", text: "value: \(value)\n").mapping().require("value")
}
