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

/** A class that is missing is a file that is missing: PHP loads one from the other. */
export const php: readonly CauseRule[] = [
  [/ParseError|syntax error, unexpected|PHP Parse error/, () => syntaxError],
  [
    /Allowed memory size|Maximum execution time|Cannot (?:re)?declare|Premature end of PHP process|Segmentation fault/,
    () => crash,
  ],
  [/data provider .* is invalid/i, () => setupError],
  [
    /Could not load "[^"]+"|Unknown option|Cannot open (?:bootstrap|file)|Test directory "[^"]+" not found|requires (?:at least )?PHP/,
    () => misconfigured,
  ],
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [/(?:Class|Interface|Trait|Enum) ["']([^"']+)["'] not found/, (m) => missingModule(m[1])],
  [
    /Failed opening required '([^']+)'|failed to open stream: No such file.*?'?([^\s']+\.php)/i,
    (m) => missingModule(m[1] ?? m[2]),
  ],
  [
    /Call to undefined (?:static )?method ([\w\\]+)::(\w+)\(\)/,
    (m) => missingSymbol(`${m[1]}::${m[2]}`),
  ],
  [
    /Call to undefined function ([\w\\]+)\(\)|[Uu]ndefined constant "?([\w\\:]+)"?/,
    (m) => missingSymbol(m[1] ?? m[2]),
  ],
  [
    /Undefined property: ([\w\\]+)::\$(\w+)|Access to undeclared static property ([\w\\]+)::\$(\w+)/,
    (m) => missingSymbol(`${m[1] ?? m[3]}::${m[2] ?? m[4]}`),
  ],
  [/Unknown named parameter \$(\w+)/, (m) => missingArgument("", m[1])],
  [
    /Too (?:few|many) arguments to (?:function|method) ([\w\\]+(?:::\w+)?)\(\)/,
    (m) => missingSymbol(m[1]),
  ],
  [/aborted after|exceeded the time limit/, () => timeout],
  [
    /Failed asserting|ExpectationFailedException|AssertionFailedError|did not perform any assertions/,
    () => assertion,
  ],
  [
    /No such file or directory|Permission denied|Connection refused|could not connect/i,
    () => setupError,
  ],
];

/** Perl cannot tell an own module from one of CPAN; the judge can. */
export const perl: readonly CauseRule[] = [
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [
    /Can't locate object method "([^"]+)" via package "([^"]+)"/,
    (m) => missingSymbol(`${m[2]}::${m[1]}`),
  ],
  [/Can't locate (\S+?)(?:\.pm)? in @INC/, (m) => missingModule(m[1])],
  [/Undefined subroutine &(\S+) called/, (m) => missingSymbol((m[1] ?? "").replace(/^main::/, ""))],
  [/"(\w+)" is not exported by the (\S+) module/, (m) => missingSymbol(`${m[2]}::${m[1]}`)],
  [/([\w:]+)->can\('(\w+)'\)/, (m) => missingSymbol(`${m[1]}::${m[2]}`)],
  [
    /syntax error at|aborted due to compilation errors|Global symbol .* requires explicit|Missing right|Unmatched right|Can't find string terminator|Bareword .* not allowed/,
    () => syntaxError,
  ],
  [/Bail out!|[Ss]egmentation|Out of memory|exited with 0 before/, () => crash],
  [/No such file or directory|Permission denied|Connection refused|Can't open/, () => setupError],
  [/ got: |expected: |Failed test/, () => assertion],
  [/No plan found in TAP|Bad plan|no plan was declared/, () => crash],
];

export const lua: readonly CauseRule[] = [
  [
    /cannot open file '[^']*helper[^']*'|Cannot load helper|error loading config|busted: error:|[Ee]rror: Cannot load configuration|unknown option/,
    () => misconfigured,
  ],
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [/module '([^']+)' not found/, (m) => missingModule(m[1])],
  [
    /attempt to call (?:a nil value \()?(?:method|field|global|local|upvalue) '([^']+)'/,
    (m) => missingSymbol(m[1]),
  ],
  [
    /attempt to index (?:a nil value \()?(?:method|field|global|local|upvalue) '([^']+)'/,
    (m) => missingSymbol(m[1]),
  ],
  [
    /(?:expected|unexpected symbol|unfinished \w+|malformed \w+|'=' expected|<eof>).* near |expected \(to close/,
    () => syntaxError,
  ],
  [/stack overflow|not enough memory/, () => crash],
  [
    /No such file or directory|Permission denied|cannot open file|connection refused/,
    () => setupError,
  ],
  [/Expected|expected|assertion failed|Passed in:/, () => assertion],
];

export const elixir: readonly CauseRule[] = [
  [
    /Unchecked dependencies|the dependency is not available|\* (\w+) \(Hex package\)/,
    (m) => missingDependency(m[1]),
  ],
  [
    /\(Mix\) (?:Could not invoke|The task)|Unknown option|Could not find a Mix\.Project/,
    () => misconfigured,
  ],
  [/TokenMissingError|SyntaxError|MismatchedDelimiterError/, () => syntaxError],
  [/ExUnit\.TimeoutError|timed out after \d+ms/, () => timeout],
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [/([\w.]+)\.__struct__\/[01] is undefined/, (m) => missingModule(m[1])],
  [/module ([\w.]+) is not (?:available|loaded)/, (m) => missingModule(m[1])],
  [/function ([\w.]+\.[\w?!]+)\/\d+ is undefined/, (m) => missingSymbol(m[1])],
  [/undefined (?:function|variable) "?([\w?!]+)(?:\/\d+|")/, (m) => missingSymbol(m[1])],
  [
    /\(KeyError\) key :([\w?!]+) not found|unknown key :([\w?!]+) for struct/,
    (m) => missingSymbol(m[1] ?? m[2]),
  ],
  [/\(EXIT from #PID|\(exit\)|System\.halt|erl_crash|Kernel pid terminated/, () => crash],
  [/File\.Error|no such file or directory|:enoent|:econnrefused|DBConnection/, () => setupError],
  [
    /Assertion (?:with|failed)|Expected (?:exception|truthy|false|message)|assert|\bmatch \(=\) failed|ExUnit\.AssertionError/,
    () => assertion,
  ],
  [/CompileError/, () => syntaxError],
];

/** A command that the shell cannot find is a function of ours that is not written, or a tool. */
export const shell: readonly CauseRule[] = [
  [/unknown failure encountered running a test/, () => crash],
  [/failed due to timeout|# timeout after/, () => timeout],
  [
    /[Ss]yntax error|unexpected EOF while looking|unexpected end of file|Unterminated quoted string/,
    () => syntaxError,
  ],
  [/\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [
    /([\w./-]+\.(?:sh|bash)): No such file or directory|(?:cannot|can't) open '?([\w./-]+\.(?:sh|bash))/,
    (m) => missingModule(m[1] ?? m[2]),
  ],
  [/: ([\w.@/-]+): (?:command )?not found$/m, (m) => missingDependency(m[1])],
  [/`run`'s command `(\S+)[^`]*` exited with code 127/, (m) => missingDependency(m[1])],
  [/Segmentation fault|Aborted|\bKilled\b|core dumped|`exit(?: \d+)?' failed/, () => crash],
  [/No such file or directory|Permission denied|Connection refused|cannot stat/, () => setupError],
  [/ASSERT:|' failed|expected:|returned non-zero/, () => assertion],
];
