import type { Config } from '../../config/config.ts';
import { refusePlayMoney, refuseTimeTravel, StartupError } from '../../open-house.ts';
import { systemClock } from '../../outside/engine/clock.ts';
import type { Db } from '../../store/engine/db.ts';
import { DatabaseTooNewError, knownMigrations, pendingMigrations } from '../../store/engine/migrate.ts';
import { codeOf, fine, note, reasonOf, wrong, type Diagnosis } from './diagnosis.ts';

/** Whether what has happened to a database goes with this program and these settings. */
export async function checkHistory(config: Config, db: Db): Promise<Diagnosis[]> {
  let schema: SchemaLook;
  try {
    schema = await checkSchema(db);
  } catch (error) {
    if (codeOf(error) !== NOT_PERMITTED) throw error;
    return [
      wrong(
        'schema',
        `The tables there are somebody else’s: ${reasonOf(error)}.`,
        'Name the user in DATABASE_URL who made them, or let this one own them (reassign owned by … to …).',
      ),
    ];
  }
  // The tables to ask are there only where some of it was done before.
  return schema.isNew ? [schema.finding] : [schema.finding, ...(await checkPast(config, db))];
}

// PostgreSQL's code for who has no right to something.
const NOT_PERMITTED = '42501';

interface SchemaLook {
  readonly finding: Diagnosis;
  readonly isNew: boolean;
}

async function checkSchema(db: Db): Promise<SchemaLook> {
  const known = knownMigrations();
  try {
    const pending = await pendingMigrations(db, known);
    const isNew = pending.length === known.length;
    if (isNew) return { isNew, finding: fine('schema', 'It is empty; the first start fills it.') };
    if (pending.length === 0) return { isNew, finding: fine('schema', 'It is up to date.') };
    const n = pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`;
    const finding = note(
      'schema',
      `It is of an older Arkhouse: ${n} to be done.`,
      'arkhouse backup FILE, then arkhouse migrate; the next start does so, too.',
    );
    return { isNew, finding };
  } catch (error) {
    if (!(error instanceof DatabaseTooNewError)) throw error;
    const [found = '', remedy = ''] = error.message.split(/(?<=\.) /);
    return { isNew: false, finding: wrong('schema', found, remedy) };
  }
}

async function checkPast(config: Config, db: Db): Promise<Diagnosis[]> {
  const { clock, payments, inline } = config;
  const isPlayful =
    payments.mode === 'sandbox' || payments.stripe?.live === false || inline.x402?.live === false;
  const findings = [
    clock === 'system' ? await refused('clock', refuseTimeTravel(db, systemClock().now())) : undefined,
    isPlayful ? await refused('payments', refusePlayMoney(db)) : undefined,
  ];
  return findings.filter((each) => each !== undefined);
}

/** What the house itself would say at its start. */
async function refused(name: string, asking: Promise<void>): Promise<Diagnosis | undefined> {
  try {
    await asking;
    return undefined;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const [found = '', remedy = ''] = error.message.split(/(?<=\.) (?=Start)/);
    return wrong(name, found, remedy);
  }
}
