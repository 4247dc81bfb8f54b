import { bats } from "./bats.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import type { Dialect } from "./dialect.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { lua } from "./lua.ts";
import { php } from "./php.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";

const dialects: readonly Dialect[] = [bats, cpp, csharp, elixir, go, java, lua, php, ruby, rust];

/** The dialect of a test file; null for JavaScript, Python and what is not known. */
export function dialectOf(path: string): Dialect | null {
  return dialects.find(({ files }) => files.test(path)) ?? null;
}
