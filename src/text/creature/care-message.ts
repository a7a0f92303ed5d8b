import careLines from '#content/voice/care/care-lines.json' with { type: 'json' };
import careRefusals from '#content/voice/care/care-refusals.json' with { type: 'json' };
import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };
import itemLines from '#content/voice/care/item-lines.json' with { type: 'json' };
import preferenceNotes from '#content/voice/care/preference-notes.json' with { type: 'json' };

import { oncePer } from '../../../packages/base/collections.ts';
import { hourOfDay, localHourAt } from '../../rules/base/clock.ts';
import { type AskedCare, type CareEffect, type CareOutcome, effectOf } from '../../rules/care/care.ts';
import { sleepsThroughMealtime, WINDOW_OPENS } from '../../rules/care/feeding.ts';
import type { ItemReason } from '../../rules/care/judge-item.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type Heart, timesOf } from '../../rules/heart/heart.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { observe } from '../../rules/lives/observe.ts';
import { bodyOf, type BodyOwner } from '../../rules/species/bodies.ts';
import { hiddenStats, type Mechanic, mechanicsOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  ACTIONS,
  type Action,
  type Effectiveness,
  type ItemAction,
  type ItemCategory,
  STATS,
} from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import { adoptAnother, checkStatus, type StepTarget, viewHistory } from '../server/next-steps.ts';
import { wishGrantedWords } from '../heart/wishes.ts';
import { capitalize, joinWithAnd, nounsOf } from '../nouns.ts';
import {
  asLines,
  fillSentence,
  fillTemplate,
  type Halves,
  type LinePick,
  type Lines,
  lineSubject,
  pickLine,
} from '../pick-line.ts';
import { formatTimeUntil, pluralize } from '../times.ts';
import { isAdvised } from './steps.ts';

/** Sentences about an item: what it is to the creature, not what it did, since they also follow care that was wasted. */
export const ITEM_TEXTS = asLines(itemLines);

/** Sentences about care. Lines of `openings.reflect` never say that the creature is awake: it may be asleep. */
export const CARE_LINES = asLines(careLines);
const RELUCTANT: Partial<Record<Action, Halves>> = CARE_LINES.reluctant;

export interface CareGiven {
  readonly care: CareEffect;
  readonly wish: AskedCare;
  readonly species: Species;
}

/** A granted wish is told first, since a brief reply keeps only the first sentence. */
export function careMessage(done: CareGiven): string {
  const words = nounsOf(done.species, done.care.creature.name);
  if (done.care.killed) return fillTemplate(pickLine(CARE_LINES.killed, linePickFor(done, 'care')), words);
  const told = partsOf(done).map(([field, halves]) => fillSentence(halves, linePickFor(done, field), words));
  return [...joyOf(done), ...told].join(' ');
}

function joyOf({ care, wish, species }: CareGiven): readonly string[] {
  if (wish.granted === undefined) return [];
  const { name, seed, heart } = care.creature;
  const subject = lineSubject(species, care.creature);
  const { family, slug } = species;
  const granted = heart?.granted ?? 1;
  return [wishGrantedWords({ name, seed, family, slug, action: wish.action, granted, subject })];
}

/** True if the act was advised or granted a wish: no sentence of the answer then speaks against it. */
const isCalledFor = oncePer(({ care, wish, species }: CareGiven): boolean => {
  if (wish.granted !== undefined) return true;
  const { was, creature } = care;
  const at = creature.life?.lastCareAt ?? was.life.lastCareAt;
  const { heart } = heartAt(was, species, at);
  return isAdvised(wish.action, { creature: was, species, observed: observe(was, species, at), heart });
});

/** The creature's opinion of an item, with the reason. The item's name is untrusted text and is not quoted. */
export function itemMessage(
  category: ItemCategory,
  action: ItemAction,
  of: Omit<LinePick, 'field'> & BodyOwner & { readonly name: string },
  reason?: ItemReason,
): string {
  const first = ITEM_TEXTS.itemLines[category][action];
  const { seed, count, subject = { body: bodyOf(of) } } = of;
  const turn = { seed, field: 'item', count, subject };
  const words = nounsOf(of, of.name);
  if (!reason) return fillSentence({ first, second: ITEM_TEXTS.itemSeconds[category] }, turn, words);
  const { kind = '', like = '' } = reason;
  const second = ITEM_TEXTS.itemReasons[kind && like ? 'akin' : category];
  return fillSentence({ first, second }, turn, { ...words, kind, like }, ': ');
}

type CareField = 'care' | 'item' | 'timing' | 'regard' | 'filled' | 'caution' | 'tip' | 'call';

/** Chooses sentences by the number of acts with this outcome, so that a list is gone through before it begins again. */
export function linePickFor(done: CareGiven, field: CareField): LinePick {
  const { creature } = done.care;
  return {
    seed: creature.seed,
    field,
    count: turnOf(done, field),
    subject: lineSubject(done.species, creature),
  };
}

/** A counter that increases by one, or little more, between two sentences of the list that the field is drawn from. */
function turnOf(done: CareGiven, field: CareField): number {
  const { care, wish } = done;
  const { timing, creature } = care;
  const { record, heart } = creature;
  const { action, item } = wish;
  if (!heart) return record.careActions;
  switch (field) {
    case 'care':
      return openingTurn(done, heart);
    case 'timing':
      return timing ? timesOf(heart.outcomes, timing) : record.careActions;
    case 'regard':
      // Timely meals and other meals draw from one list: with separate counts, both could draw the same line.
      return (
        timesOf(heart.outcomes, 'timely') +
        timesOf(heart.outcomes, item?.category === 'loved' ? 'loved' : 'other item')
      );
    case 'tip':
      if (isTimely(care)) return timesOf(heart.outcomes, 'timely');
      return timing ? timesOf(heart.outcomes, timing) : timesWith(heart, action, ['reduced', 'wasted']);
    case 'call':
      if (wish.granted !== undefined) return heart.granted;
      return ACTIONS.reduce((sum, each) => sum + timesWith(heart, each, ['reduced', 'wasted']), 0);
    default:
      return heart.care.actions[action];
  }
}

/** The lists of openings differ in the effectiveness for which they are used. */
function openingTurn(done: CareGiven, heart: Heart): number {
  const { care, wish } = done;
  const { action } = wish;
  const { effectiveness } = care;
  if (hidesSomething(done)) return heart.care.actions[action];
  if (action === 'feed' && (effectiveness === 'effective' || isFilling(care)))
    return timesWith(heart, action, ['effective', 'reduced']);
  if (isTimely(care)) return timesOf(heart.outcomes, 'timely');
  if (effectiveness !== 'effective' && isCalledFor(done))
    return timesWith(heart, action, ['reduced', 'wasted']);
  return timesWith(heart, action, [effectiveness]);
}

function timesWith({ outcomes }: Heart, action: Action, each: readonly Effectiveness[]): number {
  return each.reduce((sum, effectiveness) => sum + timesOf(outcomes, { action, effectiveness }), 0);
}

function hidesSomething({ care }: CareGiven): boolean {
  return hiddenStats(care.shown.after).length > 0;
}

type Part = readonly [field: CareField, halves: Halves];

function partsOf(done: CareGiven): readonly Part[] {
  const { care, wish } = done;
  const { action, item } = wish;
  const isHarmful = item?.category === 'harmful' && action !== 'reflect';
  const opening: Part = ['care', hidesSomething(done) ? CARE_LINES.unreadable[action] : openingFor(done)];
  const regards = regardFor(done);
  const about = isTimely(care) && isFilling(care) ? 'filled' : 'regard';
  const regard: Part[] = regards ? [[about, CARE_LINES.categoryTails[regards]]] : [];
  if (isHarmful) return [opening, ...regard];
  const hour = toldHourOf(done);
  const timing: Part[] = hour ? [['timing', CARE_LINES.timingTails[hour]]] : [];
  if (isTimely(care)) return [...timing, opening, ...regard];
  const caution: Part[] = isUntimelyLesson(done) ? [['caution', CARE_LINES.caution]] : [];
  return [opening, ...regard, ...timing, ...caution];
}

function openingFor(done: CareGiven): Halves {
  const { care, wish } = done;
  const { action, item } = wish;
  if (item?.category === 'harmful' && action !== 'reflect') return CARE_LINES.harmed[action];
  if (isTimely(care)) return isFilling(care) ? CARE_LINES.openings.feed.effective : CARE_LINES.nearlyFull;
  const isTaught = action === 'discipline' || care.effectiveness !== 'effective';
  if (action !== 'reflect' && isTaught && isCalledFor(done)) return CARE_LINES.welcome[action];
  const effectiveness = isFilling(care) ? 'effective' : care.effectiveness;
  const reluctant = effectiveness === 'effective' && item?.category === 'disliked';
  return (reluctant && RELUCTANT[action]) || CARE_LINES.openings[action][effectiveness];
}

const NEARLY_FULL_HUNGER = 60;

/** True if a meal on time gave little, which is right: a creature that is fed on time is hardly hungry. */
function isTimely({ effectiveness, timing }: CareEffect): boolean {
  return effectiveness !== 'effective' && timing === 'on_time';
}

/** True if a meal was reduced because less of it fills a hungry creature. */
function isFilling({ effectiveness, shown: { before, after } }: CareEffect): boolean {
  return effectiveness === 'reduced' && after.hunger === 100 && (before.hunger ?? 100) <= NEARLY_FULL_HUNGER;
}

function regardFor(done: CareGiven): keyof typeof CARE_LINES.categoryTails | undefined {
  const { care, wish } = done;
  const { category } = wish.item ?? {};
  if (category === 'neutral' && wish.granted !== undefined) return undefined;
  if (category !== 'loved' || care.effectiveness === 'effective' || isFilling(care)) return category;
  if (isTimely(care)) return 'savoured';
  return isCalledFor(done) ? 'loved' : 'spared';
}

type Hour = Exclude<keyof typeof CARE_LINES.timingTails, StreakEnd>;
type StreakEnd = 'streak_ended' | 'streak_given';

/** What to say about the hour of a meal: nothing where a wish was worth an early one. */
function hourOf(done: CareGiven): Hour | undefined {
  const { timing, was } = done.care;
  if (timing === 'early' && isCalledFor(done))
    return done.wish.granted === undefined ? 'before_sleep' : undefined;
  const isLate = timing === 'late' || timing === 'missed_window';
  return isLate && sleepsThroughMealtime(was, done.species) ? 'asleep_before' : timing;
}

/** Lines about a streak that an early meal ended replace those about the hour; an advised early meal has lines of its own. */
function toldHourOf(done: CareGiven): Hour | StreakEnd | undefined {
  const hour = hourOf(done);
  if (!endsStreak(done.care)) return hour;
  return hour === 'early' ? 'streak_ended' : 'streak_given';
}

function endsStreak({ timing, was, creature }: CareEffect): boolean {
  return timing === 'early' && was.record.streak > 0 && creature.record.streak === 0;
}

/** True for a lesson that was not called for, to a creature that is not well enough for it. */
function isUntimelyLesson(done: CareGiven): boolean {
  const { health = 100, trust = 100, happiness = 100 } = done.care.shown.before;
  const isFragile = health < 40 || trust < 30 || happiness < 30;
  return done.wish.action === 'discipline' && isFragile && !hidesSomething(done) && !isCalledFor(done);
}

/** Advice after care that was not effective: whether to do anything differently, and what. Brief advice is only what. */
export function careTip(done: CareGiven, length: 'brief' | 'full' = 'full'): string | undefined {
  const { care, wish, species } = done;
  if (care.effectiveness === 'effective') return undefined;
  const tip = tipFor(done, care.effectiveness);
  if (length === 'brief' && typeof tip === 'object' && GOES_ON.has(tip.second)) return undefined;
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  const words = { action: wish.action, opens, harm: harmOf(wish.action) };
  if (typeof tip === 'string') return fillTemplate(tip, words);
  // Lists that acts of every kind draw from.
  const isShared = tip.second === CARE_TIPS.goOn || tip === CARE_TIPS.harmful;
  return fillSentence(tip, linePickFor(done, isShared ? 'call' : 'tip'), words, ': ');
}

function tipFor(done: CareGiven, effectiveness: Exclude<Effectiveness, 'effective'>): Halves | string {
  const { care, wish, species } = done;
  const { action, granted } = wish;
  const { called, goOn: second } = CARE_TIPS;
  if (wish.item?.category === 'harmful') return CARE_TIPS.harmful;
  if (granted !== undefined) return { first: called.wished, second };
  const broken = ruleBroken(done);
  if (broken) return RULE_TIPS[broken.key] ?? broken.blurb;
  if (action === 'feed') return mealTip(done);
  if (action === 'reflect' && effectiveness === 'wasted') return { first: called.trusted, second };
  const playsBeforeMeals = mechanicsOf(species).some(({ key }) => key === 'play_first' || key === 'energy');
  if (action === 'play' && playsBeforeMeals && !care.was.life.playedSinceFed) return CARE_TIPS.playForMeal;
  if (action === 'reflect' || isCalledFor(done)) return { first: called.advised, second };
  return { first: CARE_TIPS.tipFirsts[action][effectiveness], second: CARE_TIPS.later[action] };
}

function mealTip(done: CareGiven): Halves {
  const hour = hourOf(done) ?? 'on_time';
  const { timely, meals, again: second } = CARE_TIPS;
  if (hour === 'early' && endsStreak(done.care)) return meals.streak_ended;
  if (hour === 'early' || hour === 'late' || hour === 'missed_window') return meals[hour];
  const filled = hour === 'on_time' && isFilling(done.care);
  return { first: timely[filled ? 'filling' : hour], second };
}

function ruleBroken({ care, wish, species }: CareGiven): Mechanic | undefined {
  const { life, zone } = care.creature;
  const moment = {
    ...wish,
    localHour: life ? hourOfDay(localHourAt(zone, life.lastCareAt)) : 0,
    playedSinceFed: life?.playedSinceFed ?? false,
    stats: care.before,
  };
  return mechanicsOf(species).find(({ neverEffective }) => neverEffective?.(moment));
}

function harmOf(action: Action): string {
  const effect = effectOf(action, 'harmful');
  return joinWithAnd(STATS.filter((stat) => (effect[stat] ?? 0) < 0));
}

/** Advice after care. `goOn` and `again` say that nothing needs to change. */
const CARE_TIPS = asLines(careTips);
const GOES_ON: ReadonlySet<Lines> = new Set([CARE_TIPS.goOn, CARE_TIPS.again]);
const RULE_TIPS: Readonly<Record<string, Halves>> = CARE_TIPS.ruleTips;

export type CareRefusalReason = Extract<CareOutcome, { refused: unknown }>['refused'] | 'egg';

interface CareRefusalFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  readonly count: number;
  /** How near it is to the trust that the refused care needs: a clause of `TRUST_DEGREES`. */
  readonly progress?: string | undefined;
}

export interface RefusalWords {
  readonly error: string;
  readonly message: string;
  readonly suggestion: string;
}

export function refusalWords(whyNot: CareRefusalReason, facts: CareRefusalFacts): RefusalWords {
  const { error, messages, suggestions } = REFUSAL_LINES[whyNot];
  const { seed, count } = facts;
  const words = nounsOf(facts, facts.name);
  const say = (lines: Lines, field: string) =>
    fillTemplate(pickLine(lines, { seed, count, field, subject: { body: bodyOf(facts) } }), words);
  return {
    error: fillTemplate(error, words),
    message: [say(messages, 'refusal'), say(NO_HARM_DONE, 'refusal+')].join(' '),
    suggestion: withProgress(say(suggestions, 'refusal-tip'), facts.progress),
  };
}

function withProgress(sentence: string, progress: string | undefined): string {
  return progress === undefined ? sentence : `${sentence} ${capitalize(progress)}.`;
}

/** Sentences about refused care. `noHarmDone` follows every refusal: a refusal changes nothing. */
export const { noHarmDone: NO_HARM_DONE, refusalLines: REFUSAL_LINES } = asLines(careRefusals);

export const PREFERENCE_NOTES = asLines(preferenceNotes);

export function preferencesNote({ discovered, seed }: Record<'discovered' | 'seed', number>): string {
  const lines = PREFERENCE_NOTES[discovered === 0 ? 'untried' : 'tried'];
  const line = pickLine(lines, { seed, field: 'preferences', count: discovered });
  return fillTemplate(line, { things: pluralize(discovered, 'thing') });
}

/** A status check comes first, since it says whether the next meal is due. A dead or released creature has its history. */
export function stepsAfterPreferences(read: {
  readonly creature: StepTarget & Pick<Creature, 'died' | 'releasedAt'>;
}): readonly NextStep[] {
  const { creature } = read;
  if (creature.died || creature.releasedAt !== undefined) return [viewHistory(creature), adoptAnother];
  return [checkStatus(creature), viewHistory(creature)];
}
