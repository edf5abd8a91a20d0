import Foundation

/// The child processes of a lab that runs.
enum Child {
    /// The processes that a process has started and that live.
    static func all(of process: Int32) -> [Int32] {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            let text =
                (try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Returns once a process has started a number of children, or has ended.
    static func wait(for count: Int, of process: Int32) {
        var seen: Set<Int32> = []
        while kill(process, 0) == 0 {
            seen.formUnion(all(of: process))
            if seen.count >= count { return }
            usleep(10_000)
        }
    }
}
