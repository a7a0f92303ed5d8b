import { DAY, HOUR, MINUTE, type Instant } from '../../../src/rules/base/clock.ts';
import { consistencyNow, missedWindows } from '../../../src/rules/care/feeding.ts';
import type { Creature } from '../../../src/rules/lives/creature.ts';
import { ageHours, isMilestoneVisible } from '../../../src/rules/lives/growth.ts';
import { resurrectionClosesAt } from '../../../src/rules/lives/resurrection.ts';
import type { Species } from '../../../src/rules/species/species.ts';
import { CAUSES, type Action, type Cause, type Stage } from '../../../src/rules/vocabulary.ts';
import { epitaph, obituary } from '../../../src/text/creature/epitaphs.ts';
import { deathNotice } from '../../../src/text/creature/life-messages.ts';
import { shareDescription } from '../../../src/text/creature/share.ts';
import { storySubject, storyWords } from '../../../src/text/creature/story.ts';
import { creatureCardWords } from '../../../src/text/pages/cards.ts';
import { formatTimeAndDate } from '../../../src/text/times.ts';
import type { Gravestone } from '../../../src/features/creatures/gravestones.store.ts';
import { presentStatus } from '../../../src/features/lives/status.http.ts';
import {
  ageCuts,
  lastDaysOf,
  type LifeEvent,
  lifeEvents,
} from '../../../src/features/public/view-creature.ts';
import type { MilestoneRecord } from '../../../src/features/records/life-log.store.ts';
import type { LifeStory } from '../../../tools/sim/simulate.ts';
import { causeOf, streakOf } from '../../heart/life-facts.ts';
import { aLookBack, ORIGIN } from '../../support/facts.ts';
import { aStone } from '../../support/stored-residents.ts';
import { asHatched } from '../creatures.ts';
import { claim, toolText, type Claim } from './moments.ts';

type LifeText = 'first_meal' | 'child' | 'teen' | 'adult' | 'crossed' | (typeof END_TEXTS)[number];
type LifeWords = Partial<Record<LifeText, string>>;

/** Texts of pages, cards, feeds and tools about a life and its end. */
export function wordsOfLife(life: LifeStory): LifeWords {
  const { species, creature, events } = life;
  const reached = reachedIn(life);
  const stone = stoneOf(creature, species);
  const stones = stone ? [stone] : [];
  const care = { counts: countsOf(life, ageCuts(reached)), unknownUntil: undefined };
  const subject = storySubject({ creature, species });
  const told = lifeEvents({ creature, species, reached, stones, care });
  const story: LifeWords = {};
  for (const event of told) {
    const text = storyText(event);
    if (text) story[text] = [story[text], storyWords(event, subject)].filter(Boolean).join(' ');
  }
  const lastDays = lastDaysOf(creature, species, stones);
  if (!stone || !lastDays || !creature.died || events.length === 0) return story;
  const now = creature.died.at + HOUR;
  const ageMs = stone.livedMs;
  const returnsUntil = resurrectionClosesAt(creature.died.at);
  const fate = { state: 'dead', ...creature.died, returnsUntil } as const;
  const back = aLookBack({ creature: asHatched(creature), species, now });
  const looked = { ...back, creature, credits: 0, missing: 0 };
  const card = creatureCardWords({ creature, species, state: 'dead', observed: undefined, ageMs, stone });
  return {
    ...story,
    epitaph: epitaph(stone),
    obituary: obituary(stone, lastDays).join(' '),
    notice: deathNotice({ creature, now }),
    share: shareDescription({ name: creature.name, species, ageMs, now, fate }),
    card: `${card.age}: ${card.line}`,
    mcp: toolText('getCreatureStatus', presentStatus(looked, ORIGIN)),
  };
}

function storyText(event: LifeEvent): LifeText | undefined {
  if (event.kind === 'grew') return event.to;
  if (event.kind === 'milestone') return 'crossed';
  return event.kind === 'first_meal' || event.kind === 'died' ? event.kind : undefined;
}

function reachedIn({ events, species, startAt }: LifeStory): readonly MilestoneRecord[] {
  const grown = { type: 'stage_transition', shown: true } as const;
  return events.flatMap((event): MilestoneRecord[] => {
    if (event.kind === 'hatched') return [{ ...grown, threshold: 'baby', at: startAt }];
    if (event.kind === 'grew') return [{ ...grown, threshold: event.to, at: event.at }];
    if (event.kind !== 'cared') return [];
    const { at, after, milestones } = event;
    return milestones.map((each) => ({ ...each, at, shown: isMilestoneVisible(species, after, each) }));
  });
}

/** Counted one entry at a time, as the store does. */
function countsOf({ events }: LifeStory, cuts: readonly Instant[]) {
  return events.flatMap((event) => {
    if (event.kind !== 'cared') return [];
    const { at, action, timing } = event;
    const part = cuts.filter((cut) => at >= cut).length;
    return [{ day: Math.floor(at / DAY), part, action, timing, n: 1, firstAt: at, lastAt: at }];
  });
}

function stoneOf(creature: Creature, species: Species): Gravestone | undefined {
  const { died, life, record } = creature;
  if (!died || !life) return undefined;
  const windows = (died.at - life.lastFedAt) / (species.feedingWindowHours * HOUR);
  const { id, name, keeperId, path, seed } = creature;
  const { feedings, careActions, streak, lastAction } = record;
  const { slug, name: speciesName, family, tier } = species;
  const told = { name, species: slug, speciesName, family, tier, path, seed, feedings, careActions, streak };
  const given = {
    ...told,
    stageReached: creature.stage,
    livedMs: Math.round(ageHours(creature, died.at) * HOUR),
    missedFeedings: record.missedFeedings + missedWindows(windows),
    consistency: consistencyNow(record, windows),
    lastCareAction: lastAction,
    cause: died.cause,
  };
  return aStone({ creatureId: id, keeperId, diedAt: died.at }, given);
}

// Recounted from the log, independently of the code under test.

type Care = Extract<LifeStory['events'][number], { kind: 'cared' }>;

const careIn = ({ events }: LifeStory): readonly Care[] => events.filter((event) => event.kind === 'cared');
const mealsIn = (life: LifeStory) => careIn(life).filter(({ action }) => action === 'feed');
const isLate = ({ timing }: Care) => timing === 'late' || timing === 'missed_window';

function careBefore(life: LifeStory, stage: Stage): readonly Care[] {
  const grown = (to: Stage) => life.events.find((event) => event.kind === 'grew' && event.to === to)?.at;
  const before = { child: life.startAt, teen: grown('child'), adult: grown('teen') };
  const from = (stage in before ? before[stage as keyof typeof before] : undefined) ?? life.startAt;
  const until = grown(stage) ?? Infinity;
  return careIn(life).filter(({ at }) => at >= from && at < until);
}

const timesSaid = (words: string | undefined): number =>
  words === 'once' ? 1 : words === 'twice' ? 2 : Number.parseInt(words ?? '', 10);

/** `3 days and 4 hours`: rounded down to the smaller unit. */
function isDuration(said: string, ms: number): boolean {
  if (said === 'less than a minute') return ms < MINUTE;
  const units = [...said.matchAll(/(\d+) (minute|hour|day)/g)].map(([, count, unit = '']) => ({
    ms: Number(count) * (SIZES[unit] ?? 0),
    size: SIZES[unit] ?? 0,
  }));
  const told = units.reduce((sum, unit) => sum + unit.ms, 0);
  const size = (units[0]?.size ?? 0) === DAY ? HOUR : MINUTE;
  return told <= ms + 1 && ms < told + size + 1;
}

const SIZES: Readonly<Record<string, number>> = { minute: MINUTE, hour: HOUR, day: DAY };
const at = (moment: Instant | undefined): string => (moment === undefined ? '' : formatTimeAndDate(moment));

type LifeClaim = Claim<LifeStory, LifeText>;

const END_TEXTS = ['died', 'epitaph', 'card', 'obituary', 'notice', 'share', 'mcp'] as const;
const STONE_TEXTS = ['epitaph', 'card'] as const;

const CAUSE_PHRASES: Readonly<Record<Cause, RegExp>> = {
  hunger: /\b(?:of|cause) hunger\b/,
  neglect: /\b(?:of|cause) (?:neglect|being left alone)\b|not hungry at the end|not hunger that|food left in/,
  harm: /(?:of|cause) (?:something it was given|harm\b)|should not have had(?! to)|and died of it|did it harm|no kindness|the wrong one|that did harm/,
};

type LifeRow = readonly [type: LifeClaim['type'], said: RegExp, holds: LifeClaim['holds']];

const WAITED =
  /\b(?:lived|[Ff]or|[Ww]aited) ((?:\d+ (?:minute|hour|day)s?)(?: and \d+ \w+)?)\b(?= and died| \(|,? in all|,)/;
const DIED_AT = /died (?:of [\w ]+ )?at (\d\d:\d\d UTC on \d+ \w+ \d+)|At (\d.*) it was given/;
const LAST_FED = /(?:ate for the last time|last meal of \w+ came) at (\d.*?\d{4})/;
const LAST_CAME = /(?:last came at|last time anybody came was at) (\d.*?\d{4})/;
const CARED_FOR = /(?:cared for|something for it) (once|twice|\d+ times)/;
const NOBODY_CAME =
  /nobody came to do anything|then the door stayed shut\. It|Nobody had ever done|nothing was done for it/;

const OBITUARY_CLAIMS: readonly LifeRow[] = [
  [
    'time',
    WAITED,
    (life, [, told = '']) => isDuration(told, life.endedAt - (careIn(life).at(-1)?.at ?? life.startAt)),
  ],
  ['time', DIED_AT, (life, [, one, other]) => at(life.endedAt) === (one ?? other)],
  ['fed', LAST_FED, (life, [, told]) => at(mealsIn(life).at(-1)?.at) === told],
  [
    'late',
    /(?:was due by|closed at) (\d.*?\d{4})/,
    (life, [, told]) => {
      const closes = (mealsIn(life).at(-1)?.at ?? life.startAt) + life.species.feedingWindowHours * HOUR;
      return closes < life.endedAt && at(Math.floor(closes)) === told;
    },
  ],
  [
    'N meals',
    /(?:given|had) (\d+) meals? and missed (none|\d+)/,
    (life, [, meals, missed]) =>
      mealsIn(life).length === Number(meals) && missedIn(life) === (missed === 'none' ? 0 : Number(missed)),
  ],
  ['visits', CARED_FOR, (life, [, times]) => careIn(life).length === timesSaid(times)],
  ['visits', LAST_CAME, (life, [, told]) => at(careIn(life).at(-1)?.at) === told],
  ['visits', NOBODY_CAME, (life) => careIn(life).length === 0],
];

const STONE_CLAIMS: readonly LifeRow[] = [
  ['N meals', /(?<!for |After )\b(\d+) meals?\b/, (life, [, told]) => mealsIn(life).length === Number(told)],
  ['N meals', /(?:for |After )(\d+) meals?\b/, (life, [, told]) => streakOf(careIn(life)) === Number(told)],
  ['late', /\b(\d+) missed meals?\b/, (life, [, told]) => missedIn(life) === Number(told)],
  ['visits', /\b(\d+) small favours?\b/, (life, [, told]) => careIn(life).length === Number(told)],
];

const TAUGHT = /taught manners (once|twice|\d+ times)/;
const PLAYED = /played with (once|twice|\d+ times)/;
const NEVER_TAUGHT = /nobody to teach it|left to amuse itself/;
const LATE = /always late|every one of them late|and late\b|came late/;

/** Of the care in the age that ends with the stage. */
type AgeRow = readonly [
  type: LifeClaim['type'],
  said: RegExp,
  holds: (care: readonly Care[], said: RegExpExecArray) => boolean,
];
const acts = (care: readonly Care[], action: Action) => care.filter((each) => each.action === action);
const late = (care: readonly Care[]) => care.filter(isLate).length;
const fed = (care: readonly Care[]) => acts(care, 'feed').length;
const AGE_CLAIMS: readonly AgeRow[] = [
  ['fed', /not fed once|without a single meal/, (care) => fed(care) === 0],
  ['fed', /(?<!not )\bfed (once|twice|\d+ times)/, (care, [, told]) => fed(care) === timesSaid(told)],
  ['N meals', /\b(\d+) meals?\b/, (care, [, told]) => fed(care) === Number(told)],
  ['late', /\b(\d+) of them late/, (care, [, told]) => late(care) === Number(told)],
  ['late', /never late|none of them late|in time\b/, (care) => fed(care) > 0 && late(care) === 0],
  ['late', LATE, (care) => fed(care) > 0 && late(care) === fed(care)],
  ['visits', TAUGHT, (care, [, told]) => acts(care, 'discipline').length === timesSaid(told)],
  ['visits', PLAYED, (care, [, told]) => acts(care, 'play').length === timesSaid(told)],
  ['visits', NEVER_TAUGHT, (care) => [...acts(care, 'play'), ...acts(care, 'discipline')].length === 0],
];

export const LIFE_CLAIMS: readonly LifeClaim[] = [
  ...CAUSES.map((cause) =>
    claim('dies of', END_TEXTS, CAUSE_PHRASES[cause], (life: LifeStory) => {
      return causeOf(life.creature, life.species, careIn(life)) === cause;
    }),
  ),
  ...OBITUARY_CLAIMS.map(([type, said, holds]) => claim(type, 'obituary', said, holds)),
  ...STONE_CLAIMS.map(([type, said, holds]) => claim(type, STONE_TEXTS, said, holds)),
  ...AGE_CLAIMS.flatMap(([type, text, holds]) =>
    (['child', 'teen', 'adult'] as const).map((stage) =>
      claim(type, stage, text, (life: LifeStory, said) => holds(careBefore(life, stage), said)),
    ),
  ),
  claim(
    'time',
    ['died', 'share', ...STONE_TEXTS],
    /\blived ((?:\d+ (?:minute|hour|day)s?)(?: and \d+ (?:minute|hour)s?)?)/,
    (life, [, told = '']) => isDuration(told, life.endedAt - life.startAt),
  ),
  claim('time', 'died', /^On its (\w+) day/, (life, [, day = '']) => {
    const nth = Math.floor((life.endedAt - life.startAt) / DAY) + 1;
    return DAYS[nth - 1] === day || day.startsWith(`${nth}`);
  }),
  claim(
    'fed',
    ['obituary', ...STONE_TEXTS],
    /never given a meal|not given one meal|never found out what dinner|There was none|without meals/,
    (life, [said]) => mealsIn(life).length === 0 || said === 'without meals',
  ),
  claim(
    'fed',
    'first_meal',
    /(?:meal|came|was) ((?:less than a minute|\d+ \w+(?: and \d+ \w+)?)) (?:after|old)/,
    (life, [, told = '']) => isDuration(told, (mealsIn(life)[0]?.at ?? 0) - life.startAt),
  ),
];

const DAYS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/** The windows missed before late meals and before its end. */
function missedIn(life: LifeStory): number {
  const meals = mealsIn(life);
  const windowsBefore = (end: Instant, nth: number) =>
    (end - (meals[nth - 1]?.at ?? life.startAt)) / (life.species.feedingWindowHours * HOUR);
  const before = meals.map(({ at: end, timing }, nth) =>
    timing === 'missed_window' ? Math.floor(windowsBefore(end, nth)) : 0,
  );
  const last = windowsBefore(life.endedAt, meals.length);
  return before.reduce((sum, missed) => sum + missed, last >= 1.5 ? Math.floor(last) : 0);
}
