import { DatabaseUnavailableError } from '../portable.ts';

/** Nothing at all came back: no answer, and no refusal either. */
export class ServerSilentError extends DatabaseUnavailableError {}

/** Does the server, or the pooler before it, have no more connections to give? */
export function isServerFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === TOO_MANY_CONNECTIONS) return true;
  return FULL_POOLER.test(error.message) || isServerFull(error.cause);
}

/** Is the connection still good, and the server behind it not one that can be written to? */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY_TRANSACTION;
}

const TOO_MANY_CONNECTIONS = '53300';
const READ_ONLY_TRANSACTION = '25006';

// PgBouncer calls it a violation of the protocol.
const FULL_POOLER = /^no more connections allowed/;
