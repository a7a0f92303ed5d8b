import { Client } from 'pg';

import type { Queried } from './server-process.ts';

type Query = (this: Client, ...given: unknown[]) => Promise<unknown>;

/** From now on counts what every connection of this process asks PostgreSQL. */
export function countQueries(): Queried {
  const counted = { statements: 0, roundTrips: 0 };
  const trips = new WeakMap<Client, { begun: number; back: number }>();
  // The promise: the house never asks with a callback.
  const { query } = Client.prototype as unknown as { query: Query };
  const counting: Query = async function (...given) {
    const trip = trips.get(this) ?? { begun: 0, back: 0 };
    trips.set(this, trip);
    counted.statements += 1;
    // Sent after an answer to the latest trip, it is a new one; sent before, it travels along.
    if (trip.begun === trip.back) {
      counted.roundTrips += 1;
      trip.begun += 1;
    }
    const { begun } = trip;
    try {
      return await query.apply(this, given);
    } finally {
      trip.back = Math.max(trip.back, begun);
    }
  };
  Client.prototype.query = counting as unknown as Client['query'];
  return counted;
}
