import { isUnavailable } from '../store/portable.ts';

/** True when the database could not be asked, so that nobody can say whether the request was right or wrong. */
export function isOutage(error: unknown): boolean {
  return isUnavailable(error);
}
