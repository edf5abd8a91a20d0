import Foundation

/// The output of other programs, if they are installed.
enum ProgramOutput {
    /// All lines of standard output; `nil` if the program does not exist or fails.
    static func lines(of command: [String]) -> [String]? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static func firstLine(of command: [String]) -> String? { lines(of: command)?.first }
}
