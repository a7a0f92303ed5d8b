import type { Instant } from '../../core/engine/clock.ts';
import { redactSecrets } from '../../core/engine/redact.ts';
import { sanitizeText } from '../../core/engine/text.ts';

/** Something that went wrong and nobody foresaw, as far as an operator may read it on a page. */
export interface RecentError {
  readonly at: Instant;
  readonly requestId: string;
  readonly method: string;
  /** The row it matched, never the address as written, which may hold anything. */
  readonly route: string;
  readonly message: string;
}

const MOST = 100;
const LONGEST = 300;

/** The last errors of this node. The log has them all, with where they happened; this is for a glance. */
export class RecentErrors {
  readonly #errors: RecentError[] = [];
  #total = 0;

  record(error: unknown, where: Omit<RecentError, 'message'>): void {
    this.#total += 1;
    this.#errors.unshift({ ...where, message: describeError(error) });
    this.#errors.length = Math.min(this.#errors.length, MOST);
  }

  /** The newest first. */
  get latest(): readonly RecentError[] {
    return this.#errors;
  }

  /** How many there were since this node was started. */
  get total(): number {
    return this.#total;
  }
}

/** What it says, and what caused it, without any key. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let each: unknown = error; each !== undefined && parts.length < 3;) {
    parts.push(each instanceof Error ? `${each.name}: ${each.message}` : `a ${typeof each} was thrown`);
    each = each instanceof Error ? each.cause : undefined;
  }
  // It may quote what a stranger sent.
  return redactSecrets(sanitizeText(parts.join(', because of '))).slice(0, LONGEST);
}
