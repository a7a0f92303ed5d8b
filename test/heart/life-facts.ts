import { DAY, HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import type { Letter } from '../../src/rules/heart/heart.ts';
import type { KeepsakeKind } from '../../src/rules/heart/keepsakes-table.ts';
import { requireHatched, type Creature } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { APPROVED_ITEMS } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Cause, LetterOccasion } from '../../src/rules/vocabulary.ts';
import type { CareEvent, LifeStory } from '../../tools/sim/simulate.ts';

export interface LifeLog extends Pick<LifeStory, 'species' | 'startAt' | 'events' | 'felt'> {
  /** Deaths with their resurrections. */
  readonly returns?: readonly { readonly diedAt: Instant; readonly at: Instant }[] | undefined;
  /** The creature at each of its deaths. */
  readonly dead: readonly Creature[];
}

/** What happened between two letters, counted from the log and not from the heart. */
export type LifeFacts = ReturnType<typeof factsOf>;

const VISIT = 30 * MINUTE;

export function lettersAndFacts(story: LifeLog): (readonly [Letter, LifeFacts])[] {
  const care = story.events.filter((event) => event.kind === 'cared');
  const told: (readonly [Letter, LifeFacts])[] = [];
  let written: readonly CareEvent[] = [];
  let kept: KeepsakeKind[] = [];
  let from: Instant | undefined;
  for (const event of story.felt) {
    if (event.kind === 'kept') {
      kept.push(event.keepsake);
      continue;
    }
    const { letter } = event;
    const isIncluded = CAME_OF_CARE.has(letter.occasion);
    const before = care.filter(({ at }) => at < letter.at || (isIncluded && at === letter.at));
    const acts = before.filter((act) => !written.includes(act));
    told.push([letter, factsOf(story, letter.at, { from, before, acts, kept })]);
    from = letter.at;
    written = before;
    kept = [];
  }
  return told;
}

/** Care can finish an ambition and cause growing up and death; the letter then includes that act. */
const CAME_OF_CARE: ReadonlySet<LetterOccasion> = new Set(['ambition', 'adult', 'death']);

interface Stretch {
  /** Time of the previous letter. */
  readonly from: Instant | undefined;
  readonly before: readonly CareEvent[];
  /** Care that no earlier letter includes. */
  readonly acts: readonly CareEvent[];
  readonly kept: readonly KeepsakeKind[];
}

function factsOf(story: LifeLog, at: Instant, { from, before, acts, kept }: Stretch) {
  const { startAt, returns = [], species } = story;
  const bornAt = (moment: Instant) => returns.findLast((back) => back.at <= moment)?.at ?? startAt;
  const lastOf = (care: readonly CareEvent[], moment: Instant) =>
    Math.max(care.findLast((each) => each.at < moment)?.at ?? 0, bornAt(moment));
  const waits = acts.map((act) => act.at - lastOf(before, act.at));
  const dead = returns.filter((back) => back.at <= at).reduce((sum, back) => sum + back.at - back.diedAt, 0);
  const meals = before.filter(({ action }) => action === 'feed');
  const body = story.dead.find(({ died }) => died?.at === at);
  const loved = acts.flatMap(({ item }) => (item?.category === 'loved' ? item.name : []));
  const grown = story.events.findLast((event) => event.kind === 'grew' && event.at <= at);
  return {
    /** Time of the previous letter, or of hatching. */
    from: from ?? startAt,
    isFirst: from === undefined,
    acts,
    visits: waits.filter((wait, nth) => nth === 0 || wait >= VISIT).length,
    longestWaitHours: Math.max(0, ...waits) / HOUR,
    /** Letters name approved items only. */
    loved: [...new Set(loved)].filter((name) => APPROVED_ITEMS.has(name)),
    granted: acts.flatMap(({ granted }) => granted ?? []),
    kept,
    ageDays: Math.floor((at - startAt - dead) / DAY),
    streak: streakOf(before.filter((act) => act.at >= bornAt(at))),
    stage: grown?.kind === 'grew' ? grown.to : ('baby' as const),
    everFed: meals.length > 0,
    windowsUnfed: (at - lastOf(meals, at + 1)) / (species.feedingWindowHours * HOUR),
    careHours: (at - lastOf(before, at + 1)) / HOUR,
    /** Derived from its stats at death, not from the stored cause. */
    cause: body && causeOf(body, species, before),
  };
}

/** A harmful item at that moment; else hunger below 30 or health 0; else neglect. */
export function causeOf(dead: Creature, species: Species, care: readonly CareEvent[]): Cause | undefined {
  if (!dead.died) return undefined;
  const { at } = dead.died;
  if (care.some((act) => act.at === at && act.item?.category === 'harmful')) return 'harm';
  const { hunger, health } = statsAt(requireHatched(dead), species, at);
  return hunger < 30 || health <= 0 ? 'hunger' : 'neglect';
}

/** Meals on time in a row up to the newest; harmful ones do not count. */
export function streakOf(care: readonly CareEvent[]): number {
  const meals = care.filter(({ timing }) => timing !== undefined);
  const late = meals.findLastIndex(({ timing }) => timing !== 'on_time');
  return meals.slice(late + 1).filter(({ item }) => item?.category !== 'harmful').length;
}
