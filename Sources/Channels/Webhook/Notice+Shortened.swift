import Alerts

extension Notice {
    /// The same notice without what makes it long: a digest's lines and the end of a long body.
    ///
    /// `nil` if there is nothing to leave out.
    var shortened: Notice? {
        var shorter = self
        shorter.data.items = nil
        shorter.data.body = DisplayText.shortened(data.body, to: 300)
        return shorter == self ? nil : shorter
    }
}
