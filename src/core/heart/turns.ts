import { DAY, type Instant } from '../engine/clock.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { nextGrowth } from '../lives/growth.ts';
import type { Species } from '../species/species.ts';
import type { Stage } from '../vocabulary.ts';
import { keep, type HeartEvent } from './heart-event.ts';
import { WEEK, type Heart } from './heart.ts';
import { keepsakeOfStage, KEEPSAKES_OF_DAYS } from './keepsakes.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
import { mannerOf } from './manner.ts';
import { openWish, wishAfterNone } from './wish.ts';
import { writeLetter } from './write-letter.ts';

/** Something that comes about by itself. */
type Turn =
  | { readonly kind: 'growth'; readonly at: Instant; readonly to: Stage }
  | { readonly kind: 'day'; readonly at: Instant; readonly keepsake: KeepsakeKind }
  | { readonly kind: 'week'; readonly at: Instant }
  | { readonly kind: 'wish'; readonly at: Instant };

/** What comes first; of what comes at once it is growth, then the day, the week, the wish. */
export function nextTurn(heart: Heart, creature: HatchedCreature, species: Species): Turn {
  const { wish } = heart;
  let first: Turn = { kind: 'wish', at: wish.open?.until ?? wish.from };
  const weekEnds = creature.life.ageFrom + (heart.week + 1) * WEEK;
  if (weekEnds <= first.at) first = { kind: 'week', at: weekEnds };
  const day = nextDay(heart, creature);
  if (day && day.at <= first.at) first = day;
  const growth = growthAfter(heart.stage, creature, species);
  return growth && growth.at <= first.at ? growth : first;
}

function nextDay({ keepsakes, since }: Heart, { life }: HatchedCreature): Turn | undefined {
  for (const { kind, days } of KEEPSAKES_OF_DAYS) {
    const at = life.ageFrom + days * DAY;
    if (at >= since && !keepsakes.includes(kind)) return { kind: 'day', at, keepsake: kind };
  }
  return undefined;
}

/** When it became what it is, one stage after the other: by the rules it grew by. */
function growthAfter(stage: Stage, creature: HatchedCreature, species: Species): Turn | undefined {
  if (stage === creature.stage) return undefined;
  if (stage === 'egg') return { kind: 'growth', to: 'baby', at: creature.life.hatchedAt };
  const growth = nextGrowth({ ...creature, stage }, species);
  return growth && { kind: 'growth', to: growth.to, at: growth.at };
}

/** The heart after it. */
export function takeTurn(
  turn: Turn,
  heart: Heart,
  creature: HatchedCreature,
  species: Species,
  happened: HeartEvent[],
): Heart {
  const { at } = turn;
  switch (turn.kind) {
    case 'growth':
      return growUp({ ...heart, stage: turn.to }, creature, species, at, happened);
    case 'day':
      return keep(heart, [turn.keepsake], at, happened);
    case 'week':
      return { ...writeLetter(heart, { creature, species }, 'week', at, happened), week: heart.week + 1 };
    case 'wish':
      return heart.wish.open
        ? letGo(heart, creature.seed)
        : { ...heart, wish: openWish(creature, species, heart) };
    default:
      return turn satisfies never;
  }
}

function growUp(
  grown: Heart,
  creature: HatchedCreature,
  species: Species,
  at: Instant,
  happened: HeartEvent[],
): Heart {
  const { stage } = grown;
  const manner = stage === 'adult' ? (grown.manner ?? mannerOf(creature, grown, at)) : grown.manner;
  const kept = keepsakeOfStage(stage);
  const heart = keep({ ...grown, manner }, kept ? [kept] : [], at, happened);
  return stage === 'baby' || stage === 'egg'
    ? heart
    : writeLetter(heart, { creature, species }, stage, at, happened);
}

/** Nobody granted it, and that costs nothing. */
function letGo(heart: Heart, seed: number): Heart {
  const { wish, lately } = heart;
  if (!wish.open) return heart;
  return {
    ...heart,
    wish: wishAfterNone(seed, wish, wish.open),
    lately: { ...lately, letGo: [...lately.letGo, wish.open.kind] },
  };
}
