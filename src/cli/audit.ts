import { rm } from 'node:fs/promises';
import { z } from 'zod';

import type { DatabaseUse } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../rules/base/clock.ts';
import { auditHouse, type AuditStep, type LivesChosen } from '../features/audit/audit.ts';
import { readHouseTime, StartupError } from '../app/open-house.ts';
import { readPrivateFile, writePrivateFile } from '../client/private-file.ts';
import { type Given, type OptionValues, UsageError } from '../command-line/command.ts';
import { escapeControls } from '../command-line/escape-controls.ts';
import type { Env } from '../config/settings.ts';
import { type Finding, Findings, MOST_TOLD } from '../db/audit-check.ts';
import { systemRandom } from '../outside/random.ts';
import type { AUDIT_OPTIONS } from './commands.ts';
import { auditProgress } from './progress.ts';
import { settingsWith, withStore } from './setting-options.ts';

export const run = ({ values }: Given<typeof AUDIT_OPTIONS>) => audit(values, settingsWith(values));

export async function audit(values: AuditValues, settings: Env, use: DatabaseUse = 'read'): Promise<void> {
  // Called to report usage errors before the database is opened.
  auditOrders(values, 0, () => 0);
  await withStore(use, settings, async (store) => {
    const now = await readHouseTime(store);
    const orders = auditOrders(values, now, () => Buffer.from(systemRandom.bytes(6)).readUIntBE(0, 6));
    const known = { audit_of: store.label, asked: orders.asked };
    const saved = await readSavedAudit(orders.resume, known);
    const tell = ({ check, subject, found }: Finding) => print(`${check}: ${subject}: ${found}`);
    const findings = new Findings(tell, saved?.found);
    const lives = resumed(orders, saved);
    if (saved) print(`Goes on after ${saved.lived} lives, with the house as it is now.`);
    if (lives.sample) print(`A sample, with --seed ${lives.sample.seed}.`);
    const shown = auditProgress(saved?.passed);
    let { lived, beyond, passed } = saved ?? { lived: 0, beyond: 0, passed: 0 };
    const onStep = async (step: AuditStep) => {
      shown.report(step);
      if (step.done === 'check') return;
      lived += step.lived;
      beyond += step.beyond;
      passed += step.passed;
      const { reached } = step;
      const chosen = { since: lives.since, seed: lives.sample?.seed };
      const sums = { passed, lived, beyond, found: findings.counts };
      if (orders.resume !== undefined)
        await writePrivateFile(orders.resume, { ...known, ...chosen, reached, ...sums } satisfies SavedAudit);
    };
    await auditHouse(store, now, { lives, findings, onStep, after: saved?.reached });
    shown.end();
    if (orders.resume !== undefined) await rm(orders.resume, { force: true });
    conclude(store, findings, lived);
    const were = beyond === 1 ? 'life was' : 'lives were';
    if (beyond > 0) print(`${beyond} ${were} not: the older part of the log was archived by 1.0.0.`);
  });
}

function resumed({ lives }: AuditOrders, saved: SavedAudit | undefined): AuditOrders['lives'] {
  if (!saved) return lives;
  const { sample } = lives;
  return { since: saved.since, ...(sample && { sample: { ...sample, seed: saved.seed ?? sample.seed } }) };
}

function conclude({ label }: Database, findings: Findings, lived: number): void {
  for (const [check, n] of Object.entries(findings.counts))
    if (n > MOST_TOLD) print(`${check}: and ${n - MOST_TOLD} more`);
  const { total } = findings;
  const verdict = total === 0 ? 'all is well' : `${total} ${total === 1 ? 'finding' : 'findings'}`;
  print(`${label}: ${verdict}. ${lived} ${lived === 1 ? 'life was' : 'lives were'} lived again.`);
  if (total > 0) process.exitCode = 1;
}

/** Prints one line; stored text in it cannot command the terminal. */
export function print(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}

const SAVED = z.object({
  audit_of: z.string(),
  asked: z.string(),
  since: z.number().optional(),
  seed: z.number().optional(),
  /** The last creature checked, how many were checked, and how many lives were replayed. */
  reached: z.string(),
  passed: z.number(),
  lived: z.number(),
  /** The number of lives that were not replayed, because 1.0.0 archived the older part of their logs. */
  beyond: z.number().default(0),
  found: z.record(z.string(), z.number()),
});

type SavedAudit = z.output<typeof SAVED>;

async function readSavedAudit(
  file: string | undefined,
  { audit_of: of, asked }: Pick<SavedAudit, 'audit_of' | 'asked'>,
): Promise<SavedAudit | undefined> {
  const saved = file === undefined ? undefined : await readPrivateFile(file, SAVED);
  if (!saved || (saved.audit_of === of && saved.asked === asked)) return saved;
  throw new StartupError(
    `${file} is of another audit: of ${saved.audit_of} with ${saved.asked}. Ask for the same, or name another file.`,
  );
}

type AuditValues = Partial<OptionValues<typeof AUDIT_OPTIONS>>;

interface AuditOrders {
  readonly lives: LivesChosen;
  readonly resume: string | undefined;
  /** The options of the audit as text: only an audit with the same options can be resumed. */
  readonly asked: string;
}

/** Reads the audit's options; `randomSeed` is used for a sample without `--seed`. */
export function auditOrders(
  { since, sample, seed, resume }: AuditValues,
  now: Instant,
  randomSeed: () => number,
): AuditOrders {
  if (seed !== undefined && sample === undefined) throw new UsageError('--seed goes with --sample.');
  const chosen = sample === undefined ? undefined : sampleFrom(sample);
  return {
    lives: {
      since: since === undefined ? undefined : momentFrom('since', since, now),
      ...(chosen && { sample: { ...chosen, seed: seed === undefined ? randomSeed() : Number(seed) } }),
    },
    resume,
    asked: JSON.stringify({ since, sample, seed }),
  };
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

export function momentFrom(option: string, given: string, now: Instant): Instant {
  const [, amount, unit = ''] = /^(\d+)([mhd])$/.exec(given) ?? [];
  const moment = amount === undefined ? Date.parse(given) : now - Number(amount) * (UNITS[unit] ?? 0);
  if (Number.isFinite(moment)) return moment;
  throw new UsageError(
    `--${option} is a moment such as 2026-11-15T08:00:00Z, or how long ago: 90m, 36h or 7d.`,
  );
}

function sampleFrom(given: string): { readonly share: number } | { readonly lives: number } {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(given) ?? [];
  const number = Number(amount);
  if (percent === '%' && number > 0 && number <= 100) return { share: number / 100 };
  if (percent === '' && Number.isSafeInteger(number) && number > 0) return { lives: number };
  throw new UsageError('--sample is a number of lives such as 1000, or a share of them such as 5%.');
}
