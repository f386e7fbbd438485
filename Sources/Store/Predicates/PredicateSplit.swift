import Foundation

/// A predicate as conditions that all have to hold, those in SQL apart from the others.
struct PredicateSplit {
    /// What the database checks.
    private(set) var translated: [SQLFragment] = []
    /// What it can't check, in words.
    private(set) var untranslated: [String] = []

    /// Splits a predicate about a model.
    init<Model: QueriedModel>(_ predicate: Predicate<Model>) {
        let translator = PredicateTranslator(predicate.variable.key, Model.shape)
        var open: [Any] = [predicate.expression]
        while let part = open.popLast() {
            if let both = part as? any ConjunctionNode {
                open += [both.parts.1, both.parts.0]
            } else {
                take(part, translator)
            }
        }
    }

    private mutating func take(_ part: Any, _ translator: PredicateTranslator) {
        do {
            translated.append(try translator.condition(part))
        } catch let problem as Untranslatable {
            untranslated.append(problem.part)
        } catch {
            untranslated.append(PredicateTranslator.name(of: part))
        }
    }
}
