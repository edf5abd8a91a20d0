import Foundation

/// A thread's use of the machine since the thread began.
package struct ThreadActivity: Codable, Sendable, Hashable {
    package var name: String
    /// The kernel's letter: `R` runs or could, `S` sleeps, `D` waits for the disk.
    package var state: String
    /// CPU time, in nanoseconds.
    package var cpu: Int64
    /// Time in which it could have run and had no core, in nanoseconds.
    package var runDelay: Int64

    package init(name: String, state: String, cpu: Int64, runDelay: Int64) {
        self.name = name
        self.state = state
        self.cpu = cpu
        self.runDelay = runDelay
    }

    /// All threads of this process by the kernel's number, without those that end meanwhile.
    ///
    /// It reads two files of /proc for each thread: too slow for a measured process, good for one
    /// that must explain why it stands still. Empty without /proc.
    package static func ofProcess() -> [Int: ThreadActivity] {
        let folder = "/proc/self/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var threads: [Int: ThreadActivity] = [:]
        for name in names {
            guard let number = Int(name),
                let stat = try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8),
                let times = try? String(
                    contentsOfFile: "\(folder)/\(name)/schedstat", encoding: .utf8),
                // "<number> (<name>) <state> …"; a name may hold parentheses.
                let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
            else { continue }
            let values = times.split(separator: " ").compactMap { Int64($0) }
            guard values.count >= 2 else { continue }
            threads[number] = ThreadActivity(
                name: String(stat[stat.index(after: open)..<close]),
                state: String(stat[close...].dropFirst(2).prefix(1)), cpu: values[0],
                runDelay: values[1])
        }
        return threads
    }

    /// The use of each of these threads since an earlier reading, in the order of their numbers; a
    /// new thread counts from its begin.
    package static func changes(
        from earlier: [Int: ThreadActivity], to later: [Int: ThreadActivity]
    ) -> [ThreadActivity] {
        later.sorted { $0.key < $1.key }.map { number, activity in
            var change = activity
            change.cpu -= earlier[number]?.cpu ?? 0
            change.runDelay -= earlier[number]?.runDelay ?? 0
            return change
        }
    }
}
