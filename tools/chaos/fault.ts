import type { World, WorldOptions } from './world.ts';

/** Something that goes wrong, as data: the world it happens in, and what happens. */
export interface Fault {
  readonly name: string;
  /** One-line description for `--list`. */
  readonly description: string;
  readonly world?: WorldOptions;
  /** Commands it needs besides those that every world needs. */
  readonly needs?: readonly string[];
  /** Invisible fault: no request may fail or stay without a response. */
  readonly unnoticed?: boolean;
  /** Brings it about and ends it again. Everything must be as it was when this is done, but for what needs a moment to recover. */
  run(world: World): Promise<void>;
}
