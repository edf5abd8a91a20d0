import CSQLite
import Testing

struct SQLiteMemoryTests {
    @Test func `SQLite counts no memory, so that no allocation takes a lock`() throws {
        // A connection allocates some.
        let database = try Database(":memory:")
        withExtendedLifetime(database) {
            #expect(sqlite3_memory_used() == 0)
        }
    }
}
