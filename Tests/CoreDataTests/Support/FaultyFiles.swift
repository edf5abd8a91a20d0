import CSQLite
import Foundation
import Synchronization

/// A VFS whose files answer writes with an error for as long as a test wants.
///
/// Everything else goes to SQLite's own VFS: its files are given another table of methods.
final class FaultyFiles: @unchecked Sendable {
    /// What to give as `LabSQLiteVFSName`.
    let name: String
    /// The result code of every write; `SQLITE_OK` lets them through.
    var fault: Int32 {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    private let state = Mutex<Int32>(SQLITE_OK)
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let cName: UnsafeMutablePointer<CChar>

    /// Which files are whose, and the methods that they had.
    private static let files = Mutex<[UInt: Owner]>([:])

    private struct Owner: @unchecked Sendable {
        let owner: FaultyFiles
        let methods: UnsafePointer<sqlite3_io_methods>
    }

    init() {
        name = "faulty-\(UUID().uuidString)"
        cName = strdup(name)
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: sqlite3_vfs_find(nil).pointee)
        vfs.pointee.zName = UnsafePointer(cName)
        vfs.pointee.pNext = nil
        vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        vfs.pointee.xOpen = { vfs, path, file, flags, outFlags in
            let original = sqlite3_vfs_find(nil)!
            let code = original.pointee.xOpen(original, path, file, flags, outFlags)
            guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else {
                return code
            }
            let owner = Unmanaged<FaultyFiles>.fromOpaque(vfs!.pointee.pAppData)
                .takeUnretainedValue()
            FaultyFiles.adopt(file, methods, owner)
            return code
        }
        sqlite3_vfs_register(vfs, 0)
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.deallocate()
        free(cName)
    }

    private static func adopt(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ methods: UnsafePointer<sqlite3_io_methods>,
        _ owner: FaultyFiles
    ) {
        let place = UInt(bitPattern: file)
        let kept = Owner(owner: owner, methods: methods)
        files.withLock { $0[place] = kept }
        let faulty = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        faulty.initialize(to: methods.pointee)
        faulty.pointee.xWrite = { file, bytes, count, offset in
            let kept = FaultyFiles.files.withLock { $0[UInt(bitPattern: file)] }!
            let fault = kept.owner.fault
            guard fault == SQLITE_OK else { return fault }
            return kept.methods.pointee.xWrite(file, bytes, count, offset)
        }
        faulty.pointee.xClose = { file in
            let kept = FaultyFiles.files.withLock {
                $0.removeValue(forKey: UInt(bitPattern: file))
            }!
            let own = UnsafeMutablePointer(mutating: file!.pointee.pMethods!)
            file!.pointee.pMethods = kept.methods
            own.deallocate()
            return kept.methods.pointee.xClose(file)
        }
        file.pointee.pMethods = UnsafePointer(faulty)
    }
}
