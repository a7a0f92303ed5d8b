import type { HatchedCreature } from '../lives/creature.ts';
import type { Action } from '../vocabulary.ts';
import { oneMore } from './care-digest.ts';
import { newPage, NO_CARE, WEEK, type CareDigest, type Heart } from './heart.ts';
import { mannerOf } from './manner.ts';
import { nextWish } from './wish.ts';

/** What a creature carries with it as it was last written; one that has none, or was kept without, begins where it was last cared for. */
export function heartOf(creature: HatchedCreature): Heart {
  const { heart, record } = creature;
  return heart?.acts === record.careActions ? heart : beginHeart(creature);
}

function beginHeart(creature: HatchedCreature): Heart {
  const { heart: before, life, record, stage, seed } = creature;
  const since = life.lastCareAt;
  const isNewborn = since === life.hatchedAt;
  const heart: Heart = {
    since,
    acts: record.careActions,
    stage: isNewborn ? 'egg' : stage,
    wish: nextWish(seed, before?.wish ?? { number: 0 }, since),
    granted: before?.granted ?? 0,
    mood: 'content',
    keepsakes: before?.keepsakes ?? [],
    care: before?.care ?? careFrom(record.recentActions),
    lately: { ...newPage(since), begins: isNewborn ? 'hatching' : 'memory' },
    letters: before?.letters ?? 0,
    week: Math.floor((since - life.ageFrom) / WEEK),
    manner: before?.manner,
  };
  const grewUpWithout = heart.stage === 'adult' && heart.manner === undefined;
  return grewUpWithout ? { ...heart, manner: mannerOf(creature, heart, since) } : heart;
}

function careFrom(actions: readonly Action[]): CareDigest {
  return actions.reduce((care, action) => ({ ...care, actions: oneMore(care.actions, action) }), NO_CARE);
}
