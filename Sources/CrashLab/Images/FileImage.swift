import CImageVFS
import Foundation

/// The bytes of one file of a simulated disk.
///
/// Copies share their pages.
final class FileImage {
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// An empty file.
    convenience init() {
        self.init(owning: cimage_file_make())
    }

    deinit {
        cimage_file_free(pointer)
    }

    /// A file with the same bytes.
    ///
    /// - Complexity: O(pages), a pointer each.
    func copy() -> FileImage {
        FileImage(owning: cimage_file_copy(pointer))
    }

    var size: Int { Int(cimage_file_size(pointer)) }

    /// Writes bytes; a gap between the end and the offset is filled with zeros.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let start = bytes.baseAddress else { return }
        cimage_file_write(pointer, start, bytes.count, Int64(offset))
    }

    /// Cuts the file, or lengthens it with zeros.
    func truncate(to size: Int) {
        cimage_file_truncate(pointer, Int64(size))
    }

    var digest: ImageDigest { ImageDigest(cimage_file_digest(pointer)) }

    var data: Data { Self.data(pointer) }

    /// The bytes of a file.
    static func data(_ file: OpaquePointer) -> Data {
        var data = Data(count: Int(cimage_file_size(file)))
        let count = data.count
        data.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            _ = cimage_file_read(file, start, count, 0)
        }
        return data
    }
}
