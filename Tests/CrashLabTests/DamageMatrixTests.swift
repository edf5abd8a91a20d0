import CrashLab
import Results
import Runs
import Testing

struct `Damaged stores` {
    @Test(arguments: DamageMatrix.names)
    func `A damage is told, or has the documented outcome`(_ name: String) throws {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        let record = try #require(
            try DamageMatrix.run(in: folder.path, where: { $0 == name }).first)
        #expect(record.found == record.expected, "\(record.text)")
        #expect(record.violations == [])
    }
}
