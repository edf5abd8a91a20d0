import Execution
import Results

extension FigureBuilder {
    /// `main.cause.<cause>`: the wall time of the main queue by cause, without the drawing of
    /// `display`, so that a comparison of two runs can name the cause of a longer time.
    ///
    /// Each span counts by its own time, without that of nested spans; one that reaches over the
    /// phase's end by the share of it inside. Time of a block outside of every span is the
    /// operation's own code, `execute`. A cause that the phase does not have is absent.
    static func addCauses(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        var own: [String: Double] = [:]
        var counts: [String: Int] = [:]
        for block in record.stretches.lazy.flatMap(\.blocks) where !block.isDrawing {
            let length = block.ended - block.began
            guard length > 0 else { continue }
            let inside = scope.overlap(began: block.began, ended: block.ended)
            guard inside > 0 else { continue }
            var spanned: Int64 = 0
            for span in block.spans {
                spanned += span.own
                let part = scope.overlap(began: span.began, ended: span.ended)
                guard part > 0, span.ended > span.began else { continue }
                own[span.cause, default: 0] +=
                    Double(span.own) * Double(part) / Double(span.ended - span.began)
                counts[span.cause, default: 0] += 1
            }
            let rest = Double(max(0, length - spanned)) * Double(inside) / Double(length)
            own[Cause.execute.rawValue, default: 0] += rest
            counts[Cause.execute.rawValue, default: 0] += 1
        }
        for (name, nanoseconds) in own.sorted(by: { $0.key < $1.key }) where nanoseconds > 0 {
            guard let cause = Cause(rawValue: name), let metric = Metric.mainCause[cause] else {
                continue
            }
            list.add(metric[.total], nanoseconds / 1e6, count: counts[name] ?? 0)
        }
    }
}
