import Foundation

/// Values that pass between a process and its child as JSON files.
enum JSONFile {
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    static func write(_ value: some Encodable, to path: String) throws {
        do {
            let data = try JSONEncoder().encode(value)
            // Atomic: written beside the file and renamed.
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw RunsError.notWritten(path: path, cause: error)
        }
    }

    static func read<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw RunsError.notRead(path: path, what: "\(type)", cause: error)
        }
    }
}
