"""Swift source with comments and texts blanked out, line by line and in place."""


def blanked(source):
    """The source with every character inside comments and texts replaced by a blank.

    Line breaks stay where they are. Code inside an interpolation is blanked too, which is fine for
    what looks at declarations and braces.
    """
    out, index, size = [], 0, len(source)
    while index < size:
        end = _comment(source, index) or _text(source, index)
        if end is None:
            out.append(source[index])
            index += 1
        else:
            out.extend(c if c == "\n" else " " for c in source[index:end])
            index = end
    return "".join(out)


def texts(source):
    """Where each quoted text of the source starts, and the text."""
    index = 0
    while index < len(source):
        comment, text = _comment(source, index), _text(source, index)
        if comment is None and text is not None:
            yield index, source[index:text]
        index = comment or text or index + 1


def _comment(source, index):
    """The end of the comment that starts here, or None."""
    if source.startswith("//", index):
        end = source.find("\n", index)
        return len(source) if end < 0 else end
    if not source.startswith("/*", index):
        return None
    depth = 0
    while index < len(source):
        if source.startswith("/*", index):
            depth, index = depth + 1, index + 2
        elif source.startswith("*/", index):
            depth, index = depth - 1, index + 2
            if depth == 0:
                return index
        else:
            index += 1
    return index


def _text(source, index):
    """The end of the quoted text that starts here, raw and multi-line ones included, or None."""
    start = index
    while source.startswith("#", index):
        index += 1
    hashes = index - start
    if not source.startswith('"', index):
        return None
    quote = '"""' if source.startswith('"""', index) else '"'
    close = quote + "#" * hashes
    escape = "\\" + "#" * hashes
    index += len(quote)
    while index < len(source):
        if source.startswith(close, index):
            return index + len(close)
        if source.startswith(escape + "(", index):
            index = _interpolation(source, index + len(escape) + 1)
        elif source.startswith(escape, index):
            index += len(escape) + 1
        elif quote == '"' and source[index] == "\n":
            return index
        else:
            index += 1
    return index


def _interpolation(source, index):
    """The place behind the bracket that closes an interpolation."""
    depth = 1
    while index < len(source) and depth:
        end = _comment(source, index) or _text(source, index)
        if end is not None:
            index = end
            continue
        depth += {"(": 1, ")": -1}.get(source[index], 0)
        index += 1
    return index
