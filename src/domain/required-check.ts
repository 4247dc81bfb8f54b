/** A check that must pass before a merge; `appId` is the one App that may set it, null for anybody. */
export interface RequiredCheck {
  readonly context: string;
  readonly appId: number | null;
}
