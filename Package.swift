// swift-tools-version: 6.2
import PackageDescription

/// One list for every Swift target, so that no module is stricter or laxer than another.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

/// Where Debian has GLib's headers; one of the two folders of its configuration exists.
let glib: [CSetting] = [
    .headerSearchPath("headers/glib-2.0"), .headerSearchPath("headers/glib-2.0-x86_64"),
    .headerSearchPath("headers/glib-2.0-aarch64"),
]

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
    name: "UnixSignals", package: "swift-service-lifecycle")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A Swift module under Sources/ with its tests under Tests/.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a module; `TestSupport` has the fakes and the conformance suites.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = [], more: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
        resources: resources, swiftSettings: settings + more)
}

let package = Package(
    name: "saldovakt",
    products: [
        .executable(name: "saldovakt", targets: ["saldovakt"]),
        .library(name: "SaldovaktKit", targets: ["SaldovaktKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Values and pure functions.
        module("Finance", []),
        module("Rules", ["Finance", heap]),
        module("Alerts", ["Finance", "Rules"]),
        // The edge: one module per kind of I/O, and what their threads share.
        .target(
            name: "Threads", dependencies: ["CThreads"],
            // Only debug builds can be told to die at a named place; see FaultSwitch.
            swiftSettings: settings + [.define("FAULT_POINTS", .when(configuration: .debug))]),
        module("HTTP", ["Threads", "CCurl", "CCurlShims"]),
        module("Programs", ["Threads", subprocess, systemPackage]),
        module("BankFiles", ["Finance"]),
        module(
            "Banks",
            [
                "Finance", "Settings", "BankFiles", "HTTP", "Threads", "Recording", "Programs",
                cryptoExtras,
            ]),
        module(
            "Channels",
            ["Finance", "Rules", "Alerts", "HTTP", "Programs", "Threads", "CNotify", crypto]),
        module("Store", ["Finance", "Rules", "Alerts", "Threads", grdb]),
        module("Recording", ["Finance"]),
        module("Settings", ["Finance", "BankFiles", "CSecret"]),
        module("Service", ["HTTP", "Threads", nio, nioHTTP, nioPosix]),
        module("SandboxBank", ["Finance", "Threads", nio, nioHTTP, nioPosix, cryptoExtras]),
        // The cycle, which sees the edge only through ports.
        module("Watch", ["Finance", "Rules", "Alerts"]),
        // Many households: workers, delivery, and PostgreSQL behind a port.
        module(
            "Fleet",
            ["Finance", "Rules", "Alerts", "Watch", "Recording", "Threads", "CPostgres", crypto]),
        // What the commands about rules and what a terminal shows are made of.
        module("RuleTools", ["Finance", "Rules", "Alerts", "Recording", "Watch"]),
        module("Report", ["Finance", "Rules", "Alerts"]),
        module("Console", ["Finance", "Rules", "Alerts", "Watch", "Threads", unixSignals]),
        module("SaldovaktKit", ["Finance", "Store", "Settings"]),
        .executableTarget(
            name: "saldovakt",
            dependencies: [
                "RuleTools", "Console", "Report", "Watch", "Fleet", "Banks", "BankFiles",
                "Channels", "Programs", "Store", "Alerts",
                "Rules", "HTTP", "Threads", "Finance", "Recording", "Settings", "Service",
                "SandboxBank",
                argumentParser, serviceLifecycle, unixSignals, logging,
            ],
            swiftSettings: settings),
        // C libraries, and what of them Swift cannot call.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CCurlShims", dependencies: ["CCurl"]),
        .target(name: "CThreads"),
        // Both use the real headers, which are symbolic links, and load the library when it is first
        // needed; through `pkgConfig` every program here would need GLib to start.
        .target(
            name: "CNotify", exclude: ["headers"],
            cSettings: glib + [.headerSearchPath("headers/gdk-pixbuf-2.0")],
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CSecret", exclude: ["headers"],
            cSettings: glib + [.headerSearchPath("headers/libsecret-1")],
            linkerSettings: [.linkedLibrary("dl")]),
        // Its header finds the real one through a symbolic link.
        .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl")]),
        // What somebody else's program looks like; a test runs it.
        .executableTarget(
            name: "meet-the-store", dependencies: ["SaldovaktKit"],
            path: "contrib/examples/meet-the-store", swiftSettings: settings),
        // The example in README.md, word for word; a test compares and runs it.
        .executableTarget(
            name: "follow-the-history", dependencies: ["SaldovaktKit"],
            path: "contrib/examples/follow-the-history", swiftSettings: settings),
        // What the programs that `make bench` runs measure with.
        .target(
            name: "BenchSupport", path: "contrib/bench/BenchSupport", swiftSettings: settings),
        // What `make bench` measures of the store beyond the program.
        .executableTarget(
            name: "StoreBench", dependencies: ["Store", "Finance", "Alerts", "BenchSupport"],
            path: "contrib/bench/StoreBench", swiftSettings: settings),
        // What `make bench` measures of delivery, with a receiver that keeps up.
        .executableTarget(
            name: "DeliveryBench",
            dependencies: [
                "Watch", "Channels", "Store", "Alerts", "Rules", "HTTP", "Finance", "BenchSupport",
            ],
            path: "contrib/bench/DeliveryBench", swiftSettings: settings),
        // Tests: fakes and conformance suites first, then a target per module.
        .target(
            name: "TestSupport",
            dependencies: [
                "Finance", "Rules", "Alerts", "HTTP", "Banks", "SandboxBank", "Store", "Threads",
                "CForeign", cryptoExtras,
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        .target(name: "CForeign", path: "Tests/CForeign"),
        // A process of its own per desktop, because libnotify finds its bus in the environment.
        .executableTarget(
            name: "DesktopProbe", dependencies: ["Channels", "Alerts", "Rules"],
            path: "Tests/DesktopProbe", swiftSettings: settings),
        // What `make bench` measures of reconciliation, and of polls of a watcher.
        .executableTarget(
            name: "FactsBench", dependencies: ["Finance", "BenchSupport"],
            path: "contrib/bench/FactsBench", swiftSettings: settings),
        .executableTarget(
            name: "PollBench",
            dependencies: ["Watch", "Store", "Alerts", "Rules", "Finance", "BenchSupport"],
            path: "contrib/bench/PollBench", swiftSettings: settings),
        tests("FinanceTests", ["Finance", "Banks"]),
        tests("RulesTests", ["Rules", "Finance"], exclude: ["Golden"]),
        tests("AlertsTests", ["Alerts", "Rules", "Finance"]),
        tests("ThreadsTests", ["Threads"]),
        tests("HTTPTests", ["HTTP", "Threads", "CCurl"]),
        tests("BankFilesTests", ["BankFiles", "Finance"]),
        tests(
            "BanksTests",
            [
                "Banks", "BankFiles", "SandboxBank", "Programs", "HTTP", "Threads", "Finance",
                "Recording", "Settings",
            ],
            resources: [.copy("Fixtures")]),
        tests(
            "ChannelsTests",
            ["Channels", "Programs", "Alerts", "Rules", "HTTP", "Threads", "Finance"],
            exclude: ["Golden"], resources: [.copy("Scripts")]),
        tests(
            "StoreTests", ["Store", "Alerts", "Rules", "Finance", grdb],
            more: [.define("FAULT_POINTS", .when(configuration: .debug))]),
        tests("RecordingTests", ["Recording", "Finance"]),
        tests("SettingsTests", ["Settings", "BankFiles", "Finance"]),
        tests("ServiceTests", ["Service", "HTTP", nio, nioHTTP]),
        tests("SandboxBankTests", ["SandboxBank", "Finance"]),
        tests(
            "FleetTests",
            [
                "Fleet", "RuleTools", "Watch", "Alerts", "Rules", "Recording", "Finance", "Threads",
            ]),
        tests("WatchTests", ["Watch", "Alerts", "Rules", "Finance"]),
        tests("ArchitectureTests", []),
        tests("RuleToolsTests", ["RuleTools", "Watch", "Alerts", "Rules", "Recording", "Finance"]),
        tests("ReportTests", ["Report", "Alerts", "Rules", "Finance"], exclude: ["Golden"]),
        tests(
            "ConsoleTests", ["Console", "Watch", "Alerts", "Rules", "Finance"], exclude: ["Golden"]),
        tests(
            "ProgramTests",
            [
                "saldovakt", "RuleTools", "Console", "Watch", "Alerts", "Rules", "Store",
                "Settings",
                "Recording",
                "Finance",
            ]),
        tests(
            "EndToEndTests",
            [
                "HTTP", "Threads", "Store", "SaldovaktKit", "meet-the-store",
                "follow-the-history",
            ],
            exclude: ["Golden"]),
    ])
