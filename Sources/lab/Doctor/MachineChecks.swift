import Bench
import Execution
import Foundation
import Probes
import Reporting
import Results
import Runs
import Statistics
import StoreIO
import Verdicts

/// The properties of this machine and build on which the meaning of figures depends.
struct MachineChecks {
    /// The path of the noise floor.
    let noiseFloor: String?

    /// All of them; it takes a second, for the noise.
    func findings() async -> [DoctorFinding] {
        let folder = FileManager.default.temporaryDirectory.path
        let host = HostReader.read(storeFolder: folder)
        return [build, cores(host), governor, load(host), store(folder, host), space(folder)]
            + [sqlite, gnuplot, fonts, await noise(), floor(host)]
    }

    private var build: DoctorFinding {
        BuildKind.current == "release"
            ? DoctorFinding(.fine, "build", "release")
            : DoctorFinding(
                .fine, "build", "debug, optimised, with assertions",
                advice: "compare debug builds with debug builds only; swift build -c release is "
                    + "faster, by a few per cent")
    }

    private func cores(_ host: Results.Host) -> DoctorFinding {
        let text = "\(host.cores), \(host.processor)"
        guard host.cores < 2 else { return DoctorFinding(.fine, "cores", text) }
        return DoctorFinding(
            .doubtful, "cores", text,
            advice: "main and background queues share one core: work beside the main queue "
                + "counts as preempted; use a machine with two or more")
    }

    /// A clock that follows the load is the commonest reason for two levels of one figure.
    private var governor: DoctorFinding {
        let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
        guard let governor = text(of: path) else {
            return DoctorFinding(
                .fine, "governor", "unknown (a virtual machine, or no frequency scaling)")
        }
        guard governor != "performance" else {
            return DoctorFinding(.fine, "governor", governor)
        }
        return DoctorFinding(
            .doubtful, "governor", governor,
            advice: "the clock rate follows the load: cpupower frequency-set -g performance")
    }

    private func load(_ host: Results.Host) -> DoctorFinding {
        guard let words = text(of: "/proc/loadavg")?.split(separator: " "),
            let load = words.first.flatMap({ Double($0) })
        else { return DoctorFinding(.doubtful, "load", "unknown") }
        // The lab itself keeps up to two cores busy; load beyond a core less disturbs it.
        guard load > max(0.5, Double(host.cores) - 1.5) else {
            return DoctorFinding(.fine, "load", "\(load) over the last minute")
        }
        return DoctorFinding(
            .doubtful, "load", "\(load) over the last minute, on \(host.cores) cores",
            advice: "end other programs on this machine before you measure")
    }

    private func store(_ folder: String, _ host: Results.Host) -> DoctorFinding {
        guard (try? ScratchFolder()).map({ $0.remove() }) != nil else {
            return DoctorFinding(
                .broken, "stores", "\(folder) cannot be written to",
                advice: "set TMPDIR to a folder that can")
        }
        guard HostReader.isInMemory(host.fileSystem) else {
            return DoctorFinding(.fine, "stores", "\(folder), \(host.fileSystem)")
        }
        return DoctorFinding(
            .doubtful, "stores", "\(folder), \(host.fileSystem): in memory, where syncs are free",
            advice: "set TMPDIR to a folder on a disk")
    }

    /// A run of import-100k keeps less than this at a time.
    private static let wantedBytes: Int64 = 1 << 30

    private func space(_ folder: String) -> DoctorFinding {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            return DoctorFinding(.doubtful, "space", "unknown")
        }
        let free = Int64(status.f_bavail) * Int64(status.f_frsize)
        let shown = "\(NumberText.short(Double(free) / 1_073_741_824)) GiB free for stores"
        guard free < Self.wantedBytes else { return DoctorFinding(.fine, "space", shown) }
        return DoctorFinding(
            .doubtful, "space", shown, advice: "free a gibibyte there, or set TMPDIR elsewhere")
    }

    private var sqlite: DoctorFinding {
        let options = StoreCheck.compileOptions
        let told = options.filter { option in
            ["THREADSAFE", "DEFAULT_SYNCHRONOUS", "DEFAULT_WAL", "MAX_MMAP_SIZE", "ENABLE_"]
                .contains { option.hasPrefix($0) } && !option.hasPrefix("ENABLE_API")
        }
        let text = "\(StoreCheck.libraryVersion): \(told.joined(separator: " "))"
        guard options.contains("THREADSAFE=0") else {
            return DoctorFinding(.fine, "SQLite", text)
        }
        return DoctorFinding(
            .broken, "SQLite", text,
            advice: "it was built for one thread; install Debian's libsqlite3-0")
    }

    private var gnuplot: DoctorFinding {
        guard let version = ProgramOutput.firstLine(of: ["gnuplot", "--version"]) else {
            return DoctorFinding(
                .doubtful, "gnuplot", "not found",
                advice: "no charts are drawn; install gnuplot-nox (.ci/setup does)")
        }
        return DoctorFinding(.fine, "gnuplot", version)
    }

    /// Charts name Helvetica; a viewer shows it in that font or in its substitute.
    private var fonts: DoctorFinding {
        guard let match = ProgramOutput.firstLine(of: ["fc-match", "Helvetica"]) else {
            return DoctorFinding(
                .fine, "fonts",
                "unknown (no fontconfig); charts are SVG and take the fonts of their viewer")
        }
        return DoctorFinding(.fine, "fonts", "Helvetica is \(match)")
    }

    /// As the noise of a run is judged.
    private static let noisyMilliseconds = 5.0

    private func noise() async -> DoctorFinding {
        let probe = NoiseProbe()
        probe.start()
        await Alarm.wait(for: .seconds(1))
        let late = Sample(probe.stop().lateness.map { Double($0) / 1e6 })
        guard let p99 = late.quantile(0.99), let worst = late.sorted.last else {
            return DoctorFinding(.doubtful, "noise", "an idle thread was not woken in a second")
        }
        let text =
            "an idle thread is woken \(NumberText.short(p99)) ms late in one of a hundred times, "
            + "\(NumberText.short(worst)) ms at worst"
        guard p99 > Self.noisyMilliseconds else { return DoctorFinding(.fine, "noise", text) }
        return DoctorFinding(
            .doubtful, "noise", text, advice: "others take this machine's cores: end them")
    }

    private func floor(_ host: Results.Host) -> DoctorFinding {
        let path = noiseFloor ?? NoiseFloorFile.usualPath
        guard FileManager.default.fileExists(atPath: path) else {
            return DoctorFinding(
                .fine, "noise floor", "not measured: comparisons assume 3 % paired, 10 % unpaired",
                advice: "lab doctor --calibrate-noise measures it in some minutes")
        }
        do {
            let floor = try NoiseFloorFile.read(path)
            let isOurs =
                floor.machine?.processor == host.processor && floor.machine?.cores == host.cores
                && floor.machine?.build == BuildKind.current
                && floor.machine?.fileSystem == host.fileSystem
            let text = "\(path), of \(floor.comparisons) comparisons"
            return isOurs
                ? DoctorFinding(.fine, "noise floor", text)
                : DoctorFinding(
                    .doubtful, "noise floor", text + ", of another machine or build",
                    advice: "measure this one: lab doctor --calibrate-noise")
        } catch {
            return DoctorFinding(
                .doubtful, "noise floor", CommandFailure(error).message,
                advice: "measure it again: lab doctor --calibrate-noise")
        }
    }

    private func text(of path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
