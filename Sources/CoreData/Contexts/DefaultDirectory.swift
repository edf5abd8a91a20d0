import Foundation

/// Gives `NSPersistentContainer` the property `defaultDirectoryURL` beside the method of that name.
///
/// Apple declares one in Swift and the other in Objective-C; one class or its extension cannot have
/// both.
public protocol DefaultDirectory {}

extension DefaultDirectory where Self: NSPersistentContainer {
    /// The folder in which containers keep their stores by default.
    public static var defaultDirectoryURL: URL { defaultDirectoryURL() }
}
