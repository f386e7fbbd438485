extension RandomAccessCollection where Index == Int {
    /// The first place from which on all elements are so; before it none is.
    package func firstPlace(where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isSo(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
