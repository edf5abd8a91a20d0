import CPeerMemory
import Foundation

/// The memory of the process at a moment, in bytes.
struct MemoryMeter {
    /// From malloc: the requested memory that is not freed, rounded up as malloc does.
    let allocated: Int
    /// The resident set, the system's view.
    let resident: Int

    /// Reads both, after malloc's free memory was returned.
    static func read() -> MemoryMeter {
        cpeermemory_trim()
        return MemoryMeter(allocated: cpeermemory_in_use(), resident: residentBytes)
    }

    static var allocatedBytes: Int { cpeermemory_in_use() }

    /// The second figure of `statm`, in pages.
    static var residentBytes: Int {
        let text = FileManager.default.contents(atPath: "/proc/self/statm") ?? Data()
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
