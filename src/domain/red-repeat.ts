/**
 * Whether a repeat of RED runs on another date, more than a year ahead: every second one, beginning with
 * the first, so that already two runs tell. The base is always run today.
 * @param repeat its number; 0 is the run itself
 */
export function isOnOtherDate(repeat: number): boolean {
  return repeat % 2 === 1;
}
