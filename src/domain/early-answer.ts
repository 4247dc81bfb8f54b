/** What somebody asked before there was a client; null when no answer came that could be used. */
export interface EarlyAnswer {
  readonly url: string;
  readonly body: string;
  readonly answer: Promise<Response | null>;
}
