import Foundation

/// What a fetch may return: an object, its ID, a dictionary, or a count.
public protocol NSFetchRequestResult: NSObjectProtocol {}
