import type { Instant } from '../core/clock.ts';
import { hideKeys } from '../core/secrets.ts';
import { plain } from '../core/words.ts';

/** Something that went wrong and nobody foresaw, as far as an operator may read it on a page. */
export interface NotedError {
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
  readonly #errors: NotedError[] = [];
  #total = 0;

  note(error: unknown, where: Omit<NotedError, 'message'>): void {
    this.#total += 1;
    this.#errors.unshift({ ...where, message: messageOf(error) });
    this.#errors.length = Math.min(this.#errors.length, MOST);
  }

  /** The newest first. */
  get latest(): readonly NotedError[] {
    return this.#errors;
  }

  /** How many there were since this node was started. */
  get total(): number {
    return this.#total;
  }
}

/** What it says, and what caused it, without any key. */
export function messageOf(error: unknown): string {
  const parts: string[] = [];
  for (let each: unknown = error; each !== undefined && parts.length < 3;) {
    parts.push(each instanceof Error ? `${each.name}: ${each.message}` : `a ${typeof each} was thrown`);
    each = each instanceof Error ? each.cause : undefined;
  }
  // It may quote what a stranger sent.
  return hideKeys(plain(parts.join(', because of '))).slice(0, LONGEST);
}
