import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/fixtures/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    globalSetup: ["test/support/temporary-files.ts"],
    // Two processes load the program once each, not once for each of two hundred files.
    isolate: false,
  },
});
