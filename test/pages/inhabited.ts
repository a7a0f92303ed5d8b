import { build, type House } from '../../src/house/house.ts';
import type { Database } from '../../src/store/db.ts';
import { handClock, type HandClock } from '../hand-clock.ts';
import type { Lives } from './lived-in-lives.ts';
import { plainParts } from '../parts.ts';
import { livedIn, type LivedIn } from './lived-in.ts';

export interface Inhabited extends LivedIn {
  readonly house: House;
  readonly clock: HandClock;
}

/** A lived-in house for a whole file of tests; whoever opened the store closes it. */
export async function inhabited(store: Database, lives: Partial<Lives> = {}): Promise<Inhabited> {
  const clock = handClock();
  const house = build(plainParts(store, clock));
  return { house, clock, ...(await livedIn({ house, turnTo: (at) => turn(clock, at) }, lives)) };
}

function turn(clock: HandClock, at: number): void {
  clock.forward(`${at - clock.now()}ms`);
}
