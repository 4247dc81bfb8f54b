#!/usr/bin/env node
/** The front door of `tdd-loop`. Small on purpose: what a command needs is loaded when it is given. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tdd-loop: Node 20.19 or newer is needed, this is ${process.versions.node}.`);
  process.exit(2);
}
const { main } = await import("./main.ts");
await main(process.argv.slice(2));
