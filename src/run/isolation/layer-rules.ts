import type { Layer } from "../../domain/slice.ts";

/** How a test of a layer is written (S3-61). */
export const testRules: Readonly<Record<Layer, string>> = {
  domain:
    "A domain test uses domain types only, all of them real. No mock, no fake, no database, network or file.",
  "domain-service":
    "A test of a domain service uses real domain objects, and small fakes in memory for its ports. Never mock a domain object. No input or output.",
  application:
    "A test of the application layer gives every port a small fake in memory and asserts on results, on what the fakes hold afterwards and, where it matters, on the order of operations. Prefer a fake over a mock with canned results: always when three or more results would be canned, when the history of calls matters, or when several methods play together. What is asynchronous is awaited.",
  infrastructure:
    "A test of the infrastructure checks the translation in both directions. It may use the real thing where the repository's tests do.",
};

/** What a layer may depend on (S3-62). */
export const dependencyRules: Readonly<Record<Layer, string>> = {
  domain:
    "Domain code imports the standard library and other domain code. It reads no file, no network, no database, and knows no framework.",
  "domain-service":
    "A domain service imports domain code only. What else it needs it defines as an interface (a port) and is given.",
  application:
    "Application code imports the domain and domain services. It defines ports for what lies outside and is given what fulfils them.",
  infrastructure: "Infrastructure may import every inner layer and fulfils their ports.",
};
