import CImageVFS

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
}
