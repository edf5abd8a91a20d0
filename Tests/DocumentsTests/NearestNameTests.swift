import Documents
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("abc", "abd", 1), ("abc", "acb", 1),
        ("kitten", "sitting", 3), ("ca", "abc", 3), ("batch", "bacth", 1), ("a", "bcd", 3),
    ])
    func `The distance counts insertions, deletions, replacements and swaps`(
        left: String, right: String, distance: Int
    ) {
        #expect(NearestName.distance(Array(left), Array(right)) == distance)
        #expect(NearestName.distance(Array(right), Array(left)) == distance)
    }

    @Test func `The nearest name is at most three slips away`() {
        let names = ["single-main", "private-writer", "siblings", "child-of-main"]
        #expect(NearestName.find("sibling", among: names) == "siblings")
        #expect(NearestName.find("privat-wirter", among: names) == "private-writer")
        #expect(NearestName.find("ChildOfMain", among: names) == "child-of-main")
        #expect(NearestName.find("two-coordinators", among: names) == nil)
    }

    @Test func `A short word is not near to one that it shares nothing with`() {
        #expect(NearestName.find("ui", among: ["app"]) == nil)
        #expect(NearestName.find("iu", among: ["ui"]) == "ui")
    }

    @Test func `Of equals the first wins`() {
        #expect(NearestName.find("p9", among: ["p95", "p99"]) == "p95")
    }
}
