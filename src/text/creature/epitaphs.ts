import obituaryLines from '#content/voice/lives/obituary-lines.json' with { type: 'json' };
import epitaphShapes from '#content/voice/public/epitaph-shapes.json' with { type: 'json' };

import { seedOf } from '../../../packages/base/hash.ts';
import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { dice, pick } from '../../rules/base/dice.ts';
import type { LastDays } from '../../rules/lives/live-until.ts';
import { SAME_VISIT } from '../../rules/lives/rhythm.ts';
import type { Action, Cause, Family, Path, Stage, Tier } from '../../rules/vocabulary.ts';
import { formPhrase, nounsOf, speciesLabel, withArticle } from '../nouns.ts';
import { formatTimes } from '../numbers.ts';
import { formatVisitInterval } from '../pages/creature-page.ts';
import { ACTION_NAMES, CAUSE_WORDS } from '../pages/page-words.ts';
import { asLines, fillTemplate, type Lines, pickLine, type TemplateWords } from '../pick-line.ts';
import { describeDuration, formatTimeAndDate, pluralize } from '../times.ts';

export const EPITAPH_SHAPES = asLines(epitaphShapes);

export interface GravestoneFacts {
  readonly name: string;
  readonly family: Family;
  readonly speciesName: string;
  /** The tier tells whether `speciesName` is untrusted text, which is not quoted. */
  readonly tier: Tier;
  readonly stageReached: Stage;
  readonly path?: Path | undefined;
  readonly livedMs: number;
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  /** Consistency at death, including the feeding windows missed at the end. */
  readonly consistency: number;
  readonly cause: Cause;
  readonly streak: number;
  readonly lastCareAction?: Action | undefined;
  readonly deathNumber: number;
  readonly seed: number;
}

export function epitaph(stone: GravestoneFacts): string {
  return fillTemplate(epitaphShape(stone), templateWords(stone));
}

/** The epitaph without names filled in: chosen at random among those that fit the life. */
export function epitaphShape(stone: GravestoneFacts): string {
  return pick(shapesFor(stone), rollOf(stone));
}

function rollOf({ seed, deathNumber }: GravestoneFacts): number {
  return dice(seed, 'words', seedOf(`epitaph ${deathNumber - 1}`));
}

/** The epitaphs of a list of gravestones; no two neighbours share a sentence. */
export function carveEpitaphs(stones: readonly GravestoneFacts[]): readonly string[] {
  let before: string | undefined;
  return stones.map((stone) => {
    const own = epitaphShape(stone);
    const [other = own, ...others] = shapesFor(stone).filter((shape) => shape !== own);
    before = own === before ? pick([other, ...others], rollOf(stone)) : own;
    return fillTemplate(before, templateWords(stone));
  });
}

const CHERISHED = 90;

function shapesFor(stone: GravestoneFacts): Lines {
  if (stone.cause === 'harm') return EPITAPH_SHAPES.harmed;
  return [...ordinary(stone), ...extraordinary(stone)];
}

function ordinary(stone: GravestoneFacts): Lines {
  const { feedings, livedMs, consistency, stageReached } = stone;
  if (wasVisited(stone)) return stone.cause === 'neglect' ? EPITAPH_SHAPES.forsaken : EPITAPH_SHAPES.visited;
  if (feedings === 0) return EPITAPH_SHAPES.short.unfed;
  if (livedMs < DAY) return EPITAPH_SHAPES.short.fed;
  const age = stageReached === 'adult' ? 'grown' : 'young';
  if (!wasTended(stone)) return EPITAPH_SHAPES.byCare.neglected[age];
  const cherished = consistency >= CHERISHED && feedings > stone.missedFeedings;
  return EPITAPH_SHAPES.byCare[cherished ? 'cherished' : 'tended'][age];
}

function wasVisited(stone: GravestoneFacts): boolean {
  const { feedings, careActions } = stone;
  return careActions > 2 * feedings && !wasTended(stone);
}

/** Meals count too: consistency stays high after one meal, and the windows missed at the end take most of it. */
function wasTended({ consistency, feedings, missedFeedings }: GravestoneFacts): boolean {
  return feedings > 0 && feedings >= (consistency >= 50 ? 1 : 2) * missedFeedings;
}

/** Epitaphs of special lives; fond ones only for creatures that were tended. */
function extraordinary(stone: GravestoneFacts): readonly string[] {
  const { livedMs, consistency, lastCareAction } = stone;
  const kept = wasTended(stone);
  return [
    ...(stone.deathNumber > 1 ? EPITAPH_SHAPES.returned : []),
    ...(stone.cause === 'neglect' && consistency < CHERISHED ? EPITAPH_SHAPES.forsaken : []),
    ...(kept && livedMs >= 30 * DAY ? EPITAPH_SHAPES.long : []),
    ...(kept && stone.streak >= 10 ? EPITAPH_SHAPES.punctual : []),
    ...(kept && lastCareAction ? [EPITAPH_SHAPES.lastActs[lastCareAction]] : []),
  ];
}

function templateWords(stone: GravestoneFacts): TemplateWords {
  const { name, family, speciesName, tier, path, livedMs, missedFeedings } = stone;
  const kind = withArticle(speciesLabel({ tier, name: speciesName, family }));
  return {
    ...nounsOf({ family }, name),
    kind,
    form: path ? formPhrase(family, path) : kind,
    // The duration goes via hours, whose rounding may take a minute off: existing epitaphs must not change.
    lived: describeDuration((livedMs / HOUR) * HOUR),
    meals: pluralize(stone.feedings, 'meal'),
    missed: missedFeedings === 0 ? 'a long wait' : pluralize(missedFeedings, 'missed meal'),
    acts: pluralize(stone.careActions, 'small favour'),
    thing: EPITAPH_SHAPES.things[stone.lastCareAction ?? 'feed'],
    streak: pluralize(stone.streak, 'meal'),
  };
}

type ObituaryStone = Pick<GravestoneFacts, 'name' | 'family' | 'cause'> &
  Pick<GravestoneFacts, 'feedings' | 'missedFeedings' | 'careActions'> & { readonly creatureId: string };

export function obituary(stone: ObituaryStone, days: LastDays): readonly string[] {
  const words = obituaryWords(stone, days);
  const seed = seedOf(stone.creatureId);
  const tell = (lines: readonly Lines[]) =>
    lines
      .map((each, at) => fillTemplate(pickLine(each, { seed, field: `obituary ${at}`, count: 0 }), words))
      .join(' ');
  const company = stone.careActions === 0 ? OBITUARY.noCompany : OBITUARY.company;
  const back = days.broughtBack === 0 ? [] : [OBITUARY.broughtBack];
  return [tell(aboutMeals(stone, days)), tell(aboutTheDoor(stone, days)), tell([company, ...back])];
}

function aboutMeals({ cause }: ObituaryStone, days: LastDays): readonly Lines[] {
  const { lastMealAt, windowMissedAt, broughtBack } = days;
  const missed = cause !== 'harm' && windowMissedAt !== undefined;
  if (lastMealAt !== undefined) return missed ? [OBITUARY.lastMeal, OBITUARY.missed] : [OBITUARY.lastMeal];
  const unfed = broughtBack === 0 ? OBITUARY.neverFed : OBITUARY.notFedAgain;
  return missed ? [unfed, OBITUARY.missedFirst] : [unfed];
}

function aboutTheDoor({ cause }: ObituaryStone, days: LastDays): readonly Lines[] {
  const { lastCare, expected, broughtBack } = days;
  if (cause === 'harm') return [OBITUARY.harmed];
  if (!lastCare) return [broughtBack === 0 ? OBITUARY.nobodyCame : OBITUARY.nobodyCameAgain, OBITUARY.waited];
  return [lastCameLines(days), expected ? OBITUARY.expected : OBITUARY.shut, OBITUARY.waited];
}

function lastCameLines({ lastCare, lastMealAt }: LastDays): Lines {
  if (!lastCare || lastMealAt === undefined || lastCare.at - lastMealAt >= SAME_VISIT)
    return OBITUARY.lastCame;
  return lastCare.action === 'feed' ? OBITUARY.cameWithIt : OBITUARY.sameVisitLines;
}

function obituaryWords(stone: ObituaryStone, days: LastDays): TemplateWords {
  const { diedAt, beganAt, lastMealAt, windowMissedAt, lastCare, expected } = days;
  return {
    ...nounsOf({ family: stone.family }, stone.name),
    mealAt: momentWords(lastMealAt),
    missedAt: momentWords(windowMissedAt),
    beganAt: momentWords(beganAt),
    cameAt: momentWords(lastCare?.at),
    deed: lastCare ? ACTION_NAMES[lastCare.action] : '',
    expectedAt: momentWords(expected?.at),
    often: expected ? formatVisitInterval(expected.everyHours) : '',
    waited: describeDuration(diedAt - (lastCare?.at ?? beganAt)),
    diedAt: momentWords(diedAt),
    cause: CAUSE_WORDS[stone.cause],
    acts: formatTimes(stone.careActions),
    meals: pluralize(stone.feedings, 'meal'),
    missed: stone.missedFeedings === 0 ? 'missed none' : `missed ${stone.missedFeedings}`,
    returns: formatTimes(days.broughtBack),
  };
}

/** A moment in words; empty when undefined: no sentence chosen then has this placeholder. */
function momentWords(at: Instant | undefined): string {
  return at === undefined ? '' : formatTimeAndDate(at);
}

const OBITUARY = asLines(obituaryLines);
