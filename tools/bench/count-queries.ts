import { Client } from 'pg';

import { StatementBatch } from '../../packages/database/postgres/statement-batch.ts';
import type { Queried } from './server-process.ts';

// The service calls `query` with a StatementBatch or awaits the returned promise; it never passes a callback.
type Asked = (this: Client, asked: unknown, ...given: unknown[]) => unknown;

/** From now on counts what every connection of this process asks PostgreSQL. */
export function countQueries(): Queried {
  const counted = { statements: 0, roundTrips: 0 };
  const trips = new WeakMap<Client, { begun: number; back: number }>();
  const { query } = Client.prototype as unknown as { query: Asked };
  const counting: Asked = function (asked, ...given) {
    const trip = trips.get(this) ?? { begun: 0, back: 0 };
    trips.set(this, trip);
    counted.statements += asked instanceof StatementBatch ? asked.statements.length : 1;
    // A query sent while a round trip is unanswered belongs to that trip; otherwise it starts a new one.
    if (trip.begun === trip.back) {
      counted.roundTrips += 1;
      trip.begun += 1;
    }
    const { begun } = trip;
    const count = () => (trip.back = Math.max(trip.back, begun));
    const answer = query.apply(this, [asked, ...given]);
    if (answer instanceof Promise) answer.then(count, count);
    else if (asked instanceof StatementBatch) asked.once('end', count);
    return answer;
  };
  Client.prototype.query = counting as unknown as Client['query'];
  return counted;
}
