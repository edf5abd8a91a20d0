// What work and storage cost on a device of yours, as JSON for `lab calibrate --from`.
//
//     On a Mac, or Linux:   swift run -c release probe > my-device.json
//     On a phone:           add this file to an empty app, and print Probe().json() off the main
//                           thread, in a release build, with the phone awake and not charging hot
//
// It takes about half a minute, writes 150 MB to the temporary folder and removes them. It measures
//
// - a fixed computation, for the processor;
// - syncs after 4 KiB by fsync, by F_BARRIERFSYNC and by F_FULLFSYNC, and after 256 KiB;
// - what it takes to cut files of 64 KiB and of 4 MiB that were synced;
// - what it takes to open, truncate and unlink a file, and to read 4 KiB of it;
// - where Core Data is, 10,000 inserts with one save, and 1,000 with a save each.

import Foundation

#if canImport(CoreData)
    import CoreData
#endif

struct Probe {
    /// The syncs of each kind; 1,000 have a p99.9.
    var syncs = 1_000
    var largeSyncs = 30
    /// The model of the device, for people.
    var title = "A device"

    struct Report: Codable {
        var schema = 1
        var title: String
        var system: String
        /// Milliseconds of the fixed computation, several times.
        var computation: [Double]
        /// Nanoseconds of each sync after 4 KiB, by kind.
        var syncs: [String: [Int64]]
        /// The same after 256 KiB.
        var largeSyncs: [String: [Int64]]
        /// Nanoseconds that cutting files to nothing waited, which were written and synced: of
        /// 64 KiB, and of 4 MiB.
        var cuts: [Int64]?
        var largeCuts: [Int64]?
        /// Median nanoseconds of other calls.
        var calls: [String: Int64]
        /// Seconds; absent where Core Data is.
        var insertsWithOneSave: Double?
        var insertsWithASaveEach: Double?
        /// How many objects each of them inserts.
        var inserts = 10_000
        var insertsEach = 1_000
    }

    func json() throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var report = Report(
            title: title, system: ProcessInfo.processInfo.operatingSystemVersionString,
            computation: (0..<7).map { _ in Self.compute() }, syncs: [:], largeSyncs: [:],
            calls: [:])
        for kind in SyncKind.all {
            report.syncs[kind.name] = try time(kind, syncs, bytes: 4 << 10, in: folder)
            report.largeSyncs[kind.name] = try time(kind, largeSyncs, bytes: 256 << 10, in: folder)
        }
        report.cuts = try cut(64 << 10, in: folder)
        report.largeCuts = try cut(4 << 20, in: folder)
        report.calls = try calls(in: folder)
        #if canImport(CoreData)
            report.insertsWithOneSave = try insert(report.inserts, isEach: false, in: folder)
            report.insertsWithASaveEach = try insert(report.insertsEach, isEach: true, in: folder)
        #endif
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    // MARK: Processor

    /// Makes strings, hashes them, keeps them in a dictionary and sorts them: allocation, reference
    /// counts and memory, as work on objects is. In milliseconds.
    static func compute() -> Double {
        let began = now()
        var places: [String: [Int]] = [:]
        for number in 0..<200_000 {
            places["city \(number &* 7_919 % 10_007)", default: []].append(number)
        }
        let names = places.keys.sorted()
        let sum = names.reduce(0) { $0 &+ $1.utf8.count &+ (places[$1]?.count ?? 0) }
        // Used, so that it is not optimised away.
        precondition(sum > 0)
        return Double(now() - began) / 1e6
    }

    // MARK: Storage

    struct SyncKind {
        var name: String
        var sync: (Int32) -> Int32

        static var all: [SyncKind] {
            var kinds = [SyncKind(name: "fsync") { fsync($0) }]
            #if canImport(Darwin)
                kinds.append(SyncKind(name: "barrier") { fcntl($0, F_BARRIERFSYNC) })
                kinds.append(SyncKind(name: "full") { fcntl($0, F_FULLFSYNC) })
            #endif
            return kinds
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private func time(
        _ kind: SyncKind, _ count: Int, bytes: Int, in folder: URL
    ) throws -> [Int64] {
        try withFile("syncs", in: folder) { file, path in
            try (0..<count).map { _ in
                try append(bytes, to: file, path)
                let began = Self.now()
                guard kind.sync(file) == 0 else {
                    throw Failure(description: "\(kind.name) fails with \(errno)")
                }
                return Self.now() - began
            }
        }
    }

    /// A log that begins anew is cut, and the system may tell the disk of every block.
    private func cut(_ bytes: Int, in folder: URL) throws -> [Int64] {
        try (0..<30).map { number in
            try withFile("cut-\(number)", in: folder) { file, path in
                try append(bytes, to: file, path)
                guard fsync(file) == 0 else {
                    throw Failure(description: "fsync fails with \(errno)")
                }
                let (began, busy) = (Self.now(), Self.now(CLOCK_THREAD_CPUTIME_ID))
                guard ftruncate(file, 0) == 0 else {
                    throw Failure(description: "truncate fails with \(errno)")
                }
                return max(0, Self.now() - began - (Self.now(CLOCK_THREAD_CPUTIME_ID) - busy))
            }
        }
    }

    /// Runs `body` with a new file, and removes it.
    private func withFile<Value>(
        _ name: String, in folder: URL, _ body: (_ file: Int32, _ path: String) throws -> Value
    ) throws -> Value {
        let path = folder.appendingPathComponent(name).path
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Failure(description: "\(path) cannot be made") }
        defer {
            close(file)
            unlink(path)
        }
        return try body(file, path)
    }

    private func append(_ bytes: Int, to file: Int32, _ path: String) throws {
        let page = [UInt8](repeating: 7, count: bytes)
        guard write(file, page, bytes) == bytes else {
            throw Failure(description: "\(path) takes no \(bytes) bytes: is the disk full?")
        }
    }

    private func calls(in folder: URL) throws -> [String: Int64] {
        var times: [String: [Int64]] = [:]
        let page = [UInt8](repeating: 7, count: 4 << 10)
        var read = [UInt8](repeating: 0, count: 4 << 10)
        for number in 0..<200 {
            let path = folder.appendingPathComponent("call-\(number)").path
            func measure(_ name: String, _ call: () -> Int) throws {
                let began = Self.now()
                guard call() >= 0 else { throw Failure(description: "\(name) fails with \(errno)") }
                times[name, default: []].append(Self.now() - began)
            }
            var file: Int32 = -1
            try measure("open") {
                file = open(path, O_RDWR | O_CREAT, 0o600)
                return Int(file)
            }
            guard write(file, page, page.count) == page.count else {
                throw Failure(description: "\(path) takes no \(page.count) bytes")
            }
            try measure("read") { pread(file, &read, read.count, 0) }
            try measure("truncate") { Int(ftruncate(file, 0)) }
            close(file)
            try measure("unlink") { Int(unlink(path)) }
        }
        return times.mapValues { $0.sorted()[$0.count / 2] }
    }

    static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    // MARK: Core Data

    #if canImport(CoreData)
        /// In seconds: objects with six attributes, in a private context on one coordinator.
        private func insert(_ count: Int, isEach: Bool, in folder: URL) throws -> Double {
            let entity = NSEntityDescription()
            entity.name = "Item"
            entity.managedObjectClassName = "NSManagedObject"
            entity.properties = (0..<6).map { number in
                let attribute = NSAttributeDescription()
                attribute.name = "value\(number)"
                attribute.attributeType =
                    number < 3 ? .integer64AttributeType : .stringAttributeType
                attribute.isOptional = true
                return attribute
            }
            let model = NSManagedObjectModel()
            model.entities = [entity]
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let file = folder.appendingPathComponent("store-\(isEach).sqlite")
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: nil)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            var failure: Error?
            let began = Self.now()
            context.performAndWait {
                do {
                    for number in 0..<count {
                        let object = NSManagedObject(entity: entity, insertInto: context)
                        for key in 0..<3 { object.setValue(number + key, forKey: "value\(key)") }
                        for key in 3..<6 {
                            object.setValue("value \(number)", forKey: "value\(key)")
                        }
                        if isEach { try context.save() }
                    }
                    if !isEach { try context.save() }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return Double(Self.now() - began) / 1e9
        }
    #endif
}

#if !os(iOS)
    @main
    enum Main {
        static func main() throws {
            var probe = Probe()
            for argument in CommandLine.arguments.dropFirst() { probe.title = argument }
            print(try probe.json())
        }
    }
#endif
