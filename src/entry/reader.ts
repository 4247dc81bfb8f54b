/** Not a front door for people: the process that an agent's turn runs in. The loop starts it. */
await import("./wire-reader.ts").then(({ runReader }) => runReader());
