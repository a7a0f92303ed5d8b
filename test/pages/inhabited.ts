import type { Database } from '../../packages/database/db.ts';
import { buildHouse } from '../../src/app/house.ts';
import type { Lives } from '../lived-in/lived-in-lives.ts';
import { livedIn } from '../lived-in/lived-in.ts';
import { handClock } from '../support/hand-clock.ts';
import { plainParts } from '../support/parts.ts';

export type Inhabited = Awaited<ReturnType<typeof inhabited>>;

/** A lived-in service for a whole test file; the caller closes its store. */
export async function inhabited(store: Database, lives: Partial<Lives> = {}) {
  const clock = handClock();
  const house = buildHouse(plainParts(store, clock));
  const turnTo = (at: number) => clock.forward(`${at - clock.now()}ms`);
  return { house, clock, ...(await livedIn({ house, turnTo }, lives)) };
}
