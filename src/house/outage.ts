import { isBrokenRule, isUnavailable } from '../store/portable.ts';

/** True when the database could not be asked, so that nobody can say whether the request was right or wrong. */
export function isOutage(error: unknown): boolean {
  return isUnavailable(error);
}

/** True when something was to be kept that must never be: a bug that was caught in time. */
export function isViolation(error: unknown): boolean {
  return isBrokenRule(error);
}
