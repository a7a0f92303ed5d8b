import { PictureError } from './picture-maker.ts';

/** More than a picture can be. */
export function tooLarge(most: number): () => PictureError {
  return () => new PictureError(`more came than ${most} bytes`, { retry: false });
}

// What may be answered otherwise a moment later: too slow, in each other's way, too early, too many.
const TOO_MANY = 429;
const PASSING = new Set([408, 409, 425, TOO_MANY]);
const USUAL_WAIT_MS = 60 * 1000;

interface RefusalDetails {
  readonly why?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** What a status that is no success means. */
export function errorForStatus(
  who: string,
  status: number,
  { why, retryAfterMs }: RefusalDetails = {},
): PictureError {
  const retry = status >= 500 || PASSING.has(status);
  const wait = retryAfterMs ?? (status === TOO_MANY ? USUAL_WAIT_MS : undefined);
  return new PictureError(`${who} answered ${status}${why ? ` (${why})` : ''}`, {
    retry,
    retryAfterMs: wait,
  });
}

const MOST_WAIT_MS = 24 * 60 * 60 * 1000;

/** How long a service asks to be left alone: in seconds, or until a moment by its own clock. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get('date') ?? '');
  return ms >= 0 ? Math.min(ms, MOST_WAIT_MS) : undefined;
}

/** Whatever went wrong on the way, as something a job can account for. */
export function toPictureError(
  error: unknown,
  time: AbortSignal,
  closing: AbortSignal | undefined,
): PictureError {
  if (error instanceof PictureError) return error;
  if (closing?.aborted) return new PictureError('the house closed meanwhile', { retry: true });
  if (time.aborted) return new PictureError('the images service took too long', { retry: true });
  return new PictureError(`the images service could not be reached${codeIn(error)}`, {
    retry: true,
    cause: error,
  });
}

function codeIn(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const known = [code, cause?.code].find((each) => typeof each === 'string');
  return known === undefined ? '' : ` (${known})`;
}
