/// Takes a value that is not Sendable to a queue that the test knows to be the right one.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
