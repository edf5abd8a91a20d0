/// A line of waiting elements, first in, first out.
///
/// Taking the first one does not move the others.
struct VirtualLine<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// - Precondition: the line is not empty.
    mutating func removeFirst() -> Element {
        let element = elements[head].take()!
        head += 1
        // Half of the slots are empty: moving the rest costs less than the removals since the last
        // move.
        if head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
