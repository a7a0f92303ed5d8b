import { CannotDraw } from './pictures.ts';

/** More than a picture can be. */
export function tooMuch(most: number): () => CannotDraw {
  return () => new CannotDraw(`more came than ${most} bytes`, { retry: false });
}

// What may be answered otherwise a moment later: too slow, in each other's way, too early, too many.
const TOO_MANY = 429;
const PASSING = new Set([408, 409, 425, TOO_MANY]);
const USUAL_WAIT_MS = 60 * 1000;

export interface Refusal {
  readonly why?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** What a status that is no success means. */
export function refusalOf(who: string, status: number, { why, retryAfterMs }: Refusal = {}): CannotDraw {
  const retry = status >= 500 || PASSING.has(status);
  const wait = retryAfterMs ?? (status === TOO_MANY ? USUAL_WAIT_MS : undefined);
  return new CannotDraw(`${who} answered ${status}${why ? ` (${why})` : ''}`, { retry, retryAfterMs: wait });
}

const MOST_WAIT_MS = 24 * 60 * 60 * 1000;

/** How long a service asks to be left alone: in seconds, or until a moment by its own clock. */
export function retryAfterMsIn(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get('date') ?? '');
  return ms >= 0 ? Math.min(ms, MOST_WAIT_MS) : undefined;
}

/** Whatever went wrong on the way, as something a job can account for. */
export function asCannotDraw(
  error: unknown,
  time: AbortSignal,
  closing: AbortSignal | undefined,
): CannotDraw {
  if (error instanceof CannotDraw) return error;
  if (closing?.aborted) return new CannotDraw('the house closed meanwhile', { retry: true });
  if (time.aborted) return new CannotDraw('the images service took too long', { retry: true });
  return new CannotDraw(`the images service could not be reached${codeIn(error)}`, {
    retry: true,
    cause: error,
  });
}

function codeIn(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const known = [code, cause?.code].find((each) => typeof each === 'string');
  return known === undefined ? '' : ` (${known})`;
}
