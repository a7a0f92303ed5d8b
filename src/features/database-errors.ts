// Re-exported for code that may not import the database layer.
export {
  type Outage,
  OUTAGES,
  outageOf,
  isConstraintViolation,
  isUnavailable as isDatabaseUnavailable,
} from '../db/portable.ts';
export { allReadable, UnreadableRowError } from '../db/table.ts';
