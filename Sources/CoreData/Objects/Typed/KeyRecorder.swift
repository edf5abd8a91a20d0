/// Notes the names of properties while a Swift key path is run on an object made for that.
final class KeyRecorder {
    private(set) var names: [String] = []

    func add(_ name: String) { names.append(name) }
}
