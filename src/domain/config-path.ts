/** Where the configuration lives in a repository; only the default branch's counts. */
export const configPath = ".github/tdd-loop.yml";
