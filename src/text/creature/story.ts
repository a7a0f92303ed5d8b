import storyLines from '#content/voice/lives/story-lines.json' with { type: 'json' };

import { seedOf } from '../../../packages/base/hash.ts';
import { DAY } from '../../rules/base/clock.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Cause, Family, Milestone, Path, Stage } from '../../rules/vocabulary.ts';
import { formPhrase } from '../nouns.ts';
import { formatOrdinal, formatTimes } from '../numbers.ts';
import { CAUSE_WORDS } from '../pages/page-words.ts';
import { asLines, fillTemplate, pickLine, type Lines, type TemplateWords } from '../pick-line.ts';
import { describeDuration, pluralize } from '../times.ts';

/** Public sentences about a life. `{day}` is the day of the life: `On its third day`. */
export const STORY_LINES = asLines(storyLines);
const CROSSED: Partial<Record<Milestone, Readonly<Record<number, Lines>>>> = STORY_LINES.crossed;

/** Counts of care during a stage that is over. */
type AgeFacts = Readonly<Record<'meals' | 'lateMeals' | 'missedAtEnd' | 'lessons' | 'games', number>>;

interface GrownUpFacts {
  readonly kind: 'grew';
  readonly to: Exclude<Stage, 'egg' | 'baby'>;
  readonly path: Path | undefined;
  readonly care: AgeFacts | undefined;
}

type LifeEventFacts = { readonly livedMs: number | undefined } & (
  | { readonly kind: 'adopted' | 'first_meal' | 'released' }
  | { readonly kind: 'hatched'; readonly waitedMs: number }
  | { readonly kind: 'returned'; readonly awayMs: number }
  | GrownUpFacts
  | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number }
  | { readonly kind: 'died'; readonly stone: { readonly cause: Cause; readonly deathNumber: number } }
);

interface StorySubject {
  readonly id: string;
  readonly name: string;
  readonly family: Family;
  /** True if the keeper harmed the creature repeatedly: the story then mentions no trust. */
  readonly harmed?: boolean | undefined;
}

export function storySubject(of: {
  readonly creature: Pick<Creature, 'id' | 'name' | 'heart' | 'record'>;
  readonly species: Pick<Species, 'family'>;
}): StorySubject {
  const { id, name } = of.creature;
  return { id, name, family: of.species.family, harmed: isHarmedRepeatedly(of.creature) };
}

export function storyWords(event: LifeEventFacts, subject: StorySubject): string {
  const { id, name, family, harmed = false } = subject;
  const turn = { seed: seedOf(id), field: `story ${event.kind}`, count: 0 };
  const { livedMs = 0 } = event;
  const words = {
    name,
    day: `On its ${formatOrdinal(Math.floor(livedMs / DAY) + 1)} day`,
    lived: describeDuration(livedMs),
  };
  const say = (lines: Lines, more: TemplateWords = {}, count = 0) =>
    fillTemplate(pickLine(lines, { ...turn, count }), { ...words, ...more });
  switch (event.kind) {
    case 'adopted':
      return say(STORY_LINES.adopted);
    case 'hatched':
      return say(STORY_LINES.hatched, { waited: describeDuration(event.waitedMs) });
    case 'first_meal':
      return say(STORY_LINES.firstMeal);
    case 'grew': {
      const form = formPhrase(family, event.path ?? 'balanced');
      return growthWords(say(STORY_LINES.grew[event.to], { form }), event, turn.seed);
    }
    case 'milestone':
      return say(crossedLines(event.type, event.threshold, harmed), {}, event.threshold);
    case 'died':
      return say(STORY_LINES.died, { cause: CAUSE_WORDS[event.stone.cause] }, event.stone.deathNumber);
    case 'returned':
      return say(STORY_LINES.returned, { away: describeDuration(event.awayMs) });
    case 'released':
      return say(event.livedMs === undefined ? STORY_LINES.releasedAsEgg : STORY_LINES.released);
    default:
      return event satisfies never;
  }
}

function crossedLines(type: Milestone, threshold: number, harmed: boolean): Lines {
  const isUntold = harmed && TRUSTFUL.has(type);
  return (isUntold ? undefined : CROSSED[type]?.[threshold]) ?? STORY_LINES.crossedSomething;
}

const TRUSTFUL: ReadonlySet<Milestone> = new Set(['trust_milestone', 'care_streak']);

function growthWords(grew: string, { to, care }: GrownUpFacts, seed: number): string {
  if (!care) return `${grew}.`;
  const { meals, lateMeals, lessons, games } = care;
  const say = (lines: Lines, field: string) =>
    fillTemplate(pickLine(lines, { seed, field: `story ${field} ${to}`, count: 0 }), {
      meals: pluralize(meals, 'meal'),
      times: formatTimes(meals),
      late: String(lateMeals),
      lessons: formatTimes(lessons),
      games: formatTimes(games),
    });
  return `${grew}: ${say(fedLines(care), 'fed')}, and ${say(raisedLines(care), 'raised')}.`;
}

function fedLines({ meals, lateMeals, missedAtEnd }: AgeFacts): Lines {
  if (meals === 0) return STORY_LINES.fed.never;
  if (lateMeals === 0 && missedAtEnd > 0) return STORY_LINES.fed.thenLeft;
  if (meals === 1) return lateMeals === 0 ? STORY_LINES.fed.onceInTime : STORY_LINES.fed.onceLate;
  if (lateMeals === 0) return STORY_LINES.fed.inTime;
  return lateMeals < meals ? STORY_LINES.fed.sometimesLate : STORY_LINES.fed.alwaysLate;
}

function raisedLines({ lessons, games }: AgeFacts): Lines {
  if (lessons > 0) return STORY_LINES.raised.taught;
  return games > 0 ? STORY_LINES.raised.played : STORY_LINES.raised.left;
}
