import CSQLite

/// Returns a strong reference to the object at `pointer`; `nil` once its deinit has begun.
///
/// The registries hold objects unretained, and objects remove themselves in their deinit, under one
/// lock. A look-up under that lock may find an object between its last release and its deinit.
///
/// - Precondition: the memory is still an object's: the caller holds the lock that its deinit
///   takes.
@inline(__always)
func retainIfAlive<T: AnyObject>(_ pointer: UnsafeRawPointer, as type: T.Type) -> T? {
    referenceIfAlive(pointer, as: type)?.takeRetainedValue()
}

/// The same as `retainIfAlive`: the caller releases the reference, or writes it where one is held.
@inline(__always)
func referenceIfAlive<T: AnyObject>(
    _ pointer: UnsafeRawPointer, as type: T.Type
) -> Unmanaged<T>? {
    csqlite_swift_try_retain(UnsafeMutableRawPointer(mutating: pointer)).map {
        Unmanaged.fromOpaque($0)
    }
}
