import Bench
import Execution
import Testing

struct `The order of rounds` {
    @Test(arguments: 1...9)
    func `Each thing has each place once in a square`(count: Int) {
        let square = LatinSquare(count, from: RandomStream(seed: 7))
        let rounds = (0..<count).map { square[$0] }
        for round in rounds { #expect(round.sorted() == Array(0..<count)) }
        for place in 0..<count {
            #expect(rounds.map { $0[place] }.sorted() == Array(0..<count))
        }
    }

    @Test func `A seed gives one order, another seed another`() {
        let orders = [1, 1, 2].map { seed in
            let order = RoundOrder(topologies: [4], isPaired: false, seed: UInt64(seed))
            return (0..<12).map { order.cells(inRound: $0) }
        }
        #expect(orders[0] == orders[1])
        #expect(orders[0] != orders[2])
        // After four rounds another square is drawn.
        #expect(Array(orders[0][0..<4]) != Array(orders[0][4..<8]))
    }

    @Test func `Arms of one topology follow one another, and change places`() {
        let order = RoundOrder(topologies: [3, 3], isPaired: true, seed: 5)
        #expect(order.count == 6)
        var first = [0, 0]
        for round in 0..<24 {
            let cells = order.cells(inRound: round)
            #expect(Set(cells).count == 6)
            for place in stride(from: 0, to: 6, by: 2) {
                #expect(cells[place].topology == cells[place + 1].topology)
                #expect(cells[place].plan != cells[place + 1].plan)
                first[cells[place].plan] += 1
            }
        }
        #expect(first == [36, 36])
        let cell = order.cells(inRound: 0)[0]
        let partners = order.partners(of: cell)
        #expect(Set(partners.map(\.plan)) == [0, 1])
        #expect(partners.map(\.topology) == [cell.topology, cell.topology])
    }

    @Test func `Plans that are no arms are interleaved one by one`() {
        let order = RoundOrder(topologies: [2, 3], isPaired: false, seed: 5)
        for round in 0..<10 { #expect(Set(order.cells(inRound: round)).count == 5) }
        let cell = order.cells(inRound: 0)[0]
        #expect(order.partners(of: cell) == [cell])
        #expect(RoundOrder(topologies: [], isPaired: true, seed: 1).cells(inRound: 0) == [])
    }

    @Test func `What runs beside the rounds follows from their number alone`() {
        #expect(RepetitionRule(rounds: 3).warmUps == 0)
        #expect(RepetitionRule(rounds: 3).spareRounds == 0)
        #expect(RepetitionRule(rounds: 12).warmUps == 1)
        #expect(RepetitionRule(rounds: 12).spareRounds == 3)
        #expect(RepetitionRule(rounds: 13).spareRounds == 4)
    }
}
