import Foundation
import Reporting
import Results
import Verdicts

/// A result that a command has left in a folder, whichever command that was.
enum FoundResult: Sendable {
    /// Of `lab run` or `lab simulate`, with or without a sweep.
    case run(WorkloadResult)
    /// Of `lab crash`.
    case crash(CrashResult)

    /// Reads run.json in a folder, or the file itself.
    ///
    /// - Throws: `CommandFailure`: 2 where there is none, 7 for a file that is cut off, of another
    ///   version, or only a part of a result.
    init(at path: String) throws {
        guard let file = BaselineShelf.runFile(at: path) else {
            throw CommandFailure(
                .usage,
                "there is no run at \(path): name a folder that lab run, lab simulate or lab crash "
                    + "wrote to")
        }
        guard let data = InputFile.contents(of: file) else {
            throw CommandFailure(.incomparable, "\(file) cannot be read: check its permissions")
        }
        do {
            self = try JSONDecoder().decode(Parsed.self, from: data).found(in: file)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                .incomparable, "\(file) is cut off, or not a result of the lab; run it again")
        }
    }

    /// A file that is parsed once: its head, and then the whole that the head promises.
    private struct Parsed: Decodable {
        let head: Head
        /// Not there if this lab does not read what the head promises.
        let whole: Result<FoundResult, any Error>?

        init(from decoder: any Decoder) throws {
            head = try Head(from: decoder)
            guard head.number == WorkloadResult.schema, !head.isPart else {
                whole = nil
                return
            }
            let isCrash = head.schema == nil
            whole = Result {
                isCrash
                    ? .crash(try CrashResult(from: decoder))
                    : .run(try WorkloadResult(from: decoder))
            }
        }

        /// - Throws: `CommandFailure` (7) for a file of another version, or a part of a result.
        func found(in file: String) throws -> FoundResult {
            guard let schema = head.number else {
                throw CommandFailure(
                    .incomparable, "\(file) is cut off, or not a result of the lab; run it again")
            }
            guard schema == WorkloadResult.schema else {
                throw CommandFailure(
                    .incomparable,
                    "\(file) has schema \(schema), and this lab reads \(WorkloadResult.schema): "
                        + "run the workload again with this build")
            }
            guard let whole else {
                throw CommandFailure(
                    .incomparable,
                    "\(file) is one part of a result: lab merge puts the parts together")
            }
            do {
                return try whole.get()
            } catch {
                throw CommandFailure(
                    .incomparable,
                    "\(file) cannot be read by this build: \(error); run the workload again")
            }
        }
    }

    /// What tells the kinds of files apart: a crash's has the workload's facts under `head`.
    private struct Head: Decodable {
        struct Anything: Decodable {}
        struct Inner: Decodable {
            var schema: Int
            var part: Anything?
        }
        var schema: Int?
        var part: Anything?
        var head: Inner?

        var number: Int? { schema ?? head?.schema }
        var isPart: Bool { part != nil || head?.part != nil }
    }

    var workload: String {
        switch self {
        case .run(let result): result.workload
        case .crash(let result): result.head.workload
        }
    }
}

extension Review {
    /// Adds what a folder holds, with the charts that are drawn there.
    mutating func add(_ found: FoundResult, in folder: ReportFolder) {
        switch found {
        case .run(let result): add(result, pictures: folder.pictures)
        case .crash(let result): add(result, pictures: folder.pictures)
        }
    }
}
