import CoreData
import Foundation

/// Keeps the did-save notification of a context's last save.
final class SaveRecorder {
    // @unchecked: the thread that saves is the only one.
    private final class Box: @unchecked Sendable {
        var saved: Notification?
    }

    private let box = Box()
    private let observation: any NSObjectProtocol

    init(of context: NSManagedObjectContext) {
        observation = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { [box] in box.saved = $0 }
    }

    deinit {
        NotificationCenter.default.removeObserver(observation)
    }

    var saved: Notification? { box.saved }
}
