import type { Given } from '../command-line/command.ts';
import type { Env } from '../config/settings.ts';
import { auditHouse, type AuditStep } from '../house/engine/audit.ts';
import { readHouseTime } from '../open-house.ts';
import { systemRandom } from '../outside/engine/random.ts';
import { Findings, MOST_TOLD } from '../store/engine/audit-check.ts';
import type { Database } from '../store/engine/db.ts';
import { forgetAudit, readSavedAudit, saveAudit, type SavedAudit } from './audit-file.ts';
import { auditOrders, type AuditOrders, type AuditValues } from './audit-options.ts';
import { AuditProgress } from './audit-progress.ts';
import type { AUDIT_OPTIONS } from './commands.ts';
import { settingsWith } from './setting-options.ts';
import { withStore } from './with-store.ts';

/** Checks everything that is kept; the exit code is for scripts. */
export async function run({ values }: Given<typeof AUDIT_OPTIONS>): Promise<void> {
  await audit(values, settingsWith(values));
}

export async function audit(values: AuditValues, settings: Env): Promise<void> {
  // Before any database is opened: a typing error is told at once.
  auditOrders(values, 0, () => 0);
  await withStore('fail', settings, async (store) => {
    const now = await readHouseTime(store);
    const orders = auditOrders(values, now, () => Buffer.from(systemRandom.bytes(6)).readUIntBE(0, 6));
    const known = { audit_of: store.label, asked: orders.asked };
    const saved = await readSavedAudit(orders.resume, known);
    const findings = new Findings(
      ({ check, subject, found }) => print(`${check}: ${subject}: ${found}`),
      saved?.found,
    );
    const lives = resumed(orders, saved);
    if (saved) print(`Goes on after ${saved.lived} lives, with the house as it is now.`);
    if (lives.sample) print(`A sample, with --seed ${lives.sample.seed}.`);
    const telling = new AuditProgress(saved?.passed ?? 0);
    let { lived, beyond, passed } = saved ?? { lived: 0, beyond: 0, passed: 0 };
    const onStep = async (step: AuditStep) => {
      telling.tell(step);
      if (step.done === 'check') return;
      lived += step.lived;
      beyond += step.beyond;
      passed += step.passed;
      const { reached } = step;
      const chosen = { since: lives.since, seed: lives.sample?.seed };
      const sums = { passed, lived, beyond, found: findings.counts };
      await saveAudit(orders.resume, { ...known, ...chosen, reached, ...sums });
    };
    await auditHouse(store, now, { lives, findings, onStep, after: saved?.reached });
    telling.end();
    await forgetAudit(orders.resume);
    conclude(store, findings, lived);
    if (beyond > 0) print(beyondTheLog(beyond));
  });
}

/** As it was begun: what was asked for by the clock or by chance is the same still. */
function resumed({ lives }: AuditOrders, saved: SavedAudit | undefined): AuditOrders['lives'] {
  if (!saved) return lives;
  const { sample } = lives;
  return {
    since: saved.since,
    ...(sample && { sample: { ...sample, seed: saved.seed ?? sample.seed } }),
  };
}

function conclude({ label }: Database, findings: Findings, lived: number): void {
  for (const [check, n] of Object.entries(findings.counts))
    if (n > MOST_TOLD) print(`${check}: and ${n - MOST_TOLD} more`);
  const { total } = findings;
  const verdict = total === 0 ? 'all is well' : `${total} ${total === 1 ? 'finding' : 'findings'}`;
  print(`${label}: ${verdict}. ${lived} ${lived === 1 ? 'life was' : 'lives were'} lived again.`);
  if (total > 0) process.exitCode = 1;
}

function beyondTheLog(lives: number): string {
  const were = lives === 1 ? 'life was' : 'lives were';
  return `${lives} ${were} not: the older part of the log was archived by 1.0.0.`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
