import { UsageError, type OptionValues } from '../command-line/command.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../core/engine/clock.ts';
import type { LivesChosen } from '../house/engine/audit.ts';
import type { AUDIT_OPTIONS } from './commands.ts';

/** All of them, or none as after a restore. */
export type AuditValues = Partial<OptionValues<typeof AUDIT_OPTIONS>>;

export interface AuditOrders {
  readonly lives: LivesChosen;
  /** The file that says how far the audit has come. */
  readonly resume: string | undefined;
  /** What was asked for, in one word: an audit is gone on with only as it was begun. */
  readonly asked: string;
}

/** What `arkhouse audit` was asked to do. `randomSeed` chooses a sample for whoever names no seed. */
export function auditOrders(
  { since, sample, seed, resume }: AuditValues,
  now: Instant,
  randomSeed: () => number,
): AuditOrders {
  if (seed !== undefined && sample === undefined) throw new UsageError('--seed goes with --sample.');
  const chosen = sample === undefined ? undefined : sampleFrom(sample);
  return {
    lives: {
      since: since === undefined ? undefined : momentFrom(since, now),
      ...(chosen && { sample: { ...chosen, seed: seed === undefined ? randomSeed() : Number(seed) } }),
    },
    resume,
    asked: JSON.stringify({ since, sample, seed }),
  };
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

function momentFrom(given: string, now: Instant): Instant {
  const [, amount, unit = ''] = /^(\d+)([mhd])$/.exec(given) ?? [];
  const moment = amount === undefined ? Date.parse(given) : now - Number(amount) * (UNITS[unit] ?? 0);
  if (Number.isFinite(moment)) return moment;
  throw new UsageError('--since is a moment such as 2026-11-15T08:00:00Z, or how long ago: 90m, 36h or 7d.');
}

function sampleFrom(given: string): { readonly share: number } | { readonly lives: number } {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(given) ?? [];
  const number = Number(amount);
  if (percent === '%' && number > 0 && number <= 100) return { share: number / 100 };
  if (percent === '' && Number.isSafeInteger(number) && number > 0) return { lives: number };
  throw new UsageError('--sample is a number of lives such as 1000, or a share of them such as 5%.');
}
