/**
 * What holds up runs with `rules.fanout: jobs` first, on paper: a simulation of repositories × issues ×
 * tasks against GitHub's limits. A task's job waits for the API, then for a free runner; it starts, works,
 * and brings its result; one job of the run at a time judges. The same work in one job a run stands beside it.
 * Usage: node .github/scripts/simulate-fan-out.mjs [--repos 1] [--issues 1] [--tasks 8] [--chain 1] [--runners 20]
 *   [--agent 600] [--judge 60] [--start 30] [--parallelism 50] [--calls 1000] [--creates 500]
 * Times are seconds; `--chain 3` means that each group of three tasks is done one after the other.
 * Without options it prints the table of decision 0020.
 */
import { parseArgs } from "node:util";

/** Requests of a task with the job's own token, and how many of these create something: counted on the embedded GitHub. */
const CALLS = 1;
const CREATES = 1;
const HOUR = 3_600;

/** Free, Pro, Team and larger plans: jobs at the same time (GitHub docs, usage limits). */
const plans = [20, 40, 60, 180, 500];

const defaults = {
  ...{ repos: 1, issues: 1, tasks: 8, chain: 1, runners: 20, agent: 600, judge: 60, start: 30 },
  ...{ parallelism: 50, calls: 1_000, creates: 500 },
};

/** Callbacks in the order of their time. */
function createClock() {
  const queue = [];
  return {
    at(time, act) {
      let low = 0;
      for (let high = queue.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (queue[middle].time <= time) low = middle + 1;
        else high = middle;
      }
      queue.splice(low, 0, { time, act });
    },
    run() {
      let last = 0;
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        last = next.time;
        next.act(last);
      }
      return last;
    },
  };
}

/** So much an hour, counted by the clock's hours; gives when the next piece may be had. */
function createBudget(perHour) {
  const used = new Map();
  return (time, cost) => {
    let hour = Math.floor(time / HOUR);
    while ((used.get(hour) ?? 0) + cost > perHour) hour += 1;
    used.set(hour, (used.get(hour) ?? 0) + cost);
    return Math.max(time, hour * HOUR);
  };
}

/** At most `most` at the same time, first come, first served. */
function createRunners(most) {
  const waiting = [];
  let busy = 0;
  const next = (time) => {
    if (busy >= most || waiting.length === 0) return;
    busy += 1;
    waiting.shift()(time);
  };
  return {
    ask(time, begin) {
      waiting.push(begin);
      next(time);
    },
    free(time) {
      busy -= 1;
      next(time);
    },
  };
}

function simulate(asked) {
  const clock = createClock();
  const runners = createRunners(asked.runners);
  const waits = { api: 0, creates: 0, runners: 0, desk: 0, lanes: 0 };
  for (let repo = 0; repo < asked.repos; repo += 1) {
    const world = {
      ...{ asked, clock, runners, waits },
      calls: createBudget(asked.calls),
      creates: createBudget(asked.creates),
    };
    for (let issue = 0; issue < asked.issues; issue += 1) startRun(world);
  }
  return { took: clock.run(), waits };
}

function startRun(world) {
  const { asked, waits } = world;
  const run = { ready: [], out: 0, results: [], isJudging: false };
  const offer = (time, task) => {
    run.ready.push({ task, since: time });
    begin(time);
  };
  const begin = (time) => {
    while (run.out < asked.parallelism && run.ready.length > 0) {
      const { task, since } = run.ready.shift();
      run.out += 1;
      waits.lanes += time - since;
      work(world, time, (at, free) => judge(world, run, { at, task, free, offer, begin }));
    }
  };
  for (let task = 0; task < asked.tasks; task += asked.chain) offer(0, task);
}

function work({ asked, clock, runners, waits, calls, creates }, time, bring) {
  const called = calls(time, CALLS);
  const created = creates(called, CREATES);
  waits.api += called - time;
  waits.creates += created - called;
  clock.at(created, (now) =>
    runners.ask(now, (begun) => {
      waits.runners += begun - now;
      clock.at(begun + asked.start + asked.agent, (end) => bring(end, (at) => runners.free(at)));
    }),
  );
}

/** Whoever brings a result while nobody judges does so until none is left, in its own job. */
function judge({ asked, clock, waits }, run, { at, task, free, offer, begin }) {
  run.results.push({ at, task });
  if (run.isJudging) return free(at);
  run.isJudging = true;
  const next = (time) => {
    const result = run.results.shift();
    if (result === undefined) {
      run.isJudging = false;
      return free(time);
    }
    waits.desk += time - result.at;
    clock.at(time + asked.judge, (done) => {
      run.out -= 1;
      const follows = result.task + 1;
      if (follows < asked.tasks && follows % asked.chain !== 0) offer(done, follows);
      begin(done);
      next(done);
    });
  };
  next(at);
}

/** The same work with one job a run: one lane, or all lanes of its plan side by side. */
function inOneJob(asked) {
  const groups = Math.min(asked.parallelism, Math.ceil(asked.tasks / asked.chain));
  const rounds = Math.ceil(asked.tasks / groups);
  const serial = asked.start + asked.tasks * (asked.agent + asked.judge);
  const lanes =
    asked.start +
    Math.max(rounds * (asked.agent + asked.judge), asked.agent + asked.tasks * asked.judge);
  const waves = Math.ceil((asked.repos * asked.issues) / asked.runners);
  return { serial: waves * serial, lanes: waves * lanes };
}

const names = {
  ...{ api: "API calls of a repository", creates: "creating requests of a repository" },
  ...{ runners: "runners of the plan", desk: "one judge a run", lanes: "parallelism" },
};

function report(asked) {
  const { took, waits } = simulate(asked);
  const { serial, lanes } = inOneJob(asked);
  const ideal = asked.start + asked.chain * (asked.agent + asked.judge);
  const [first, most] = Object.entries(waits).sort((a, b) => b[1] - a[1])[0];
  const tasks = asked.repos * asked.issues * asked.tasks;
  const minutes = (seconds) => String(Math.round(seconds / 60));
  return [
    `${asked.repos} × ${asked.issues} × ${asked.tasks}`,
    ...[String(asked.chain), String(asked.runners), minutes(took), minutes(lanes), minutes(serial)],
    minutes(ideal),
    most < 1 ? "nothing" : `${names[first]} (${minutes(most / tasks)} min a task)`,
  ];
}

const heads = [
  "repositories × issues × tasks",
  "chain",
  "runners",
  "jobs, min",
  "one job, lanes, min",
  "one job, serial, min",
  "no limits, min",
  "held up most by",
];

function print(rows) {
  for (const row of [heads, heads.map(() => "---"), ...rows]) console.log(`| ${row.join(" | ")} |`);
}

const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: "string" }]));
const { values } = parseArgs({ options });
if (Object.keys(values).length > 0) {
  const given = Object.entries(values).map(([name, text]) => {
    const number = Number(text);
    if (!(number > 0)) throw new Error(`--${name} is a number above 0, not "${text}".`);
    return [name, number];
  });
  print([report({ ...defaults, ...Object.fromEntries(given) })]);
} else {
  const sizes = [
    ...[{}, { tasks: 40 }, { tasks: 40, chain: 4 }, { tasks: 40, judge: 300 }],
    ...[{ issues: 10 }, { issues: 10, tasks: 40 }, { issues: 40, tasks: 40 }],
    ...[
      { repos: 20, issues: 5 },
      { repos: 20, issues: 5, tasks: 40 },
    ],
  ];
  print(
    sizes.flatMap((size) =>
      plans
        .filter((runners) => runners !== 40)
        .map((runners) => report({ ...defaults, ...size, runners })),
    ),
  );
}
