import Foundation

/// The argument with which the engine makes an object.
public struct ObjectSeed {
    let entity: NSEntityDescription
}
