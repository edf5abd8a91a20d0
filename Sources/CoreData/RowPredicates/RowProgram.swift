/// A predicate compiled for the rows of one entity: tests in their order, with jumps between them.
///
///     age > 30 AND (name BEGINSWITH "A" OR kids.@count > 2)
///
///     0  row      age > 30               yes: 1      no: false
///     1  row      name BEGINSWITH "A"    yes: true   no: 2
///     2  object   kids.@count > 2        yes: true   no: false
///
/// A test of the object is the interpreter's. It runs when its turn comes, so that a predicate
/// fires the same faults in both forms.
struct RowProgram {
    enum Test {
        case row(RowTest)
        case object(PreparedPredicate.Test)
    }

    private struct Step {
        let test: Test
        let yes: Int
        let no: Int
    }

    private static let yes = -1
    private static let no = -2

    private var steps: ContiguousArray<Step> = []
    private var start = 0

    init(_ test: PreparedPredicate.Test, _ layout: RowLayout) {
        start = add(test, layout, yes: Self.yes, no: Self.no)
    }

    /// Adds the steps of a test; the last part comes first, since each names those that follow it.
    ///
    /// - Returns: where the test begins.
    private mutating func add(
        _ test: PreparedPredicate.Test, _ layout: RowLayout, yes: Int, no: Int
    ) -> Int {
        switch test {
        case .all(let parts):
            return parts.reversed().reduce(yes) { add($1, layout, yes: $0, no: no) }
        case .some(let parts):
            return parts.reversed().reduce(no) { add($1, layout, yes: yes, no: $0) }
        case .not(let part):
            return add(part, layout, yes: no, no: yes)
        case .constant(let holds):
            return holds ? yes : no
        case .any, .comparison, .membership:
            let own = test.compiled(layout).map { Test.row($0) } ?? .object(test)
            steps.append(Step(test: own, yes: yes, no: no))
            return steps.count - 1
        }
    }

    @inline(__always)
    func holds<Holder: RowHolder>(_ holder: Holder) -> Bool {
        var place = start
        while place >= 0 {
            let step = steps[place]
            let holds =
                switch step.test {
                case .row(let test): test(holder.readRow)
                case .object(let test):
                    test.holds(PredicateEvaluator(object: holder, variables: [:]))
                }
            place = holds ? step.yes : step.no
        }
        return place == Self.yes
    }
}
