import type { Instant } from '../../core/engine/clock.ts';
import { KEEPSAKE_KINDS, type KeepsakeKind } from '../../core/heart/keepsakes-table.ts';
import type { House } from '../house.ts';
import { preparePublicReading } from '../public/public-reading.ts';
import { readRarity } from './read-heart.ts';

/** All that can be kept, and how many keep it. */
export interface KeepsakeCatalog {
  /** The house is catching up: up to when this is complete. */
  readonly asOf: Instant | undefined;
  /** In the order of their table. */
  readonly kinds: readonly { readonly kind: KeepsakeKind; readonly creatures: number }[];
  /** How many creatures ever hatched here. */
  readonly of: number;
}

export async function browseKeepsakes(house: House, now: Instant): Promise<KeepsakeCatalog> {
  const { store, asOf } = await preparePublicReading(house, now);
  const { counts, of } = await readRarity(store);
  const kinds = KEEPSAKE_KINDS.map((kind) => ({ kind, creatures: counts.get(kind) ?? 0 }));
  return { asOf, kinds, of };
}
