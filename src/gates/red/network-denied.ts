/** What the runtimes say when there is no network, or no name can be resolved in it. */
const SAYINGS =
  /\bENETUNREACH\b|\bEHOSTUNREACH\b|\bENETDOWN\b|\bEAI_AGAIN\b|\bENOTFOUND\b|\bfetch failed\b|network is unreachable|no route to host|temporary failure in name resolution|name or service not known|could(?:n't| not) resolve host|getaddrinfo|nodename nor servname|UnknownHostException|socket\.gaierror|no such host|dns error/i;

/** Whether a failure says that the network was wanted and was not there (cases R10, D18). */
export function saysNetworkDenied(text: string): boolean {
  return SAYINGS.test(text);
}

export const networkDeniedFix =
  "NETWORK_DENIED: tests run without network. Pass in what would come over it (a fake, a server on loopback), so that the test ends alike everywhere.";
