import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How far ahead the other environment's clock is: past any year, month and weekday of today. */
const SHIFT_DAYS = 403;

const NODE = `(() => {
  const shift = ${SHIFT_DAYS} * 86400000;
  const Real = globalThis.Date;
  class Shifted extends Real {
    constructor(...args) {
      if (args.length === 0) super(Real.now() + shift);
      else super(...args);
    }
    static now() {
      return Real.now() + shift;
    }
  }
  Object.defineProperty(Shifted, "name", { value: "Date" });
  const callable = new Proxy(Shifted, { apply: () => new Shifted().toString() });
  Shifted.prototype.constructor = callable;
  globalThis.Date = callable;
})();
`;

const PYTHON = `import datetime as _d, time as _t
_shift = ${SHIFT_DAYS} * 86400
_time, _time_ns, _local, _gm = _t.time, _t.time_ns, _t.localtime, _t.gmtime
_t.time = lambda: _time() + _shift
_t.time_ns = lambda: _time_ns() + _shift * 10**9
_t.localtime = lambda s=None: _local(_t.time() if s is None else s)
_t.gmtime = lambda s=None: _gm(_t.time() if s is None else s)
_RealDate, _RealDatetime = _d.date, _d.datetime
class _IsDate(type):
    def __instancecheck__(cls, o): return isinstance(o, _RealDate)
class _IsDatetime(type):
    def __instancecheck__(cls, o): return isinstance(o, _RealDatetime)
class date(_RealDate, metaclass=_IsDate):
    @classmethod
    def today(cls): return cls.fromtimestamp(_t.time())
class datetime(_RealDatetime, metaclass=_IsDatetime):
    @classmethod
    def now(cls, tz=None): return cls.fromtimestamp(_t.time(), tz)
    @classmethod
    def utcnow(cls): return cls.utcfromtimestamp(_t.time())
    @classmethod
    def today(cls): return cls.fromtimestamp(_t.time())
_d.date, _d.datetime = date, datetime
`;

/**
 * The environment of the second run: CI is set as on a build server, and the clock of Node and
 * Python programs stands more than a year ahead. Other languages see the real time.
 * @param room a directory of ours that the run may read
 */
export async function otherDay(room: string): Promise<Record<string, string>> {
  const dir = otherDayDir(room);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "clock.cjs"), NODE);
  await writeFile(join(dir, "sitecustomize.py"), PYTHON);
  return {
    CI: "true",
    CONTINUOUS_INTEGRATION: "true",
    GITHUB_ACTIONS: "true",
    NODE_OPTIONS: `--require=${join(dir, "clock.cjs")}`,
    PYTHONPATH: dir,
  };
}

/** Where the clocks lie: a sandbox that hides the room must let this be read. */
export function otherDayDir(room: string): string {
  return join(room, "other-day");
}
