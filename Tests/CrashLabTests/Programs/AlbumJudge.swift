import CSQLite
import CoreData
import CrashLab
import Foundation
import Runs
import StoreIO

/// Has the engine open what a crash has left of a program's store, and compares it with the record.
struct AlbumJudge {
    let record: AlbumRecord
    let model: NSManagedObjectModel
    /// SQL that breaks the store on purpose before the engine sees it.
    var damage: String?
    /// A file that comes to lie beside the store once it is opened.
    var orphan: String?

    private let states: [[String]]

    init(_ record: AlbumRecord, _ model: NSManagedObjectModel) {
        self.record = record
        self.model = model
        states = record.states
    }

    /// What is wrong with a crash state, a line each.
    ///
    /// - Throws: errors of the file system, and of an engine that refuses the store.
    func problems(of state: CrashState, in parent: ScratchFolder) throws -> [String] {
        let folder = try ScratchFolder(in: parent)
        defer { folder.remove() }
        try state.dump(to: folder.path, as: "store.sqlite")
        let path = folder.file("store.sqlite")
        if let damage { _ = try Self.rows(damage, path) }
        let coordinator = try AlbumStore.coordinator(
            model, at: path,
            [NSSQLitePragmasOption: ["journal_mode": record.mode, "synchronous": "OFF"]])
        defer {
            for store in coordinator.persistentStores { try? coordinator.remove(store) }
        }
        if let orphan { try Data().write(to: URL(filePath: folder.file(orphan))) }
        let context = AlbumStore.context(coordinator)
        let bounds = record.bounds(state.end, isPowerLoss: state.isPowerLoss)
        let told = try AlbumStore.transactions(after: nil, context)
        let last = told.last.map { Int($0.transactionNumber) } ?? 0
        var problems = try check(told, last, bounds, context)
        if problems.isEmpty { problems += try checkTokens(told, last, context) }
        if problems.isEmpty { problems += try checkFiles(path) }
        if problems.isEmpty { problems += try checkNext(last, context) }
        return problems
    }

    // MARK: Rows and transactions

    /// Rows and history are those after one transaction that may be the last one.
    private func check(
        _ told: [NSPersistentHistoryTransaction], _ last: Int, _ bounds: AlbumRecord.Bounds,
        _ context: NSManagedObjectContext
    ) throws -> [String] {
        guard last <= record.order.count else { return ["a transaction \(last) was never made"] }
        var problems: [String] = []
        let first = told.first.map { Int($0.transactionNumber) } ?? 1
        if last < bounds.transactions {
            problems.append("the last transaction is \(last), and \(bounds.transactions) was kept")
        }
        if last > 0, !bounds.begun.contains(record.order[last - 1]) {
            problems.append("the last transaction is \(last), which had not begun")
        }
        if !(bounds.firstFloor...max(1, bounds.lastFloor)).contains(first) {
            problems.append(
                """
                history begins with \(first), and was deleted before \(bounds.firstFloor) to \
                \(bounds.lastFloor)
                """)
        }
        if told.map({ Int($0.transactionNumber) }) != Array(first..<max(first, last + 1)) {
            problems.append("history has not each number once: \(told.map(\.transactionNumber))")
        }
        for transaction in told where problems.isEmpty {
            let change = record.changes[record.order[Int(transaction.transactionNumber) - 1]]
            let words = AlbumStore.words(transaction)
            if transaction.author != change.author || words != change.told {
                problems.append(
                    "\(change.author) is told as \(transaction.author ?? "") \(words)")
            }
        }
        guard problems.isEmpty else { return problems }
        let rows = try ["Folder", "Item", "Tally"].flatMap { try AlbumStore.rows($0, context) }
        guard rows.sorted() != states[last] else { return [] }
        return ["after transaction \(last) the rows are \(rows.sorted()), not \(states[last])"]
    }

    // MARK: Tokens

    /// Every token that a follower was handed gives exactly what is later, or is expired.
    private func checkTokens(
        _ told: [NSPersistentHistoryTransaction], _ last: Int, _ context: NSManagedObjectContext
    ) throws -> [String] {
        let first = told.first.map { Int($0.transactionNumber) } ?? 1
        return try record.tokens.sorted { $0.key < $1.key }.compactMap { number, token in
            // From before any transaction it is as good as the first one's.
            let isThere = number <= last && (number >= first || first == 1)
            do {
                let later = try AlbumStore.transactions(after: token, context)
                    .map { Int($0.transactionNumber) }
                guard isThere else { return "token \(number) is good, and its transaction is gone" }
                return later == Array(number + 1..<max(last, number) + 1)
                    ? nil : "after token \(number) come \(later), to \(last)"
            } catch let error as NSError where error.code == NSPersistentHistoryTokenExpiredError {
                return isThere ? "token \(number) of \(first) to \(last) is lost" : nil
            }
        }
    }

    // MARK: Files

    /// The files beside the store are those that its rows name.
    private func checkFiles(_ path: String) throws -> [String] {
        let rows = try Self.rows(
            """
            SELECT CAST(substr(ZIMAGE, 2, 36) AS TEXT) FROM ZITEM \
            WHERE hex(substr(ZIMAGE, 1, 1)) = '02'
            """, path)
        let folder = StoreFile.externalFolder(besides: path)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let lost = Set(rows).subtracting(files).count
        let orphans = Set(files).subtracting(rows).count
        return (lost > 0 ? ["\(lost) rows name files that are not there"] : [])
            + (orphans > 0 ? ["\(orphans) files stay that no row names"] : [])
    }

    private static func rows(_ sql: String, _ path: String) throws -> [String] {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw CocoaError(.fileReadUnknown) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw CocoaError(.fileReadUnknown)
        }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            if let text = sqlite3_column_text(statement, 0) { rows.append(String(cString: text)) }
        }
        return rows
    }

    // MARK: Going on

    /// The recovered store takes another save, and tells it under the next number.
    private func checkNext(_ last: Int, _ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            context.transactionAuthor = "next"
            let tally = NSEntityDescription.insertNewObject(forEntityName: "Tally", into: context)
            tally.setValue(9, forKey: "owner")
            try context.save()
        }
        let told = try AlbumStore.transactions(after: record.tokens[last], context)
        let words = told.map { "\($0.transactionNumber) \($0.author ?? "")" }
        return words == ["\(last + 1) next"] ? [] : ["the next save is told as \(words)"]
    }
}
