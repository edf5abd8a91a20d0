import Foundation

/// The result of opening a store through the engine, in words that can be compared.
enum DamageExpectation: Sendable, CustomStringConvertible {
    /// The coordinator refuses the store.
    case refused(Int, sqlite: Int32?)
    /// The store opens, and a fetch fails.
    case unreadable(Int, sqlite: Int32?)
    /// The store has the content after this commit.
    case commit(Int)
    /// The store holds nothing: nothing proves that there was one.
    case new

    var description: String {
        switch self {
        case .refused(let code, let sqlite): Self.text("refused", code, sqlite)
        case .unreadable(let code, let sqlite): Self.text("opens, and fetching fails", code, sqlite)
        case .commit(let number): "commit \(number)"
        case .new: "a new store"
        }
    }

    private static func text(_ what: String, _ code: Int, _ sqlite: Int32?) -> String {
        "\(what): \(code)" + (sqlite.map { ", SQLite \($0)" } ?? "")
    }

    /// SQLite detected the damage, and the engine reports Cocoa's *corrupt file*.
    static func corrupt(_ sqlite: Int32) -> DamageExpectation {
        .refused(CocoaError.fileReadCorruptFile.rawValue, sqlite: sqlite)
    }

    /// The engine met it before SQLite touched anything.
    static let lost = DamageExpectation.refused(
        CocoaError.fileReadCorruptFile.rawValue, sqlite: nil)
}
