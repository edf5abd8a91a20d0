import Execution

/// The causes in the groups that a chart colours: the eye distinguishes no more than seven.
enum CauseGroup: Int, CaseIterable {
    case code, reading, saving, pushing, merging, waiting, display

    init(cause: String) {
        self =
            switch Cause(rawValue: cause) {
            case .execute, .decode, nil: .code
            case .fetch, .fault: .reading
            case .save, .sync: .saving
            case .pushToParent: .pushing
            case .merge, .notify, .observe: .merging
            case .waitForContext, .waitForCoordinator, .waitForStore: .waiting
            case .display: .display
            }
    }

    /// The words of the legend.
    var title: String {
        switch self {
        case .code: "own code, decode"
        case .reading: "fetch, fault"
        case .saving: "save, sync"
        case .pushing: "push to parent"
        case .merging: "merge, notify"
        case .waiting: "waiting"
        case .display: "display"
        }
    }

    var colour: String {
        switch self {
        case .code: ChartStyle.Colour.blue
        case .reading: ChartStyle.Colour.sky
        case .saving: ChartStyle.Colour.vermilion
        case .pushing: ChartStyle.Colour.purple
        case .merging: ChartStyle.Colour.green
        case .waiting: ChartStyle.Colour.black
        case .display: ChartStyle.Colour.grey
        }
    }

    /// gnuplot's fill: hatched and solid in turn, so that the kinds differ without their colours.
    var fill: String {
        switch self {
        case .code: "solid 1.0"
        case .reading: "pattern 4"
        case .saving: "pattern 5"
        case .pushing: "pattern 2"
        case .merging: "solid 0.45"
        case .waiting: "pattern 1"
        case .display: "solid 1.0"
        }
    }
}
