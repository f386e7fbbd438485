/// What a rule may say, by the key in a rules file.
///
/// The comments are the table in rules/README.md; `contrib/checks/rules-readme --write` makes it.
enum RuleKey: String, CaseIterable {
    /// The sentence.
    case when
    /// Its name in notices and commands; without it, made from the sentence.
    case id
    /// The channels; `["desktop"]` if it is left out. `desktop` and `terminal` always exist, the others
    /// stand in the settings.
    case notify
    /// What the notice says below its title, with placeholders.
    case message
    /// What the notice says first, with placeholders.
    case title
    /// `low`, `normal` or `critical`.
    case urgency
    /// `false`: do not tell when it is over.
    case resolve
    /// `false`: leave the rule out.
    case enabled
    /// For whoever reads the file; told nowhere.
    case note
}
