extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element for which `isSo` is true; before it the predicate is
    /// false, after it true.
    package func firstPlace(where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isSo(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
