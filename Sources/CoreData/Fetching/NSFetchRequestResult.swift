import Foundation

/// A result of a fetch: an object, its ID, a dictionary, or a count.
public protocol NSFetchRequestResult: NSObjectProtocol {}
