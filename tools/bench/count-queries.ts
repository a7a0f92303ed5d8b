import { Client } from 'pg';

import { StatementBatch } from '../../src/db/postgres/statement-batch.ts';
import type { Queried } from './server-process.ts';

// The promise: the house asks with a batch, or waits for the answer; never with a callback.
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
    // Sent after an answer to the latest trip, it is a new one; sent before, it travels along.
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
