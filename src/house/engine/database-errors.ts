import { isConstraintViolation as isViolation, isUnavailable } from '../../store/engine/portable.ts';

/** True when the database could not be asked, so that nobody can say whether the request was right or wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isUnavailable(error);
}

/** True when something was to be kept that must never be: a bug that was caught in time. */
export function isConstraintViolation(error: unknown): boolean {
  return isViolation(error);
}
