/// The method and the limits of `lab crash`'s figures.
///
/// Used as the partial `method`.
enum CrashMethodTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        ## Method

        - Each topology ran once in each mode and with each size of batches, in virtual time, while
          every write, truncation, sync, creation and deletion of its store was logged. The same
          seed gives the same log.
        - Of each edit it is known when it was made, saved (the app was told so), committed
          (SQLite's COMMIT had returned) and durable (a loss of power at any later instant leaves
          it). The losses follow from these instants; no crash is needed for them.
        - The crash states then prove that they are true. *Kill*: the log up to an operation, as the
          kernel keeps it. *Loss of power*: what was synced, and of the rest nothing, some writes,
          or some sectors, drawn from the seed.
        - A state is good when SQLite recovers it to exactly what some commit left, and to a commit
          that this crash may leave: after a kill the last one that had returned or the one in
          flight, after a loss of power none before the last durable one. A store that passes
          `integrity_check` and is no commit's content is bad.

        ## What the model leaves out

        - Sectors are 512 bytes, each file is synced by itself, and a file's name is durable only
          with its directory. Not in the model: bytes that rot, writes that go astray, synced data
          that is lost, syncs that lie, and writes that damage their neighbours.
        - What the kernel writes back by itself after some seconds is taken for lost. It often is
          not; nobody promises it.
        - Times are virtual, charged from costs for CPU and storage: they order what happens, and
          are no seconds of any device. Edits carry over sooner than windows do.
        - On Apple's systems `fsync` reaches the drive and not its medium, and the drive may write
          in another order; only `F_FULLFSYNC` waits. A panic there is not a loss of power. That
          Core Data keeps its stores in `wal/normal` is inferred from logs, not documented.
        - Samples say how much was looked at, not how often such a crash happens. No number of
          states without a violation makes a store proof against crashes.

        """
}
