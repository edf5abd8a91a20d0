import Foundation
import Results
import Testing
import Verdicts

@Suite struct NoiseFloorTests {
    @Test func `Without a calibration floors are assumed, and it is said`() throws {
        let floor = NoiseFloor.uncalibrated
        #expect(floor.share(of: "main.busy.total", isPaired: true).value == 0.03)
        #expect(floor.share(of: "main.busy.total", isPaired: false).value == 0.10)
        #expect(floor.share(of: "store.commits.total", isPaired: false).value == 0.01)
        #expect(!floor.share(of: "main.busy.total", isPaired: true).isMeasured)
        let comparison = Fixture.comparison(baseline: [1], candidate: [1])
        #expect(comparison.floorUse == .assumed)
    }

    // t with 2 degrees of freedom leaves 0.001 above 22.327 (Fisher and Yates); the logarithms are
    // ± 0.01.
    @Test func `The floor is the prediction bound of what a thing differs from itself`() throws {
        let pairs = [1.01, 1 / 1.01].map { factor in
            let arms = [1, factor].map { factor in
                ResultFigures(
                    Fixture.result(
                        repetitions: (0..<12).map { round in
                            let value = (100 + Double(round)) * factor
                            return [Fixture.figure("main.busy", "total", value)]
                        }, session: "s", arm: "\(factor)"))
            }
            return (baseline: arms[0], candidate: arms[1])
        }
        let floor = try #require(NoiseFloor(of: pairs))
        let share = floor.share(of: "main.busy.total", isPaired: true)
        #expect(share.isMeasured)
        #expect(abs(share.value - (pow(1.01, 22.327) - 1)) < 1e-4)
        #expect(!floor.share(of: "main.busy.total", isPaired: false).isMeasured)
        #expect(floor.comparisons == 2)
        #expect(floor.fits(pairs[0].baseline))
    }

    @Test func `Two runs that have nothing in common make a floor that is still a number`() throws {
        let arms = [1.0, 1e9].map { value in
            ResultFigures(
                Fixture.result(
                    repetitions: [1, 1.01].map {
                        [Fixture.figure("main.busy", "total", value * $0)]
                    }, session: "s", arm: "\(value)"))
        }
        let floor = try #require(NoiseFloor(of: [(baseline: arms[0], candidate: arms[1])]))
        #expect(
            floor.share(of: "main.busy.total", isPaired: true).value == NoiseFloor.mostShare)
        #expect(throws: Never.self) { _ = try JSONEncoder().encode(floor) }
    }

    @Test func `A floor of another machine is not used, and it is said`() throws {
        let result = ResultFigures(
            Fixture.result(repetitions: [[Fixture.figure("main.busy", "total", 1)]]))
        var elsewhere = NoiseFloor.Machine(of: result)
        elsewhere.processor = "another"
        let shares = ["main.busy.total": NoiseFloor.Shares(paired: 0.5, unpaired: 0.5)]
        let foreign = NoiseFloor(machine: elsewhere, comparisons: 9, shares: shares)
        let comparison = Comparison(baseline: result, candidate: result, floor: foreign)
        #expect(comparison.floorUse == .measuredElsewhere)
        #expect(comparison.rows.first?.tolerance == 1.10)
        let own = NoiseFloor(machine: .init(of: result), comparisons: 9, shares: shares)
        let measured = Comparison(baseline: result, candidate: result, floor: own)
        #expect(measured.floorUse == .measured)
        #expect(measured.rows.first?.tolerance == 1.5)
        #expect(measured.rows.first?.toleranceSource == .measuredFloor)
    }

    @Test func `Nothing, and two machines, make no floor`() {
        #expect(NoiseFloor(of: []) == nil)
        let one = Fixture.result(repetitions: [[Fixture.figure("main.busy", "total", 1)]])
        var other = one
        other.host.cores = 99
        #expect(NoiseFloor(of: [(ResultFigures(one), ResultFigures(other))]) == nil)
    }

    @Test func `A floor is written as JSON and comes back`() throws {
        let result = ResultFigures(Fixture.result(repetitions: []))
        let floor = NoiseFloor(
            machine: .init(of: result), comparisons: 20,
            shares: ["main.busy.total": .init(paired: 0.02), "import.rate.total": .init()])
        let again = try JSONDecoder().decode(
            NoiseFloor.self, from: try JSONEncoder().encode(floor))
        #expect(again == floor)
    }
}
