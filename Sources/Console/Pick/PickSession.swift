package import Finance
import Foundation

/// The picker on a terminal: keys change the model, the model is drawn.
package struct PickSession: Sendable {
    private let keyboard: Keyboard
    private let screen: PickScreen
    private var model: PickModel

    /// Takes over the terminal with ``run()``.
    ///
    /// - Parameters:
    ///   - lines: what can be picked.
    ///   - accounts: the accounts that filters may name.
    ///   - isCut: whether there are older ones that are not here.
    /// - Throws: ``CommandFailure`` if there is no terminal.
    package init(
        _ lines: [TransactionText.Line], accounts: [Account], isCut: Bool
    ) throws(CommandFailure) {
        guard let keyboard = Keyboard() else {
            throw CommandFailure(
                .environment, code: "no-terminal", problem: "there is no terminal to choose on",
                fix: "run it in a terminal; scripts ask 'saldovakt transactions --json'")
        }
        self.keyboard = keyboard
        let items = lines.map(PickItem.init)
        screen = PickScreen(items, isCut: isCut, hasColour: Terminal.welcomesColour)
        model = PickModel(items: items, accounts: accounts)
    }

    /// Lets the person pick; the terminal is as it was afterwards.
    ///
    /// - Returns: the places of the picked items.
    /// - Throws: the ``ExitStatus`` of leaving without a choice: 130, or that of the signal.
    package mutating func run() async throws -> [Int] {
        enter()
        defer {
            leave()
            keyboard.close()
        }
        draw()
        for await event in keyboard.events {
            switch event {
            case .redraw: draw()
            case .ended(let signal): throw ExitStatus.signalled(signal)
            case .key(let key):
                if let places = try take(key) { return places }
            }
        }
        throw ExitStatus.signalled(SIGHUP)
    }

    private mutating func take(_ key: Key) throws -> [Int]? {
        switch model.press(key) {
        case .goesOn: draw()
        case .chosen(let places): return places
        case .left: throw ExitStatus.signalled(SIGINT)
        case .suspended:
            // Drawing waits until the process goes on, which comes as an event of its own.
            keyboard.suspend(leave: leave, enter: enter)
        }
        return nil
    }

    private mutating func draw() {
        let (columns, rows) = keyboard.size
        model.fit(listRows: rows - PickScreen.otherRows)
        let lines = screen.lines(model, columns: columns, rows: rows)
        // Cleared before it is written: after a full line, clearing would take its last character.
        keyboard.write(
            "\u{1B}[H" + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n")
                + "\u{1B}[1;\(screen.cursorColumn(model, columns: columns))H")
    }

    /// Takes the other screen of the terminal, and lets no line flow over its edge.
    private func enter() {
        keyboard.write("\u{1B}[?1049h\u{1B}[?7l")
    }

    private func leave() {
        keyboard.write("\u{1B}[?7h\u{1B}[?1049l")
    }
}
