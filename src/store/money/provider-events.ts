import { DAY, type Instant } from '../../core/engine/clock.ts';
import type { Db } from '../engine/db.ts';
import { deleteOldest, instant, named, query, table, text, type RowOf } from '../engine/table.ts';

const EVENTS = table('provider_events', {
  provider: text,
  id: named('event_id', text),
  type: text,
  outcome: text,
  now: named('received_at', instant),
});

/** What a provider told us, and what came of it. */
type ProviderEvent = RowOf<typeof EVENTS.columns>;

/** What came of an event when it was told before; undefined when it is news. */
export async function findEventOutcome(db: Db, provider: string, id: string): Promise<string | undefined> {
  return (await db.one(FIND, [provider, id]))?.outcome;
}

/** Remembers it; the first outcome stands. */
export async function insertProviderEvent(db: Db, event: ProviderEvent): Promise<void> {
  await db.run(INSERT, INSERT.values(event));
}

/** Forgets up to a thousand events that nobody repeats any more; what they moved stays in the ledger, under its key. */
export async function deleteOldEvents(db: Db, now: Instant): Promise<number> {
  return db.run(DELETE_OLD, [now - KEPT_FOR]);
}

// Ten times as long as Stripe keeps trying.
const KEPT_FOR = 30 * DAY;

const FIND = query(
  { outcome: text },
  'select outcome from provider_events where provider = $1 and event_id = $2',
);

const INSERT = EVENTS.insert({ conflict: 'on conflict (provider, event_id) do nothing' });

const DELETE_OLD = deleteOldest('provider_events', 'provider, event_id', 'received_at');
