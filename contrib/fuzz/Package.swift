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
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
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
        .target(name: "CFuzz"),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["Finance", "Rules", "Recording", "BankFiles", "Settings", "CFuzz"],
            swiftSettings: fuzzed,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ])
