import type { CauseRule } from "../framework.ts";
import {
  assertion,
  crash,
  misconfigured,
  missingArgument,
  missingDependency,
  missingModule,
  missingSymbol,
  notImplemented,
  setupError,
  syntaxError,
  timeout,
} from "./causes.ts";

/** rustc's errors, then what libtest prints of a panic. A test that returns `Err` says `Error: …`. */
export const rust: readonly CauseRule[] = [
  [
    /no matching package named `([^`]+)`|can't find crate for `([^`]+)`|failed to (?:get|fetch|download) `([^`]+)`/,
    (m) => missingDependency(m[1] ?? m[2] ?? m[3]),
  ],
  [
    /failed to (?:parse|load|read) manifest|could not find `Cargo\.toml`|invalid type: .* for key|only accepted on the nightly|-Z unstable-options|^ *--> \S*(?:Cargo|config)\.toml|Unrecognized option/m,
    () => misconfigured,
  ],
  [
    /unlinked crate `([^`]+)`|cannot find (?:module or )?crate `([^`]+)`|maybe a missing crate `([^`]+)`/,
    (m) => missingDependency(m[1] ?? m[2] ?? m[3]),
  ],
  [/file not found for module `([^`]+)`/, (m) => missingModule(m[1])],
  [/unresolved import `([^`]+)`[\s\S]{0,800}?could not find `([^`]+)`/, (m) => missingModule(m[1])],
  [/could not find `([^`]+)` in `([^`]+)`/, (m) => missingModule(`${m[2]}::${m[1]}`)],
  [/unresolved imports? `([^`]+)`/, (m) => missingSymbol(m[1])],
  [/undeclared (?:type|crate or module|module) `([^`]+)`/, (m) => missingSymbol(m[1])],
  [
    /no (?:method|function or associated item|associated item|variant or associated item|variant|associated function)[\s\S]{0,800}? named `([^`]+)`[\s\S]{0,800}?found for [\w ]*?`&?(?:mut )?([\w:]+)/,
    (m) => missingSymbol(`${m[2]}::${m[1]}`),
  ],
  [/no (?:method|variant|field) named `([^`]+)`/, (m) => missingSymbol(m[1])],
  [/`([\w:]+)(?:<[^`]*>)?` has no field named `([^`]+)`/, (m) => missingSymbol(`${m[1]}.${m[2]}`)],
  [/no field `([^`]+)` on type `&?(?:mut )?([\w:]+)/, (m) => missingSymbol(`${m[2]}.${m[1]}`)],
  [
    /cannot find (?:function|value|type|struct|trait|macro|derive macro|tuple struct|unit struct|attribute)[\w ,/]* `([^`]+)`/,
    (m) => missingSymbol(m[1]),
  ],
  [/takes \d+ (?:generic )?arguments? but[\s\S]{0,800}?\bfn (\w+)/, (m) => missingSymbol(m[1])],
  [/takes \d+ arguments? but/, () => missingArgument("", "")],
  [/^error(?:\[E\d+\])?: /m, () => syntaxError],
  [/\bnot (?:yet )?implemented\b/, () => notImplemented],
  [/overflowed its stack|memory allocation of|signal: \d+|SIG[A-Z]+/, () => crash],
  [
    /\bOs \{ code: |kind: NotFound|kind: PermissionDenied|kind: ConnectionRefused/,
    () => setupError,
  ],
  [/panicked at|^Error: |did not panic as expected|panic did not contain/m, () => assertion],
];

/** Go's compiler and loader, then what a test prints. Every `t.Error` is an assertion. */
export const go: readonly CauseRule[] = [
  [
    /errors? parsing go\.mod|go\.mod file not found|unknown directive|does not contain main module|go: cannot find main module|flag provided but not defined|no Go files in|updates to go\.(?:mod|sum) needed/,
    () => misconfigured,
  ],
  [
    /no required module provides package ([^\s;]+)|package (\S+) is not in (?:GOROOT|std)|cannot find package "([^"]+)"|cannot find module providing package ([^\s:]+)/,
    (m) => missingModule(m[1] ?? m[2] ?? m[3] ?? m[4]),
  ],
  [/missing go\.sum entry for module providing package ([^\s;]+)/, (m) => missingDependency(m[1])],
  [
    /\.go:\d+:\d+: (?:\S+\.)?(\w+) undefined \(type \*?(?:\w+\.)?(\w+)[^)]* has no (?:field or )?method \w+/,
    (m) => missingSymbol(`${m[2]}.${m[1]}`),
  ],
  [
    /undefined \(type \*?(?:\w+\.)?(\w+).* has no field or method (\w+)/,
    (m) => missingSymbol(`${m[1]}.${m[2]}`),
  ],
  [/\.go:\d+:\d+: undefined: (\S+)/, (m) => missingSymbol(m[1])],
  [
    /unknown field '?(\w+)'? in struct literal(?: of type (?:\w+\.)?(\w+))?/,
    (m) => missingSymbol(m[2] === undefined ? m[1] : `${m[2]}.${m[1]}`),
  ],
  [/(?:too many|not enough) arguments in call to (\S+)/, (m) => missingSymbol(m[1])],
  [/does not implement \S+ \(missing (?:method )?(\w+)/, (m) => missingSymbol(m[1])],
  [/name (\w+) not exported by package|undefined: (\S+)/, (m) => missingSymbol(m[1] ?? m[2])],
  [/^(?:vet: )?\S+\.go:\d+:\d+: /m, () => syntaxError],
  [/panic: test timed out after/, () => timeout],
  [/panic: unexpected call to os\.Exit/, () => crash],
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [/fatal error: |signal: \w+|out of memory|stack overflow|exit status \d+/, () => crash],
  [
    /no such file or directory|permission denied|connection refused|address already in use|cannot open|missing fixture/i,
    () => setupError,
  ],
  [/_test\.go:\d+|panic: |--- FAIL/, () => assertion],
];

/** g++ and clang++, the linker, then googletest's and Catch2's own wording. */
export const cpp: readonly CauseRule[] = [
  [
    /fatal error: '?([^:'\n]+)'?(?:: No such file or directory| file not found)[\s\S]{0,800}?#include *(["<])/,
    (m) => (m[2] === '"' ? missingModule(m[1]) : missingDependency(m[1])),
  ],
  [/fatal error: '?([^:'\n]+)'?(?:: No such file| file not found)/, (m) => missingDependency(m[1])],
  [/undefined reference to [`'‘]([\w:~]+(?:operator[^(]+)?)/, (m) => missingSymbol(m[1])],
  [/cannot find -l(\S+)/, (m) => missingDependency(m[1])],
  [
    /[‘'](?:(?:const )?(?:class|struct|union|enum) )?(?:const )?([\w:]+)[^’'\n]*[’'] has no member named [‘']([^’']+)[’']/,
    (m) => missingSymbol(`${m[1]}::${m[2]}`),
  ],
  [
    /no member named [‘']([^’']+)[’'] in [‘'](?:\w+ )?([\w:]+)/,
    (m) => missingSymbol(`${m[2]}::${m[1]}`),
  ],
  [
    /[‘']([^’']+)[’'] is not a member of [‘']([^’']+)[’']/,
    (m) => missingSymbol(`${m[2]}::${m[1]}`),
  ],
  [
    /[‘']([^’']+)[’'] (?:was not declared in this scope|has not been declared|does not name a type)|use of undeclared identifier [‘']([^’']+)[’']|unknown type name [‘']([^’']+)[’']/,
    (m) => missingSymbol(m[1] ?? m[2] ?? m[3]),
  ],
  [/no match for [‘'](operator[^’'\s]+)[’']/, (m) => missingSymbol(m[1])],
  [
    /no matching (?:member )?function for call to [‘']([\w:<>~]+)/,
    (m) => missingSymbol((m[1] ?? "").replace(/<.*>/, "")),
  ],
  [/: (?:fatal )?error: |^error: |ld returned \d+ exit status/m, () => syntaxError],
  [
    /thrown in SetUp|thrown in (?:the test fixture's constructor|TearDown|SetUpTestSuite)/,
    () => setupError,
  ],
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [
    /SegFault|SIG(?:SEGV|ABRT|FPE|ILL)|Subprocess aborted|\*\*\*Exception|AddressSanitizer|LeakSanitizer|fatal error condition|Segmentation/,
    () => crash,
  ],
  [/\*\*\*Timeout/, () => timeout],
  [
    /No such file or directory|cannot open|could not open|Permission denied|Connection refused/i,
    () => setupError,
  ],
  [
    /: Failure$|FAILED|Value of:|Expected|expansion:|unexpected exception|C\+\+ exception/m,
    () => assertion,
  ],
];

/** javac as maven and gradle print it, then JUnit's stack traces. */
export const java: readonly CauseRule[] = [
  [/package (\S+) does not exist/, (m) => missingModule(m[1])],
  [/static import only from classes and interfaces/, () => missingDependency("")],
  [
    /cannot find symbol\s[\s\S]{0,800}?symbol: +(?:class|interface|enum|record|@interface) (\w+)/,
    (m) => missingSymbol(m[1]),
  ],
  [
    /cannot find symbol\s[\s\S]{0,800}?symbol: +(?:method|variable|constructor) (\w+)[\s\S]{0,800}?location: +(?:variable \S+ of type |class |interface )(?:[\w]+\.)*(\w+)/,
    (m) => missingSymbol(`${m[2]}.${m[1]}`),
  ],
  [/cannot find symbol\s[\s\S]{0,800}?symbol: +\w+ (\w+)/, (m) => missingSymbol(m[1])],
  [
    /method (\w+) in (?:class|interface|record) (?:\w+\.)*(\w+)\S* cannot be applied/,
    (m) => missingSymbol(`${m[2]}.${m[1]}`),
  ],
  [
    /constructor (\w+) in (?:class|record|enum) \S+ cannot be applied|no suitable (?:method|constructor) found for (\w+)/,
    (m) => missingSymbol(m[1] ?? m[2]),
  ],
  [/\.(?:java|kt):\[?\d+[,\d]*\]?:? /, () => syntaxError],
  [
    /Could not (?:find|resolve) (?:artifact|dependencies)|Could not resolve all (?:files|dependencies)/,
    () => missingDependency(""),
  ],
  [
    /Unknown lifecycle phase|Non-(?:readable|parseable) POM|no POM in this directory|PluginNotFound|plugin with id/i,
    () => misconfigured,
  ],
  [
    /VM terminated without properly saying goodbye|The forked VM|StackOverflowError|OutOfMemoryError|System\.exit/,
    () => crash,
  ],
  [
    /\bTimeoutException\b|timed out after|There was a timeout or other error in the fork/,
    () => timeout,
  ],
  [/\bnot (?:yet )?implemented\b|NotImplementedError/i, () => notImplemented],
  [
    /NoClassDefFoundError: (\S+)|ClassNotFoundException: (\S+)/,
    (m) => missingModule((m[1] ?? m[2] ?? "").replaceAll("/", ".")),
  ],
  [/NoSuchMethodError: .*?(\w+)\(/, (m) => missingSymbol(m[1])],
  [/AssertionFailedError|AssertionError|ComparisonFailure|MultipleFailuresError/, () => assertion],
  [
    /NoSuchFileException|FileNotFoundException|ConnectException|UnknownHostException|BindException|\bIOException|ParameterResolutionException|PreconditionViolationException|MissingResourceException/,
    () => setupError,
  ],
];
