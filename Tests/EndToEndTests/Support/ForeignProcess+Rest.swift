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

    /// Whether its first thread waits for something.
    private var isAsleep: Bool {
        let text = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.hasPrefix(" S") == true
    }
}
