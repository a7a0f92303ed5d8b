import { approvedItem } from '../../species/approved-items.ts';
import type { ItemCategory } from '../../vocabulary.ts';
import { categoryOf } from '../item-effects.ts';
import { judgeByKnowledge, type OfferedItem } from './judge-item.ts';

/** Why an item is what it is to a creature, in words the house has itself. */
export interface ItemReason {
  readonly kind: string | undefined;
  readonly like: string | undefined;
}

/** What the house can say about why; undefined when a model had the last word, or nobody knows. */
export function explainItem(offer: OfferedItem, category: ItemCategory): ItemReason | undefined {
  const known = judgeByKnowledge(offer);
  if (known === undefined) return undefined;
  // A list of a community's own is written by strangers, and is not quoted.
  const like = known.like && approvedItem(known.like);
  const isAgreed = categoryOf(known.score) === category;
  if (category === 'loved') return like ? { kind: undefined, like } : undefined;
  if (category === 'liked' && like && known.kind) return { kind: known.kind, like };
  return isAgreed && known.kind ? { kind: known.kind, like: undefined } : undefined;
}
