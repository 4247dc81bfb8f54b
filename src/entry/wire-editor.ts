import { execAtTerminal } from "../adapters/exec.ts";
import type { OpenEditor } from "./spec/edit-spec.ts";

/** The person's editor with this terminal as its own. */
export const openEditor: OpenEditor = async ([file = "", ...args], path) =>
  await execAtTerminal(file, [...args, path], { env: process.env });
