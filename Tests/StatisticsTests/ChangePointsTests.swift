import Statistics
import Testing

@Suite struct ChangePointsTests {
    private static let finder = ChangePoints()

    /// `levels` of `length` values each, with noise.
    private static func series(
        _ levels: [Double], length: Int, noise: Double, _ random: inout SeededGenerator
    ) -> [Double] {
        levels.flatMap { random.normals(length, mean: $0, deviation: noise) }
    }

    @Test func `A step of five times the noise is found at its place`() throws {
        let seed: UInt64 = 2013
        var random = SeededGenerator(seed: seed)
        var exact = 0
        for _ in 0..<100 {
            let values = Self.series([100, 110], length: 30, noise: 2, &random)
            let points = Self.finder.find(in: values)
            let point = try #require(points.min { abs($0.index - 30) < abs($1.index - 30) })
            #expect(abs(point.index - 30) <= 1, "seed \(seed)")
            #expect(point.probability <= 0.001)
            #expect(point.meanAfter > point.meanBefore)
            if points.map(\.index) == [30] { exact += 1 }
        }
        #expect(exact >= 90, "\(exact) of 100 exactly, seed \(seed)")
    }

    @Test func `Two steps are both found, though the second undoes the first`() {
        let seed: UInt64 = 4
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let values = Self.series([100, 112, 100], length: 20, noise: 2, &random)
            let found = Self.finder.find(in: values).map(\.index)
            #expect(found.contains { abs($0 - 20) <= 1 }, "\(found), seed \(seed)")
            #expect(found.contains { abs($0 - 40) <= 1 }, "\(found), seed \(seed)")
        }
    }

    @Test func `A series without noise changes exactly where it does`() throws {
        let values = [Double](repeating: 7, count: 12) + [Double](repeating: 8, count: 9)
        let points = Self.finder.find(in: values)
        let point = try #require(points.first)
        #expect(points.count == 1)
        #expect(point.index == 12 && point.probability == 0)
        #expect(point.meanBefore == 7 && point.meanAfter == 8)
        #expect(Self.finder.find(in: [Double](repeating: 0.1, count: 130)).isEmpty)
    }

    @Test func `A step is found across many windows, where it is`() {
        let seed: UInt64 = 9
        var random = SeededGenerator(seed: seed)
        for place in [40, 50, 125, 160, 237] {
            let values =
                random.normals(place, mean: 10, deviation: 0.1)
                + random.normals(250 - place, mean: 10.8, deviation: 0.1)
            let found = Self.finder.find(in: values).map(\.index)
            #expect(found.contains(place), "\(place): \(found), seed \(seed)")
        }
    }

    // The level is 0.001, but the cut is chosen where it shows most: these shares result.
    @Test(arguments: [(20, 0.02), (50, 0.05), (100, 0.10)])
    func `Pure noise rarely has a change`(length: Int, bound: Double) {
        let seed: UInt64 = 500
        var random = SeededGenerator(seed: seed)
        let alarms = (0..<500).count { _ in
            !Self.finder.find(in: random.normals(length, mean: 50, deviation: 2)).isEmpty
        }
        let share = Double(alarms) / 500
        #expect(share <= bound, "\(alarms) of 500 series of \(length), seed \(seed)")
    }

    @Test func `One outlier is no change`() {
        let seed: UInt64 = 21
        var random = SeededGenerator(seed: seed)
        let alarms = (0..<200).count { _ in
            var values = random.normals(40, mean: 100, deviation: 2)
            values[20] = 130
            return !Self.finder.find(in: values).isEmpty
        }
        #expect(alarms <= 6, "\(alarms) of 200, seed \(seed)")
    }

    @Test func `A trend comes out as a staircase in its direction`() {
        let trend = (0..<60).map { 100 + Double($0) }
        let points = Self.finder.find(in: trend)
        #expect(points.count >= 2)
        for point in points { #expect(point.meanAfter > point.meanBefore) }
    }

    @Test func `Short series have no change, and none traps`() {
        for count in 0...5 {
            let values = (0..<count).map { Double($0 * 100) }
            #expect(Self.finder.find(in: values).isEmpty)
        }
    }

    @Test func `The same series gives the same changes`() {
        var random = SeededGenerator(seed: 1)
        let values = Self.series([5, 6, 5.5, 7], length: 25, noise: 0.3, &random)
        #expect(Self.finder.find(in: values) == Self.finder.find(in: values))
    }
}
