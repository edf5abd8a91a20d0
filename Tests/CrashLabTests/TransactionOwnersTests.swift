import CrashLab
import Testing

/// Whose transaction a COMMIT is, where events of several writers interleave.
struct TransactionOwnersTests {
    private let main = 0
    private let background = 1

    //   main                background
    //   will commit
    //   COMMIT
    //   did commit
    //                       will commit
    //                       COMMIT
    //                       did commit
    @Test func `A writer owns the mark between its two events`() {
        var owners = TransactionOwners()
        #expect(owners.willCommit(main) == nil)
        owners.didMark()
        #expect(owners.didCommit(main) == main)
        #expect(owners.willCommit(background) == nil)
        owners.didMark()
        #expect(owners.didCommit(background) == background)
    }

    //   main                background
    //   will commit
    //   COMMIT 1
    //                       will commit       ← 1 is main's
    //                       COMMIT 2
    //                       did commit        ← 2 is background's
    //   did commit                            ← known already
    @Test func `A writer that hears late of its commit keeps it`() {
        var owners = TransactionOwners()
        #expect(owners.willCommit(main) == nil)
        owners.didMark()
        #expect(owners.willCommit(background) == main)
        owners.didMark()
        #expect(owners.didCommit(background) == background)
        #expect(owners.didCommit(main) == nil)
    }

    //   main                background
    //   will commit
    //   fails
    //                       will commit       ← nothing is main's
    //                       COMMIT
    //                       did commit
    @Test func `A COMMIT that fails is nobody's`() {
        var owners = TransactionOwners()
        #expect(owners.willCommit(main) == nil)
        #expect(owners.willCommit(background) == nil)
        owners.didMark()
        #expect(owners.didCommit(background) == background)
    }

    @Test func `A mark that no writer told of is nobody's`() {
        var owners = TransactionOwners()
        owners.didMark()
        #expect(owners.didCommit(main) == nil)
        #expect(owners.willCommit(main) == nil)
        #expect(owners.didCommit(main) == nil)
    }
}
