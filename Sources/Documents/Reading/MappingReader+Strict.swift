extension MappingReader {
    /// Reads the mapping with `body`, after which every key must have been asked for.
    package func reading<Value>(_ body: (MappingReader) throws -> Value) throws -> Value {
        let value = try body(self)
        try finish()
        return value
    }
}
