import { fileURLToPath } from "node:url";

/** The file that an agent's process is started with; the build puts the bundle's own in its place. */
export const readerPath = (): string => fileURLToPath(new URL("./reader.ts", import.meta.url));
