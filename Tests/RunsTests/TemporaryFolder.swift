import Foundation

/// A folder of a test's own, removed when the test is done.
func withTemporaryFolder<Value>(
    _ body: (_ path: String) async throws -> Value
) async throws -> Value {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("runs-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url.path)
}
