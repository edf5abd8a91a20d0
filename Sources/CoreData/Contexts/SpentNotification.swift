import Foundation

/// A notification on its way back to the queue that its objects belong to.
///
/// Not protected: made on one queue and emptied on another, which gets it through the first.
final class SpentNotification: @unchecked Sendable {
    var notification: Notification?

    init(_ notification: Notification) {
        self.notification = notification
    }
}
