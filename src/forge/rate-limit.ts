import type { Token } from "./actor.ts";
import { ApiError } from "./api-error.ts";
import type { World } from "./world.ts";

const hour = 3_600_000;

export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly reset: number;
  readonly used: number;
}

/** Where a token stands in its hour. Unauthenticated callers have 60 an hour on GitHub; not counted here. */
export function rateOf(world: World, token: Token | null): Rate {
  if (!token)
    return { limit: 60, remaining: 60, reset: Math.ceil((world.now() + hour) / 1000), used: 0 };
  if (world.now() - token.windowStart >= hour) {
    token.windowStart = world.now();
    token.used = 0;
  }
  return {
    limit: token.limit,
    remaining: Math.max(0, token.limit - token.used),
    reset: Math.ceil((token.windowStart + hour) / 1000),
    used: token.used,
  };
}

export function rateHeaders(world: World, token: Token | null): Record<string, string> {
  const rate = rateOf(world, token);
  return {
    "x-ratelimit-limit": String(rate.limit),
    "x-ratelimit-remaining": String(rate.remaining),
    "x-ratelimit-reset": String(rate.reset),
    "x-ratelimit-used": String(rate.used),
    "x-ratelimit-resource": "core",
  };
}

export function spend(world: World, token: Token | null): void {
  if (!token) return;
  if (rateOf(world, token).remaining === 0) {
    throw new ApiError(403, "API rate limit exceeded for installation.");
  }
  token.used += 1;
}

const isContent = /\/(comments|issues|pulls|reviews)$/;

/** GitHub's secondary limit on making content: about 80 a minute and 500 an hour (facts 14). */
export function limitContent(world: World, who: string, method: string, path: string): void {
  if (!world.secondaryLimits || method !== "POST" || !isContent.test(path)) return;
  const now = world.now();
  const recent = (world.content.get(who) ?? []).filter((at) => now - at < hour);
  const lastMinute = recent.filter((at) => now - at < 60_000).length;
  if (lastMinute >= 80 || recent.length >= 500) {
    throw new ApiError(
      403,
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    );
  }
  world.content.set(who, [...recent, now]);
}
