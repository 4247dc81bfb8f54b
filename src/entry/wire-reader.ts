import { serveReader } from "../adapters/agent/serve-reader.ts";

/** What an agent's own process is made of: the model's tool loop and its channel, nothing of GitHub. */
export async function runReader(): Promise<void> {
  await serveReader(process.stdin, process.stdout);
}
