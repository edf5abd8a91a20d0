import Foundation

/// A file that a page holds: a link whose address is the content.
struct PageFile {
    let name: String
    let address: String
    let size: String

    /// - Parameter type: the content's media type: `text/csv`.
    init(_ name: String, _ bytes: [UInt8], type: String) {
        self.name = name
        address = "data:\(type);base64,\(Data(bytes).base64EncodedString())"
        size = "\(max(1, (bytes.count + 512) / 1024)) KiB"
    }
}
