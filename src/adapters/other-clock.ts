import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How far ahead the other environment's clock is: past any year, month and weekday of today. */
const SHIFT_DAYS = 403;

/** Every way to ask Node for the time of day, in contexts made later (test runners make them), too. */
const NODE = `const shiftClock = (shift) => {
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
  const format = globalThis.Intl && Intl.DateTimeFormat.prototype;
  if (format) {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(format, "format");
    const made = new WeakMap();
    Object.defineProperty(format, "format", {
      ...rest,
      get() {
        const real = get.call(this);
        if (!made.has(real)) made.set(real, (at) => real(at === undefined ? Shifted.now() : at));
        return made.get(real);
      },
    });
    const parts = format.formatToParts;
    format.formatToParts = function formatToParts(at) {
      return parts.call(this, at === undefined ? Shifted.now() : at);
    };
  }
};
const days = ${SHIFT_DAYS} * 86400000;
shiftClock(days);
const origin = performance.timeOrigin + days;
Object.defineProperty(performance, "timeOrigin", { configurable: true, enumerable: true, value: origin });
const vm = require("node:vm");
const { createContext } = vm;
vm.createContext = function (...args) {
  const context = createContext.apply(this, args);
  vm.runInContext("(" + shiftClock + ")(" + days + ")", context);
  return context;
};
require("node:module").syncBuiltinESMExports();
`;

const PYTHON = `import datetime as _d, time as _t
_shift = ${SHIFT_DAYS} * 86400
_time, _time_ns, _local, _gm = _t.time, _t.time_ns, _t.localtime, _t.gmtime
_t.time = lambda: _time() + _shift
_t.time_ns = lambda: _time_ns() + _shift * 10**9
_t.localtime = lambda s=None: _local(_t.time() if s is None else s)
_t.gmtime = lambda s=None: _gm(_t.time() if s is None else s)
_strftime, _ctime, _asctime = _t.strftime, _t.ctime, _t.asctime
_t.strftime = lambda f, t=None: _strftime(f, _t.localtime() if t is None else t)
_t.ctime = lambda s=None: _ctime(_t.time() if s is None else s)
_t.asctime = lambda t=None: _asctime(_t.localtime() if t is None else t)
if hasattr(_t, "clock_gettime"):
    _get, _get_ns = _t.clock_gettime, _t.clock_gettime_ns
    _t.clock_gettime = lambda c: _get(c) + (_shift if c == _t.CLOCK_REALTIME else 0)
    _t.clock_gettime_ns = lambda c: _get_ns(c) + (_shift * 10**9 if c == _t.CLOCK_REALTIME else 0)
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

/** Redefined and not prepended: what freezes time in a test (Timecop, travel_to) lies on top of it. */
const RUBY = `require "date"
class Time
  class << self
    def now(**how)
      at(0, Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond) + ${SHIFT_DAYS} * 86_400_000_000_000, :nsec, **how)
    end
    alias_method :made_of, :new
    def new(*given, **how)
      given.empty? ? now(**how) : made_of(*given, **how)
    end
  end
end
class Date
  class << self
    alias_method :real_today, :today
    def today(*given)
      real_today(*given) + ${SHIFT_DAYS}
    end
  end
end
class DateTime
  class << self
    alias_method :real_now, :now
    def now(*given)
      real_now(*given) + ${SHIFT_DAYS}
    end
  end
end
`;

const PERL = `package OtherClock;
use strict;
our $shift = ${SHIFT_DAYS} * 86400;
BEGIN {
  no warnings "once";
  *CORE::GLOBAL::time = sub () { CORE::time() + $shift };
  *CORE::GLOBAL::localtime = sub (;$) { CORE::localtime(@_ ? $_[0] : CORE::time() + $shift) };
  *CORE::GLOBAL::gmtime = sub (;$) { CORE::gmtime(@_ ? $_[0] : CORE::time() + $shift) };
}
1;
`;

/**
 * The environment in which the clock of Node, Python, Ruby and Perl programs stands more than a year
 * ahead. Programs in other languages see the real time: theirs would need a library that is not on
 * every machine.
 * @param dir a directory of ours that the run may read; made when it is not there
 */
export async function otherClock(dir: string): Promise<Record<string, string>> {
  await mkdir(dir, { recursive: true });
  const files = {
    "clock.cjs": NODE,
    "sitecustomize.py": PYTHON,
    "clock.rb": RUBY,
    "OtherClock.pm": PERL,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return {
    NODE_OPTIONS: `--require=${join(dir, "clock.cjs")}`,
    PYTHONPATH: dir,
    RUBYOPT: `-r${join(dir, "clock.rb")}`,
    PERL5OPT: `-I${dir} -MOtherClock`,
  };
}
