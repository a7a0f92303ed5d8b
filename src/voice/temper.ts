import { statsAt } from '../core/condition.ts';
import { DEFAULT_EFFECTS } from '../core/items.ts';
import type { CareMoment, Changes } from '../core/mechanic.ts';
import { mechanicsOf } from '../core/species/mechanics-of.ts';
import type { Species } from '../core/species/species.ts';
import type { ItemAction } from '../core/vocabulary.ts';
import type { Tended } from './needs.ts';
import { pickLine } from './pick.ts';

/** True when it would let nobody near, however well meant. */
export function isTooShy(tended: Tended): boolean {
  if (!mechanicsOf(tended.species).some(({ refuseCare }) => refuseCare)) return false;
  return refusalOf(tended, 'played') === 'too_shy';
}

/** True when a game now makes more of the next meal, or makes it possible. */
export function wantsGameFirst(tended: Tended): boolean {
  const { species, creature } = tended;
  if (creature.life.playedSinceFed || species.mechanics.length === 0) return false;
  if (refusalOf(tended, 'unplayed') === 'wants_play_first') return true;
  return mealGiven(tended, 'unplayed') < mealGiven(tended, 'played');
}

/** Something it likes for this kind of care; the same for as long as nobody has cared for it. */
export function itemFor(
  action: ItemAction,
  { creature, species }: Omit<Tended, 'observed'>,
): string | undefined {
  const [first, second = first, ...more] = worthwhile(action, species);
  if (first === undefined || second === undefined) return undefined;
  const { seed, record } = creature;
  return pickLine([first, second, ...more], { seed, field: action, count: record.careActions });
}

type Played = 'played' | 'unplayed';

function refusalOf(tended: Tended, played: Played) {
  const moment = mealtime(tended, played);
  for (const { refuseCare } of mechanicsOf(tended.species)) {
    const refused = refuseCare?.(moment);
    if (refused) return refused;
  }
  return undefined;
}

function mealGiven(tended: Tended, played: Played): number {
  const moment = mealtime(tended, played);
  const given = mechanicsOf(tended.species).reduce<Changes>(
    (changes, { adjustCare }) => adjustCare?.(changes, moment) ?? changes,
    DEFAULT_EFFECTS.feed,
  );
  return given.hunger ?? 0;
}

function mealtime({ creature, species, observed }: Tended, played: Played): CareMoment {
  return {
    action: 'feed',
    localHour: observed.localHour,
    playedSinceFed: played === 'played',
    stats: statsAt(creature, species, observed.at),
  };
}

// Some take only certain things seriously.
function worthwhile(action: ItemAction, species: Species): readonly string[] {
  const likes = species.tastes[action];
  const picky = mechanicsOf(species).flatMap(({ neverEffective }) => neverEffective ?? []);
  if (picky.length === 0) return likes;
  return likes.filter((name) => !picky.some((never) => never(offered(action, name))));
}

function offered(action: ItemAction, name: string): CareMoment {
  const stats = { hunger: 50, happiness: 50, health: 50, trust: 50, discipline: 50 };
  return { action, item: { name, category: 'loved' }, localHour: 12, playedSinceFed: true, stats };
}
