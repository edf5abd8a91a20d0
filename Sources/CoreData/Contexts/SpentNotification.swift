import Foundation

/// A notification on its way back to the queue of its objects.
///
/// Needs no lock: the first queue enqueues the block in which the second one empties it.
final class SpentNotification: @unchecked Sendable {
    var notification: Notification?

    init(_ notification: Notification) {
        self.notification = notification
    }
}
