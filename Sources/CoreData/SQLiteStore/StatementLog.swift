/// Who hears of a store's statements: tests that count them.
///
/// One for all connections of a store. Set before the store is used from several queues.
final class StatementLog: @unchecked Sendable {
    var observer: (@Sendable (String) -> Void)?
}
