import Foundation
import TestSupport

extension ForeignProcess {
    /// Waits until a watcher with `--json` has said that it waits, and does.
    ///
    /// A clock that is moved between the two would be read twice, before and after.
    func rests() async throws {
        _ = try await line(startingWith: #"{"event":"waiting""#)
        var looks = 0
        _ = await eventually {
            while let line = try? await self.line(
                startingWith: #"{"event":"waiting""#, within: .zero)
            {
                looks = line.isEmpty ? looks : 0
            }
            looks = self.isAsleep ? looks + 1 : 0
            return looks == 3
        }
    }

    /// Lets time pass for a watcher that rests, and waits until it has polled and rests again.
    func polls(after time: Duration, of clock: VirtualClock) async throws {
        dropLines()
        clock.pass(time)
        _ = try await line(startingWith: #"{"event":"polled""#)
        try await rests()
    }

    /// Whether all of its threads wait for something.
    private var isAsleep: Bool {
        let folder = "/proc/\(id)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.allSatisfy { thread in
            // A thread that has ended since they were listed does nothing either.
            let path = "\(folder)/\(thread)/stat"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return true }
            return text.split(separator: ")").last?.hasPrefix(" S") == true
        }
    }
}
