// For rooms that do not know the store.
export {
  /** A bug that was caught in time: something was to be stored that must never be. */
  isConstraintViolation,
  /** The database could not be asked, so that nobody can say whether the request was right or wrong. */
  isUnavailable as isDatabaseUnavailable,
} from '../db/portable.ts';
