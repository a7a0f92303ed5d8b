// Re-exported for code that may not import the database layer.
export {
  /** A bug: the database has refused an invalid value. */
  isConstraintViolation,
  /** The request may have been right or wrong: the database could not be reached. */
  isUnavailable as isDatabaseUnavailable,
} from '../db/portable.ts';
