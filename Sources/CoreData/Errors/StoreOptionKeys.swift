// Options that a store takes beside those of `CoreDataConstants`; Fidelity.md, “Accepted and
// without effect”, lists the ones that change nothing here.

/// Option: whether SQLite collects statistics for its planner (`ANALYZE`) when the store is added.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// Option: whether SQLite rebuilds the file (`VACUUM`) when the store is added.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// Option: whether the model's version is not compared with the store's.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// Option: the protection class of the store's files on Apple's platforms.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
/// Option: the classes that a binary store may hold.
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"
/// Option: whether a binary store may hold classes without secure coding.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
    "NSBinaryStoreInsecureDecodingCompatibilityOption"
/// Option: whether a migration may leave work for later.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
    "NSPersistentStoreDeferredLightweightMigrationOptionKey"
/// In a store's metadata: the oldest system that can read it.
public let NSPersistentStoreOSCompatibility = "NSPersistentStoreOSCompatibility"
