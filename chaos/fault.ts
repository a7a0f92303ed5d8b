import type { World, WorldOptions } from './world.ts';

/** Something that goes wrong, as data: the world it happens in, and what happens. */
export interface Fault {
  readonly name: string;
  /** In a sentence, for whoever chooses. */
  readonly description: string;
  readonly world?: WorldOptions;
  /** Commands it needs besides those that every world needs. */
  readonly needs?: readonly string[];
  /** Nobody may notice: not one request may be answered with an error or not at all. */
  readonly unnoticed?: boolean;
  /** Brings it about and ends it again. Everything must be as it was when this is done, but for what needs a moment to recover. */
  run(world: World): Promise<void>;
}
