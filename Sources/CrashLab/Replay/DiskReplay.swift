import StoreIO

/// Plays a store's log back: the files in the kernel's view, and their durable part.
///
///     operation            the kernel's view        durable
///     write, truncate      the file changes         –
///     create, delete       the name changes         –
///     sync                 –                        the file, as it is; and every name, if it
///                                                   is the first sync of a new journal or log
///     delete, with sync    the name goes            every name
///
/// SQLite syncs the directory itself when it first syncs a file that it has made, which is not a
/// call of the VFS. Names become durable at those moments only; a real file system may be kinder.
/// The files of large values lie in a folder of their own, whose names a sync of the database's
/// folder leaves as they are, and the other way round. The folder itself is there from the start:
/// the engine makes and syncs it when it opens the store.
final class DiskReplay {
    /// Where a file stands, by its incarnation: a file that is deleted and made again is another.
    private struct File {
        let name: DiskName
        var bytes = FileImage()
        var durable: FileImage?
        /// The operations that are not synced, in order.
        var pending: [Int] = []
    }

    let log: StoreLog
    let control: CrashControl?
    /// How many operations have been played.
    private(set) var position = 0
    private var files: [File]
    private var names: [DiskName: Int] = [:]
    private var durableNames: [DiskName: Int] = [:]
    /// Creations and deletions that no sync of the directory has followed.
    private var pendingNames: [Int] = []

    init(_ log: StoreLog, control: CrashControl? = nil) {
        self.log = log
        self.control = control
        files = log.files.map { File(name: DiskName($0)) }
    }

    /// Plays on, up to and with the operation before `position`.
    ///
    /// - Returns: whether the durable part has changed.
    @discardableResult
    func advance(to end: Int) -> Bool {
        var hasSynced = false
        while position < end {
            if apply(position) { hasSynced = true }
            position += 1
        }
        return hasSynced
    }

    /// Declares every operation so far durable: the operations before the run.
    func settle() {
        // A file that is still to be made must not count as synced.
        for index in names.values {
            files[index].durable = files[index].bytes.copy()
            files[index].pending = []
        }
        durableNames = names
        pendingNames = []
    }

    private func apply(_ index: Int) -> Bool {
        let operation = log.operations[index]
        switch operation.kind {
        case .create:
            names[name(operation.file)] = operation.file
            pendingNames.append(index)
        case .write:
            write(operation, to: files[operation.file].bytes)
            files[operation.file].pending.append(index)
        case .truncate:
            files[operation.file].bytes.truncate(to: operation.length)
            files[operation.file].pending.append(index)
        case .delete:
            names[name(operation.file)] = nil
            pendingNames.append(index)
            guard operation.syncsDirectory, control != .noSync else { return false }
            syncNames(besides: operation.file)
            return true
        case .sync:
            return sync(operation.file)
        case .commit, .checkpointBegun, .checkpointDone, .note, .fault:
            break
        }
        return false
    }

    private func sync(_ file: Int) -> Bool {
        if let control {
            let isHeaderOnly = files[file].pending.allSatisfy {
                log.operations[$0].offset == 0 && log.operations[$0].length == 32
            }
            if control.drops(name(file).role, isHeaderOnly: isHeaderOnly) { return false }
        }
        let isFirst = files[file].durable == nil
        files[file].durable = files[file].bytes.copy()
        files[file].pending = []
        if isFirst, name(file) != .main { syncNames(besides: file) }
        return true
    }

    /// Makes the names durable in the folder in which a file lies.
    private func syncNames(besides file: Int) {
        let isExternal = name(file).role == .external
        func isElsewhere(_ name: DiskName) -> Bool { (name.role == .external) != isExternal }
        durableNames = durableNames.filter { isElsewhere($0.key) }
            .merging(names.filter { !isElsewhere($0.key) }) { $1 }
        pendingNames.removeAll { !isElsewhere(name(log.operations[$0].file)) }
    }

    private func name(_ file: Int) -> DiskName { files[file].name }

    /// The bytes that each file of a large value has had in the end: such a file is written once.
    var externalFiles: [String: FileImage] {
        var found: [String: FileImage] = [:]
        for file in files where file.name.role == .external { found[file.name.suffix] = file.bytes }
        return found
    }

    // MARK: States

    /// The disk after a kill at this position.
    var current: DiskImage {
        let disk = DiskImage()
        for (name, file) in names { disk.set(name, to: files[file].bytes) }
        return disk
    }

    /// The disk after a loss of power that takes everything unsynced.
    var durable: DiskImage {
        let disk = DiskImage()
        for (name, file) in durableNames { disk.set(name, to: files[file].durable ?? FileImage()) }
        return disk
    }

    /// The disk after a kill in the middle of the next operation, if that is a write across a
    /// boundary of 4 KiB; else `nil`.
    var cutInNext: DiskImage? {
        guard position < log.operations.count else { return nil }
        let operation = log.operations[position]
        let page = 4096
        let boundary = (operation.offset / page + 1) * page
        let part = boundary - operation.offset
        guard operation.kind == .write, part < operation.length,
            names[name(operation.file)] == operation.file
        else { return nil }
        let disk = current
        let bytes = files[operation.file].bytes.copy()
        write(operation, to: bytes, sectors: 0..<part)
        disk.set(name(operation.file), to: bytes)
        return disk
    }

    /// Everything that is undecided at this point, in order.
    var undecided: [UndecidedOperation] {
        var list = pendingNames.map { UndecidedOperation(index: $0, sectors: 1) }
        for file in files.indices {
            for index in files[file].pending {
                let operation = log.operations[index]
                let first = operation.offset / UndecidedOperation.sectorSize
                let end = operation.offset + max(1, operation.length) - 1
                let count = end / UndecidedOperation.sectorSize - first + 1
                list.append(
                    UndecidedOperation(
                        index: index, sectors: operation.kind == .write ? count : 1))
            }
        }
        return list.sorted { $0.index < $1.index }
    }

    /// The disk after a loss of power in which each undecided operation met its fate.
    ///
    /// - Parameter fates: one for each of `undecided`, in its order.
    func disk(_ undecided: [UndecidedOperation], _ fates: [OperationFate]) -> DiskImage {
        var names = durableNames
        var images: [Int: FileImage] = [:]
        for (entry, fate) in zip(undecided, fates) {
            let operation = log.operations[entry.index]
            switch operation.kind {
            case .create where fate != .lost: names[name(operation.file)] = operation.file
            case .delete where fate != .lost: names[name(operation.file)] = nil
            case .write, .truncate:
                let image = images[operation.file] ?? durableCopy(of: operation.file)
                images[operation.file] = image
                apply(fate, of: operation, to: image)
            default: break
            }
        }
        let disk = DiskImage()
        for (name, file) in names {
            disk.set(name, to: images[file] ?? files[file].durable ?? FileImage())
        }
        return disk
    }

    private func durableCopy(of file: Int) -> FileImage {
        files[file].durable?.copy() ?? FileImage()
    }

    private func apply(
        _ fate: OperationFate, of operation: StoreLog.Operation, to image: FileImage
    ) {
        switch fate {
        case .lost: break
        case .kept where operation.kind == .truncate: image.truncate(to: operation.length)
        case .kept: write(operation, to: image)
        case .torn(let kept, let tail):
            guard operation.kind == .write else { return }
            write(operation, to: image, kept: kept, tail: tail)
        }
    }

    /// Writes the surviving sectors; lost ones beyond the end get the bytes that the file system
    /// had there.
    private func write(
        _ operation: StoreLog.Operation, to image: FileImage, kept: [Bool],
        tail: OperationFate.Tail
    ) {
        let size = UndecidedOperation.sectorSize
        let first = operation.offset / size
        for (number, isKept) in kept.enumerated() {
            let sector = (first + number) * size
            let begin = max(sector, operation.offset) - operation.offset
            let end = min(sector + size, operation.offset + operation.length) - operation.offset
            if isKept {
                write(operation, to: image, sectors: begin..<end)
            } else if operation.offset + begin >= image.size, tail != .absent {
                let filler = [UInt8](
                    repeating: tail == .zeros ? 0 : UInt8(truncatingIfNeeded: sector / size | 0xA1),
                    count: end - begin)
                filler.withUnsafeBytes { image.write($0, at: operation.offset + begin) }
            }
        }
    }

    private func write(_ operation: StoreLog.Operation, to image: FileImage) {
        write(operation, to: image, sectors: 0..<operation.length)
    }

    private func write(
        _ operation: StoreLog.Operation, to image: FileImage, sectors part: Range<Int>
    ) {
        log.payload.withUnsafeBytes { bytes in
            let begin = operation.payload.lowerBound + part.lowerBound
            image.write(
                UnsafeRawBufferPointer(rebasing: bytes[begin..<begin + part.count]),
                at: operation.offset + part.lowerBound)
        }
    }
}
