import { runApp } from "./app/run-app.ts";

/** The App's server as a program of its own: `node dist/app.js`. See app/create-app.ts for what it does. */
process.exitCode = await runApp({
  env: process.env,
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  onStop: (stop) => {
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
  },
});
