import type { Species } from '../core/species/species.ts';
import type { ItemAction } from '../core/vocabulary.ts';

/** An item somebody brought, for what, and to whom. */
export interface Offer {
  readonly item: string;
  readonly action: ItemAction;
  readonly species: Species;
}

/** Knows how well an item fits what a species likes. */
export interface Tastes {
  /** From 0 to 1, or null when nobody can tell right now. It never fails, and never takes more than two seconds. */
  judge(offer: Offer): Promise<number | null>;
  close(): Promise<void>;
}
