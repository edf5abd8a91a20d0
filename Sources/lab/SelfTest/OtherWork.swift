import Foundation

/// The processor time of the whole machine up to a moment, and the share of this process and its
/// ended children.
///
/// The difference between two such moments is the work of others: other processes, the system, and
/// another machine on the same hardware if the hypervisor reports it to the kernel (`steal`).
package struct OtherWork: Sendable, Hashable {
    /// The largest number of other processes' cores with which a miss still counts against the lab.
    ///
    /// An idle machine's own work is a few hundredths of a core; from a tenth on, one round of ten
    /// shares its core.
    static let mostCores = 0.1

    /// Seconds in which processors worked, summed over all.
    var busy: Double
    /// Seconds in which they worked or were idle, summed over all.
    var total: Double
    /// Seconds of processor time of this process and its children that have ended.
    var own: Double
    var processors: Int

    /// Reads a moment.
    ///
    /// - Parameters:
    ///   - statistics: the text of `/proc/stat`.
    ///   - own: this process's and its children's processor time, in seconds.
    ///   - ticksPerSecond: the unit of the text.
    /// - Returns: `nil` if the text has no such figures.
    package init?(statistics: String, own: Double, ticksPerSecond: Double) {
        let lines = statistics.split(separator: "\n")
        guard let first = lines.first, first.hasPrefix("cpu "), ticksPerSecond > 0 else {
            return nil
        }
        // user nice system idle iowait irq softirq steal; the time of guests is part of user.
        let ticks = first.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        guard ticks.count == 8 else { return nil }
        processors = lines.count { $0.hasPrefix("cpu") } - 1
        total = ticks.reduce(0, +) / ticksPerSecond
        busy = total - (ticks[3] + ticks[4]) / ticksPerSecond
        self.own = own
        guard total > 0, processors > 0 else { return nil }
    }

    /// The current moment; `nil` if the kernel does not report it.
    static var now: OtherWork? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else {
            return nil
        }
        return OtherWork(
            statistics: text, own: seconds(of: RUSAGE_SELF) + seconds(of: RUSAGE_CHILDREN),
            ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func seconds(of who: __rusage_who) -> Double {
        var usage = rusage()
        guard getrusage(who.rawValue, &usage) == 0 else { return 0 }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    /// How many cores others kept busy since an earlier moment, on average.
    package func cores(since earlier: OtherWork) -> Double {
        let time = (total - earlier.total) / Double(processors)
        guard time > 0 else { return 0 }
        return max(0, (busy - earlier.busy) - (own - earlier.own)) / time
    }
}
