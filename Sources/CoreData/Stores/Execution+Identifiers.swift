import Execution
import Foundation

extension Execution {
    /// A UUID of version 4, from the execution's random bits.
    func randomIdentifier() -> String {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { buffer in
            buffer.storeBytes(of: randomBits(), as: UInt64.self)
            buffer.storeBytes(of: randomBits(), toByteOffset: 8, as: UInt64.self)
            buffer[6] = buffer[6] & 0x0F | 0x40
            buffer[8] = buffer[8] & 0x3F | 0x80
        }
        return UUID(uuid: bytes).uuidString
    }
}
