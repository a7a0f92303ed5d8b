import { DAY, type Instant } from '../../core/engine/clock.ts';
import type { Command, Db, Query } from '../engine/db.ts';

/** What a provider told us, and what came of it. */
export interface ProviderEvent {
  readonly provider: string;
  readonly id: string;
  readonly type: string;
  readonly outcome: string;
  readonly now: Instant;
}

/** What came of an event when it was told before; undefined when it is news. */
export async function findEventOutcome(db: Db, provider: string, id: string): Promise<string | undefined> {
  return (await db.one(FIND, [provider, id]))?.outcome;
}

/** Remembers it; the first outcome stands. */
export async function insertProviderEvent(db: Db, event: ProviderEvent): Promise<void> {
  await db.run(NOTE, [event.provider, event.id, event.type, event.outcome, event.now]);
}

/** Forgets up to a thousand events that nobody repeats any more; what they moved stays in the ledger, under its key. */
export async function deleteOldEvents(db: Db, now: Instant): Promise<number> {
  return db.run(FORGET, [now - KEPT_FOR]);
}

// Ten times as long as Stripe keeps trying.
const KEPT_FOR = 30 * DAY;

const FIND: Query<{ outcome: string }> = {
  text: 'select outcome from provider_events where provider = $1 and event_id = $2',
  columns: ['outcome'],
};

const NOTE: Command = {
  text: `
    insert into provider_events (provider, event_id, type, outcome, received_at)
    values ($1, $2, $3, $4, $5)
    on conflict (provider, event_id) do nothing`,
};

const FORGET: Command = {
  text: `
    delete from provider_events where (provider, event_id) in
    (select provider, event_id from provider_events where received_at <= $1 order by received_at limit 1000)`,
};

export const STATEMENTS = [FIND, NOTE, FORGET];
