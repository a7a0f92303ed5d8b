import { buildHouse, type House } from '../../src/features/house.ts';
import type { Database } from '../../src/db/db.ts';
import type { Lives } from '../lived-in/lived-in-lives.ts';
import { livedIn, type LivedIn } from '../lived-in/lived-in.ts';
import { handClock, type HandClock } from '../support/hand-clock.ts';
import { plainParts } from '../support/parts.ts';

export interface Inhabited extends LivedIn {
  readonly house: House;
  readonly clock: HandClock;
}

/** A lived-in service for a whole test file; the caller closes its store. */
export async function inhabited(store: Database, lives: Partial<Lives> = {}): Promise<Inhabited> {
  const clock = handClock();
  const house = buildHouse(plainParts(store, clock));
  return {
    house,
    clock,
    ...(await livedIn({ house, turnTo: (at) => clock.forward(`${at - clock.now()}ms`) }, lives)),
  };
}
