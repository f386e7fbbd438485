import Finance
public import Foundation
import Glibc

/// Reads whole files; tests replace it.
public protocol FileReading: Sendable {
    /// Reads the file, of at most `limit` bytes, and its mode at the same moment.
    func read(path: String, limit: Int) throws(FileProblem) -> FileContents
}

/// The content of a file, with its mode at the same moment.
public struct FileContents: Sendable {
    public let bytes: [UInt8]
    public let mode: FileMode
}

/// The permission bits of a file.
public struct FileMode: Sendable, Hashable, CustomStringConvertible {
    public let bits: UInt32

    /// Makes a mode from `st_mode`; the file's type is cut off.
    public init(_ mode: UInt32) { bits = mode & 0o7777 }

    public var isOpenToOthers: Bool { bits & 0o066 != 0 }

    public var isWritableByAll: Bool { bits & 0o002 != 0 }

    public var description: String { String(bits, radix: 8).zeroPadded(to: 4) }
}

/// What the system says about a file or folder; two versions of it differ.
public struct FileStamp: Sendable, Hashable {
    /// Whether it is a regular file.
    public let isFile: Bool
    public let isFolder: Bool
    public let mode: FileMode
    public let size: Int
    public let modified: Date
    /// Also changes with the permission to read the file.
    public let changed: Date
    private let number: UInt64

    /// Follows links; `nil` for what does not exist or can't be reached.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        isFile = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        mode = FileMode(status.st_mode)
        size = Int(status.st_size)
        modified = Self.date(status.st_mtim)
        changed = Self.date(status.st_ctim)
        number = UInt64(status.st_ino)
    }

    private static func date(_ time: timespec) -> Date {
        Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

/// Why a file could not be read.
public enum FileProblem: Error, Sendable, Hashable {
    case missing
    case notAllowed
    /// It is a folder, a pipe or a device.
    case notAFile
    case tooLong(limit: Int)
    case other(errno: Int32)
}

extension FileProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "there is no such file"
        case .notAllowed: "this user may not read it"
        case .notAFile: "it is not a regular file"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        case .other(let number): "it cannot be read (system error \(number))"
        }
    }

    public var fix: String {
        switch self {
        case .missing: "check the path, or make the file"
        case .notAllowed:
            "let the user who runs saldovakt own it, then chmod 600; that user must be able to enter "
                + "its folder"
        case .notAFile: "name a regular file"
        case .tooLong: "check that the path names the right file"
        case .other: "check the disk and the path"
        }
    }
}

/// The files of this machine.
public struct LocalFiles: FileReading {
    public init() {}

    /// Opens, checks the mode and reads through one descriptor, so that the file cannot be replaced
    /// in between.
    public func read(path: String, limit: Int) throws(FileProblem) -> FileContents {
        // O_NONBLOCK: opening a pipe must not wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw problem(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        let bytes = try content(of: descriptor, limit: limit)
        return FileContents(bytes: bytes, mode: FileMode(status.st_mode))
    }

    /// Whether nothing has this path; `false` if the user may not enter a folder to find out.
    public static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    private func content(of descriptor: Int32, limit: Int) throws(FileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw problem(errno)
            }
        }
        throw .tooLong(limit: limit)
    }

    private func problem(_ number: Int32) -> FileProblem {
        switch number {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .notAllowed
        case EISDIR: .notAFile
        default: .other(errno: number)
        }
    }
}

/// Why a file could not be written, by the number of the system's error.
public struct FileWriteProblem: Error, Sendable, Hashable, CustomStringConvertible {
    public let number: Int32

    /// The path is that of a folder, a pipe or a device.
    public static let notAFile = FileWriteProblem(number: EISDIR)

    public var isFull: Bool { number == ENOSPC || number == EDQUOT }

    public var description: String {
        self == .notAFile ? "\(FileProblem.notAFile)" : String(cString: strerror(number))
    }
}

extension LocalFiles {
    /// Puts a new file in the place of another one, so that neither a reader nor a power cut finds
    /// half of it.
    ///
    /// It is written beside the other one, made durable, and only then given its name. What is no
    /// regular file, such as a pipe or a device, is left as it is.
    ///
    /// - Parameter isDurable: `false` for what is soon written again: nothing waits for the disk.
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, isDurable: Bool = true
    ) throws(FileWriteProblem) {
        var former = stat()
        if lstat(path, &former) == 0, ![S_IFREG, S_IFLNK].contains(former.st_mode & S_IFMT) {
            throw .notAFile
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "./"
        let draft = "\(folder).\(parts.last ?? "").\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        do throws(FileWriteProblem) {
            try check(descriptor >= 0)
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
            try check(fchmod(descriptor, mode) == 0)
            if isDurable { try check(fsync(descriptor) == 0) }
            try check(rename(draft, path) == 0)
        } catch {
            unlink(draft)
            throw error
        }
        if isDurable { try flush(folder) }
    }

    private static func write(
        _ bytes: [UInt8], to descriptor: Int32
    ) throws(FileWriteProblem) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            try check(count > 0)
            done += count
        }
    }

    private static func flush(_ folder: String) throws(FileWriteProblem) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(descriptor >= 0)
        defer { close(descriptor) }
        try check(fsync(descriptor) == 0)
    }

    private static func check(_ isFine: Bool) throws(FileWriteProblem) {
        if !isFine { throw FileWriteProblem(number: errno) }
    }
}

/// Where the program keeps its files (XDG Base Directory Specification 0.8).
///
/// ```swift
/// SaldovaktPaths(environment: [:], homeDirectory: "/home/kari").settingsFile
/// // "/home/kari/.config/saldovakt/settings.json"
/// ```
public struct SaldovaktPaths: Sendable, Hashable {
    /// The folder of files that a person writes.
    public let configurationDirectory: String
    /// The folder of the program's stored data; created with mode 0700.
    public let stateDirectory: String

    /// - Parameter environment: `XDG_CONFIG_HOME` and `XDG_STATE_HOME` are used; as the
    ///   specification asks, a value that is no absolute path is ignored.
    public init(environment: [String: String], homeDirectory: String) {
        func base(_ variable: String, _ fallback: String) -> String {
            let value = environment[variable] ?? ""
            return value.hasPrefix("/") ? value : homeDirectory + "/" + fallback
        }
        configurationDirectory = base("XDG_CONFIG_HOME", ".config") + "/saldovakt"
        stateDirectory = base("XDG_STATE_HOME", ".local/state") + "/saldovakt"
    }

    public var settingsFile: String { configurationDirectory + "/settings.json" }

    /// The database in a state folder; made with mode 0600.
    public static func databaseFile(inState directory: String) -> String {
        directory + "/saldovakt.sqlite"
    }

    /// The path with a leading `~/` replaced; a relative one is resolved against `directory`.
    public static func resolve(
        _ path: String, inDirectory directory: String, homeDirectory: String
    ) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" { return homeDirectory }
        if path.hasPrefix("~/") { return homeDirectory + path.dropFirst() }
        return directory + "/" + path
    }
}
