interface Waiting {
  /** The line that goes on with the run; null when nothing does. */
  readonly resume: string | null;
  readonly takesWords: boolean;
}

/** Where a yes is not all that can be said: the line to go on with, as one that takes words. */
export function answerLine({ resume, takesWords }: Waiting): string | null {
  if (resume === null || !takesWords) return null;
  // A run that is named stands first; journals of earlier versions name none.
  const named = resume.replace(/^tdd-loop resume (?=[^-\s])/, "tdd-loop answer --run ");
  return `${named.replace(/^tdd-loop resume/, "tdd-loop answer")} TEXT`;
}
