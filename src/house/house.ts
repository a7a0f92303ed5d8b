import type { Cashier } from '../outside/cashier.ts';
import type { Chance } from '../outside/chance.ts';
import { ticks, type Clock, type SandboxClock } from '../outside/clock.ts';
import type { Limiter } from '../outside/limiter.ts';
import type { Pictures } from '../outside/pictures.ts';
import type { PngPress } from '../outside/pictures-png.ts';
import type { Tastes } from '../outside/tastes.ts';
import type { Database } from '../store/db.ts';
import { ActivityBoard } from './activity.ts';
import { CurtainBoard } from './curtain.ts';
import { JobBoard } from './job-board.ts';
import { speciesBook, type SpeciesBook } from './species-book.ts';

/** What every verb is given. */
export interface House {
  readonly store: Database;
  readonly clock: Clock;
  /** The same clock, when it can be turned by hand. */
  readonly sandbox?: SandboxClock | undefined;
  readonly chance: Chance;
  readonly limiter: Limiter;
  readonly tastes: Tastes;
  readonly cashier: Cashier;
  readonly pictures: Pictures;
  readonly press: PngPress;
  /** The address the world knows the house by. */
  readonly baseUrl: URL;
  readonly species: SpeciesBook;
  readonly activity: ActivityBoard;
  readonly curtain: CurtainBoard;
  /** How the work is going that goes on while nobody asks. */
  readonly jobs: JobBoard;
  /** How long things take, in milliseconds since some moment; never what time it is. */
  readonly ticks: () => number;
}

/** What a house is built from; the rest it makes itself. */
export type Parts = Omit<House, 'species' | 'activity' | 'curtain' | 'jobs' | 'ticks'>;

export function build(parts: Parts): House {
  const { store, clock } = parts;
  const curtain = new CurtainBoard(store, clock);
  const species = speciesBook(store, curtain);
  const activity = new ActivityBoard(store);
  return { ...parts, species, activity, curtain, jobs: new JobBoard(), ticks };
}
