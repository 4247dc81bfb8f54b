/** What `spec guide` prints: when a loop is worth it, and how its spec is cut. */
export const specGuide = `When a loop fits. All four, or do it by hand:
  1. The task repeats, or is made of parts that are worked the same way.
  2. What is wanted can be checked by a command that gives the same answer each time.
  3. It may cost more turns than doing it once by hand.
  4. The check runs here: tools, data and services that it needs are there.
If no test can be written yet, the first loop's goal is the first test of the behaviour.

Which shape.
  one test           no steps, a check that names it          single
  one suite          no steps, a check that runs it           suite
  steps in order     steps without dependsOn                  ordered
  independent parts  steps with dependsOn, parallelism 2      DAG
  hard to measure    shape: fuzzy; the first step writes the checker, then a person looks at it

How to cut steps.
  - One behaviour each, that a user of the code can see; its check proves that behaviour and no other.
  - The narrowest check that cannot pass by accident; verifyOutputPattern against suites without tests.
  - files: the paths that only this step may change. Steps that own nothing in common run side by side.
  - Not side by side: the same files, shared schemas, migrations, fixtures, types that many use. Put them
    behind each other with dependsOn.
  - finalCheck for the whole, because each step proves only itself.
  - autoCommitAddUntracked: true when steps make new files.

How to write a step's prompt.
  You own only this step. Allowed files: PATHS.
  Write or change one failing test of the behaviour through the public interface.
  Make the smallest change for this behaviour alone; no other refactoring.
  Stop and say so when another file is needed. Run: CHECK.
  Report: changed files, why the test fails on the old behaviour, edge cases left out, risks.

  tdd-loop spec new        asks for all of it
  tdd-loop spec lint FILE  says what stands against starting it`;
