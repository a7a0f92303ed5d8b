// Re-exported for code that may not import the database layer.
export {
  type Outage,
  OUTAGES,
  outageOf,
  /** A bug: the database has refused an invalid value. */
  isConstraintViolation,
  /** True if the database could not be reached; the request itself may be right or wrong. */
  isUnavailable as isDatabaseUnavailable,
} from '../db/portable.ts';
export {
  allReadable,
  /** A stored row is damaged: logged when it was found. */
  UnreadableRowError,
} from '../db/table.ts';
