import Results

extension WorkloadResult {
    /// The result with all times of one topology's records stretched by a factor.
    func slowed(_ place: Int, by factor: Double) -> WorkloadResult {
        var result = self
        for round in result.topologies[place].repetitions.indices {
            var record = result.topologies[place].repetitions[round].record
            let zero = record.began
            func later(_ instant: Int64) -> Int64 { zero + Int64(Double(instant - zero) * factor) }
            for index in record.phases.indices {
                record.phases[index].began = later(record.phases[index].began)
                record.phases[index].ended = later(record.phases[index].ended)
            }
            for index in record.stretches.indices {
                var stretch = record.stretches[index]
                stretch.began = later(stretch.began)
                stretch.ended = later(stretch.ended)
                for block in stretch.blocks.indices {
                    stretch.blocks[block].began = later(stretch.blocks[block].began)
                    stretch.blocks[block].ended = later(stretch.blocks[block].ended)
                    stretch.blocks[block].spans = []
                }
                record.stretches[index] = stretch
            }
            result.topologies[place].repetitions[round].record = record
        }
        return result
    }

    /// The result with `count` stretches in each repetition, of four causes each; every hundredth
    /// is twelve times as long as the others.
    func crowded(_ count: Int) -> WorkloadResult {
        var result = self
        for place in result.topologies.indices {
            for round in result.topologies[place].repetitions.indices {
                Self.crowd(&result.topologies[place].repetitions[round].record, count)
            }
        }
        return result
    }

    private static func crowd(_ record: inout RunRecord, _ count: Int) {
        guard let time = record.measured, let model = record.stretches.first else { return }
        let step = (time.upperBound - time.lowerBound) / Int64(count)
        record.stretches = (0..<count).map { number in
            var stretch = model
            stretch.began = time.lowerBound + Int64(number) * step
            stretch.ended = stretch.began + (number % 100 == 50 ? 9 * step : step * 3 / 4)
            stretch.blocks[0].began = stretch.began
            stretch.blocks[0].ended = stretch.ended
            let quarter = (stretch.ended - stretch.began) / 4
            stretch.blocks[0].spans = ["save", "fetch", "merge"].map { cause in
                SpanRecord(
                    cause: cause, began: stretch.began, ended: stretch.ended, depth: 0,
                    own: quarter)
            }
            return stretch
        }
    }
}
