// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the flags of libFuzzer are nowhere near what users build. The
// modules under test are links to the ones of the project.

/// Instruments a module for libFuzzer and AddressSanitizer.
let fuzzed: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // The attempts look inside, at trees and tokens.
    .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]),
]

let package = Package(
    name: "fuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .target(name: "Finance", swiftSettings: fuzzed),
        .target(
            name: "Rules",
            dependencies: [
                "Finance", .product(name: "HeapModule", package: "swift-collections"),
            ], swiftSettings: fuzzed),
        .target(name: "Recording", dependencies: ["Finance"], swiftSettings: fuzzed),
        .target(
            name: "CSecret", exclude: ["headers"],
            cSettings: [
                .headerSearchPath("headers/glib-2.0"), .headerSearchPath("headers/glib-2.0-x86_64"),
                .headerSearchPath("headers/glib-2.0-aarch64"),
                .headerSearchPath("headers/libsecret-1"),
            ], linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "BankFiles", dependencies: ["Finance"], swiftSettings: fuzzed),
        .target(
            name: "Settings", dependencies: ["Finance", "BankFiles", "CSecret"],
            swiftSettings: fuzzed),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .target(name: "CCurlShims", dependencies: ["CCurl"]),
        .target(name: "CThreads"),
        .target(name: "Threads", dependencies: ["CThreads"], swiftSettings: fuzzed),
        .target(
            name: "HTTP", dependencies: ["Threads", "CCurl", "CCurlShims"], swiftSettings: fuzzed),
        .target(
            name: "Programs",
            dependencies: [
                "Threads", .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ], swiftSettings: fuzzed),
        .target(
            name: "Banks",
            dependencies: [
                "Finance", "BankFiles", "HTTP", "Threads", "Recording", "Programs",
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], swiftSettings: fuzzed),
        .target(name: "CFuzz"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Finance", "Rules", "Recording", "BankFiles", "Banks", "HTTP", "Threads",
                "Settings", "CFuzz",
            ],
            swiftSettings: fuzzed,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ])
