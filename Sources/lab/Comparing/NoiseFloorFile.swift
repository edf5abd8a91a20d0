import Foundation
import Reporting
import Verdicts

/// The file that `lab doctor --calibrate-noise` writes, and comparisons read.
enum NoiseFloorFile {
    static let usualPath = "Reports/noise-floor.json"
    private static let option = "--noise-floor"

    /// The noise floor of a named file, or of the usual one if `path` is `nil`.
    ///
    /// - Throws: as `read` does for a named file.
    static func floor(at path: String?) throws -> NoiseFloor {
        try path.map { try read($0) } ?? readUsual()
    }

    /// The usual file's floors, or the assumed ones if the file does not exist.
    ///
    /// A file that cannot be read causes a warning and the assumed floors: two runs can still be
    /// compared.
    private static func readUsual() -> NoiseFloor {
        guard FileManager.default.fileExists(atPath: usualPath) else { return .uncalibrated }
        do {
            return try read(usualPath)
        } catch {
            Console.note(
                "lab: warning: \(CommandFailure(error).message); the noise floors are assumed")
            return .uncalibrated
        }
    }

    /// Reads a noise floor.
    ///
    /// - Throws: `CommandFailure`: 2 if the file cannot be read, 3 if it holds no noise floor or
    ///   one of another schema; the message names that schema.
    static func read(_ path: String) throws -> NoiseFloor {
        guard let data = InputFile.contents(of: path) else {
            throw CommandFailure(
                .usage,
                "\(option) \(path): there is no such file, it cannot be read, or it has no end")
        }
        struct Head: Decodable { var schema: Int }
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
            throw CommandFailure(
                .invalidInput,
                "\(path) is not a noise floor; lab doctor --calibrate-noise writes one")
        }
        guard head.schema == NoiseFloor.schema else {
            throw CommandFailure(
                .invalidInput,
                "\(path) has schema \(head.schema), and this lab reads \(NoiseFloor.schema); "
                    + "measure it again with lab doctor --calibrate-noise")
        }
        guard let floor = try? JSONDecoder().decode(NoiseFloor.self, from: data) else {
            throw CommandFailure(
                .invalidInput,
                "\(path) is cut off or damaged; measure it again with lab doctor --calibrate-noise")
        }
        return floor
    }

    /// Makes the folder of a file, and proves that files can be written to it.
    ///
    /// - Throws: `ReportingError`.
    static func prepare(_ path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try ReportFolder(path: folder, option: option).prepare()
    }

    /// - Throws: `ReportingError`.
    static func write(_ floor: NoiseFloor, to path: String) throws {
        try prepare(path)
        try AtomicFile.write(try RunFile.bytes(of: floor), to: path, option: option)
    }
}
