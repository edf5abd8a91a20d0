import Foundation

/// What the engine makes an object from.
public struct ObjectSeed {
    let entity: NSEntityDescription
}
