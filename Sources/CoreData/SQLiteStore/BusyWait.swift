import CSQLite
import Foundation

/// Waits while another process holds the file, through the VFS's own sleep.
///
/// SQLite's built-in handler sleeps real time behind the seam's back. A VFS of the lab can answer
/// `xSleep` in its own time.
final class BusyWait {
    /// 1 ms first, then 2, 5 and 10: most holders are gone within a few.
    private static let steps: [Int32] = [1_000, 2_000, 5_000, 10_000]

    private let vfs: UnsafeMutablePointer<sqlite3_vfs>?
    private let limitMicroseconds: Int64
    private var waited: Int64 = 0

    init(vfsName: String?, limit: TimeInterval) {
        vfs = sqlite3_vfs_find(vfsName)
        limitMicroseconds = Int64(limit * 1e6)
    }

    func install(on handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle,
            { context, count in
                let wait = Unmanaged<BusyWait>.fromOpaque(context!).takeUnretainedValue()
                return wait.retry(Int(count)) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func retry(_ count: Int) -> Bool {
        if count == 0 { waited = 0 }
        guard waited < limitMicroseconds, let vfs else { return false }
        let step = Self.steps[min(count, Self.steps.count - 1)]
        _ = vfs.pointee.xSleep(vfs, step)
        waited += Int64(step)
        return true
    }
}
