import Foundation
import Reporting
import Results
import Verdicts

/// The folders of all parts of one result, read and checked.
struct PartFolders<Whole: PartedResult> {
    let folders: [String]
    /// By number, from the first to the last, none missing.
    let parts: [Whole]

    /// Whether a folder holds such a part.
    static func isPart(_ folder: String) -> Bool {
        (try? read(folder))?.part != nil
    }

    /// The names of the folders within one that hold such parts, sorted: a simulation on several
    /// devices has a folder for each.
    static func partsInside(_ folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { isPart("\(folder)/\($0)") }
    }

    /// Reads the parts.
    ///
    /// - Throws: `CommandFailure`: 2 for a part that is there twice, 7 for parts of different
    ///   results, and where one is missing.
    init(_ folders: [String]) throws {
        let read = try folders.map { (folder: $0, part: try Self.read($0)) }
        try Self.check(read)
        let sorted = read.sorted { $0.part.part!.number < $1.part.part!.number }
        self.folders = sorted.map(\.folder)
        parts = sorted.map(\.part)
    }

    private static func check(_ read: [(folder: String, part: Whole)]) throws {
        let (home, first) = read[0]
        var seen: [Int: String] = [:]
        for (folder, part) in read {
            guard let place = part.part, part.identity == first.identity,
                place.count == first.part?.count, place.total == first.part?.total
            else {
                throw CommandFailure(
                    .incomparable,
                    "\(folder) is no part of the result that \(home) is a part of: give parts "
                        + "of one command")
            }
            guard part.commit == first.commit else {
                throw CommandFailure(
                    .incomparable,
                    "\(folder) is of commit \(part.commit.prefix(12)), and \(home) of "
                        + "\(first.commit.prefix(12)): make both with one build")
            }
            if let other = seen[place.number] {
                throw CommandFailure(
                    .usage,
                    "\(other) and \(folder) are both part \(place.number)/\(place.count): leave "
                        + "one out")
            }
            seen[place.number] = folder
        }
        let count = first.part?.count ?? 0
        let missing = (1...max(count, 1)).filter { seen[$0] == nil }.map { "\($0)/\(count)" }
        guard missing.isEmpty else {
            throw CommandFailure(
                .incomparable,
                "the result is not complete: \(TextLines.list(missing)) "
                    + "\(missing.count == 1 ? "is" : "are") missing; run \(Whole.command) with "
                    + "that --shard")
        }
    }

    private static func read(_ folder: String) throws -> Whole {
        let path = URL(filePath: folder).appending(path: ResultFile.name).path
        guard let data = InputFile.contents(of: path) else {
            throw CommandFailure(
                .usage,
                "there is no \(path): name a folder that \(Whole.command) --shard wrote to")
        }
        do {
            return try JSONDecoder().decode(Whole.self, from: data)
        } catch {
            throw CommandFailure(
                .incomparable,
                "\(path) cannot be read: it is cut off, or of another lab; run that shard again "
                    + "with this build")
        }
    }
}
