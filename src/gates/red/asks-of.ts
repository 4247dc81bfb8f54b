import type { Asked } from "../../domain/red-verdict.ts";
import { codeOf, lineAt } from "./test-bodies.ts";

/** What of the outside world a line asks for. */
export interface Asking {
  /** 1-based. */
  readonly line: number;
  readonly what: Asked;
}

/** By what the languages call it; a name that is passed in, such as a `clock`, asks for nothing. */
const PATTERNS: readonly (readonly [Asked, RegExp])[] = [
  [
    "clock",
    /(?<![\w$.])(?:Date\.now\s*\(|new Date\b(?!\s*\(\s*[^\s)])|Temporal\.Now\.|performance\.now\s*\()/g,
  ],
  [
    "clock",
    /\b(?:datetime\.)?datetime\.(?:now|utcnow|today)\s*\(|\bdate\.today\s*\(|\btimezone\.now\s*\(|\btime\.(?:sleep|time|time_ns|localtime|gmtime|strftime|ctime)\s*\(/g,
  ],
  [
    "clock",
    /\b(?:Time|DateTime)\.(?:now|current)\b|\bDate\.(?:today|current|yesterday|tomorrow)\b/g,
  ],
  ["clock", /\btime\.(?:Now|Since|Until|Sleep)\s*\(/g],
  [
    "clock",
    /\b(?:SystemTime|Utc|Local|OffsetDateTime)::now\w*\s*\(|\bsystem_clock::now\s*\(|\bstd::time\s*\(/g,
  ],
  [
    "clock",
    /\bSystem\.currentTimeMillis\s*\(|\b(?:Instant|LocalDate|LocalTime|LocalDateTime|ZonedDateTime|OffsetDateTime|Year|YearMonth)\.now\s*\(|\bDateTime(?:Offset)?\.(?:Utc)?(?:Now|Today)\b/g,
  ],
  [
    "clock",
    /\bnew \\?DateTime(?:Immutable)?\s*\(\s*\)|(?<![\w$>:.])(?:time|microtime|hrtime)\s*\(\s*(?:true)?\s*\)|(?<![\w$>:.])(?:strtotime|date)\s*\(\s*["'][^"']*["']\s*\)/g,
  ],
  [
    "clock",
    /\bos\.(?:time|date|clock)\s*\(|\b(?:Date|DateTime|NaiveDateTime|Time)\.utc_(?:now|today)\b/g,
  ],
  ["clock", /\$\(\s*date\b|`\s*date\b|\$EPOCHSECONDS\b|\$\{EPOCHSECONDS\}/g],
  [
    "chance",
    /(?<![\w$.])Math\.random\s*\(|\brandom\.(?:random|randint|choice|choices|sample|shuffle|uniform|randrange)\s*\(|\bSecureRandom\b|\bKernel\.rand\b|(?<![\w$>:.])(?:rand|mt_rand|random_int)\s*\(|\brand\.(?:Int|Float|Perm|Shuffle)\w*\s*\(|\brand::|\bthread_rng\s*\(|\bnew Random\s*\(\s*\)|\bmath\.random\s*\(|:rand\.uniform|\$RANDOM\b|\$\{RANDOM\}/g,
  ],
  [
    "network",
    /(?<![\w$.])fetch\s*\(|\brequests\.(?:get|post|put)\s*\(|\burllib\.request\.|\bhttp\.(?:Get|Post)\s*\(|\bNet::HTTP\b|\bcurl_init\s*\(|\breqwest::/g,
  ],
];

/** What a test file asks of the clock, of chance and of the network, as far as its text tells (D18). */
export function asksOf(path: string, text: string): readonly Asking[] {
  // A shell's strings are code as well.
  const isShell = /\.(?:bats|sh|bash)$/.test(path);
  const code = isShell ? text.replace(/(^|\s)#[^\n]*/g, "$1") : codeOf(path, text);
  return PATTERNS.flatMap(([what, pattern]) =>
    [...code.matchAll(pattern)].map(({ index }) => ({ line: lineAt(code, index), what })),
  );
}
