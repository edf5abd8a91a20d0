import Foundation
import Glibc
import Runs
import Testing

/// Folders that one process at a time works in, and the folders that killed processes leave.
@Suite struct FolderTests {
    @Test func `A folder has one owner at a time, and the second is told which`() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let inner = try ScratchFolder(in: folder).path
        let lock = try FolderLock.take(inner, purpose: "report")
        let error = #expect(throws: RunsError.self) {
            try FolderLock.take(inner, purpose: "report")
        }
        #expect(error?.code == .folderInUse)
        #expect(error?.message.contains("this lab is writing its report to “\(inner)”") == true)
        lock.release()
        try FolderLock.take(inner, purpose: "report").release()
    }

    /// A folder below which a child of this process keeps its stores.
    private func withBase(_ body: (String) async throws -> Void) async throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let base = try ScratchFolder(in: folder).path
        try await body(base)
    }

    @Test func `A folder is removed by the next process when its owner was killed, and only then`()
        async throws
    {
        try await withBase { base in
            // Bears no mark: it may be anyone's.
            let foreign = base + "/lab-abcdef"
            try FileManager.default.createDirectory(
                atPath: foreign, withIntermediateDirectories: true)
            await #expect(processExitsWith: .signal(SIGKILL)) { [base = base as String] in
                setenv("TMPDIR", base, 1)
                let folder = try ScratchFolder()
                try Data("x".utf8).write(to: URL(filePath: folder.file("store.sqlite")))
                kill(getpid(), SIGKILL)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: base)
            #expect(left.count == 2)
            await #expect(processExitsWith: .success) { [base = base as String] in
                setenv("TMPDIR", base, 1)
                let first = try ScratchFolder()
                // The first one lives: the second must not take it for a leftover.
                let second = try ScratchFolder()
                let names = try FileManager.default.contentsOfDirectory(atPath: base).count
                let isThere = FileManager.default.fileExists(atPath: first.path)
                first.remove()
                second.remove()
                exit(names == 3 && isThere ? EXIT_SUCCESS : EXIT_FAILURE)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: base) == ["lab-abcdef"])
        }
    }

    @Test func `A folder for stores that cannot be made says why and what to do`() async {
        await #expect(processExitsWith: .success) {
            setenv("TMPDIR", "/nonexistent", 1)
            do {
                _ = try ScratchFolder()
            } catch let error as RunsError {
                let words = [
                    "/nonexistent", "No such file or directory", "set TMPDIR to one that exists",
                ]
                exit(words.allSatisfy(error.message.contains) ? EXIT_SUCCESS : EXIT_FAILURE)
            }
            exit(EXIT_FAILURE)
        }
    }
}
