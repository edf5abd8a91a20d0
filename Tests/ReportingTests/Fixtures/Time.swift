import Results
import Statistics

/// Times of records.
enum Time {
    /// From the first phase's begin to the last one's end.
    static func whole(of record: RunRecord) -> Interval {
        Interval(began: record.began, ended: record.phases.last!.ended)
    }
}
