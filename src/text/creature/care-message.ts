import careLines from '#content/voice/care/care-lines.json' with { type: 'json' };
import careRefusals from '#content/voice/care/care-refusals.json' with { type: 'json' };
import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };
import itemLines from '#content/voice/care/item-lines.json' with { type: 'json' };
import preferenceNotes from '#content/voice/care/preference-notes.json' with { type: 'json' };
import type { NextStep } from '../../api/fields.ts';
import { hourOfDay, localHourAt } from '../../rules/base/clock.ts';
import { type AskedCare, type CareEffect, type CareOutcome, effectOf } from '../../rules/care/care.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import type { ItemReason } from '../../rules/care/judge-item.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { bodyOf, type BodyOwner } from '../../rules/species/bodies.ts';
import { hiddenStats, type Mechanic, mechanicsOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Action,
  type Effectiveness,
  type ItemAction,
  type ItemCategory,
  STATS,
} from '../../rules/vocabulary.ts';
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
import * as steps from '../server/next-steps.ts';
import { formatTimeUntil, pluralize } from '../times.ts';
import { trustProgress } from './milestones.ts';

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

export function careMessage(done: CareGiven): string {
  const words = nounsOf(done.species, done.care.creature.name);
  if (done.care.killed) return fillTemplate(pickLine(CARE_LINES.killed, linePickFor(done, 'care')), words);
  const told = partsOf(done).map(([field, halves]) => fillSentence(halves, linePickFor(done, field), words));
  return [...told, ...joyOf(done)].join(' ');
}

function joyOf({ care, wish, species }: CareGiven): readonly string[] {
  if (wish.granted === undefined) return [];
  const { name, seed, heart } = care.creature;
  const subject = lineSubject(species, care.creature);
  const { family, slug } = species;
  const granted = heart?.granted ?? 1;
  return [wishGrantedWords({ name, seed, family, slug, action: wish.action, granted, subject })];
}

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

/** Chooses sentences by the number of all acts of care, so that consecutive replies differ whatever the action. */
export function linePickFor({ care, species }: Pick<CareGiven, 'care' | 'species'>, field: string): LinePick {
  const { seed, record } = care.creature;
  return { seed, field, count: record.careActions, subject: lineSubject(species, care.creature) };
}

function hidesSomething({ care }: CareGiven): boolean {
  return hiddenStats(care.shown.after).length > 0;
}

type Part = readonly [field: string, halves: Halves];

function partsOf(done: CareGiven): readonly Part[] {
  const { care, wish } = done;
  const { action, item } = wish;
  const regard: Part[] = item ? [['regard', CARE_LINES.categoryTails[regardFor(item.category, care)]]] : [];
  if (hidesSomething(done)) return [['care', CARE_LINES.unreadable[action]], ...regard];
  if (item?.category === 'harmful' && action !== 'reflect')
    return [['care', CARE_LINES.harmed[action]], ...regard];
  const timing: Part[] = care.timing ? [['timing', CARE_LINES.timingTails[care.timing]]] : [];
  const caution: Part[] = action === 'discipline' && isFragile(care) ? [['caution', CARE_LINES.caution]] : [];
  return [['care', openingFor(done)], ...regard, ...timing, ...caution];
}

function openingFor({ care, wish: { action, item } }: CareGiven): Halves {
  if (action === 'feed' && isLightMeal(care)) return CARE_LINES.nearlyFull;
  const effectiveness = isFilling(care) ? 'effective' : care.effectiveness;
  const reluctant = effectiveness === 'effective' && item?.category === 'disliked';
  return (reluctant && RELUCTANT[action]) || CARE_LINES.openings[action][effectiveness];
}

const NEARLY_FULL_HUNGER = 60;

/** True if a meal on time was reduced because the creature was nearly full: not a mistake of the keeper. */
function isLightMeal({ effectiveness, timing, shown: { before } }: CareEffect): boolean {
  return effectiveness === 'reduced' && timing === 'on_time' && (before.hunger ?? 0) > NEARLY_FULL_HUNGER;
}

/** True if a meal was reduced because less of it fills a hungry creature. */
function isFilling({ effectiveness, shown: { before, after } }: CareEffect): boolean {
  return effectiveness === 'reduced' && after.hunger === 100 && (before.hunger ?? 100) <= NEARLY_FULL_HUNGER;
}

function regardFor(category: ItemCategory, care: CareEffect): keyof typeof CARE_LINES.categoryTails {
  if (category !== 'loved' || care.effectiveness === 'effective' || isFilling(care)) return category;
  return isLightMeal(care) ? 'savoured' : 'spared';
}

function isFragile({ shown }: CareEffect): boolean {
  const { health = 100, trust = 100, happiness = 100 } = shown.before;
  return health < 40 || trust < 30 || happiness < 30;
}

export function careTip(done: CareGiven): string | undefined {
  const { care, wish, species } = done;
  if (care.effectiveness === 'effective') return undefined;
  const tip = tipFor(done, care.effectiveness);
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  const { creature } = care;
  const words = { action: wish.action, opens, harm: harmOf(wish.action) };
  if (typeof tip === 'string') return fillTemplate(tip, words);
  const said = fillSentence(tip, linePickFor(done, 'tip'), words, ': ');
  return tip === CARE_TIPS.hidden && hasHatched(creature)
    ? withProgress(said, trustProgress(creature, species, creature.life.lastCareAt))
    : said;
}

function tipFor(done: CareGiven, effectiveness: Exclude<Effectiveness, 'effective'>): Halves | string {
  const { care, wish, species } = done;
  if (wish.item?.category === 'harmful') return CARE_TIPS.harmful;
  const broken = ruleBroken(done);
  if (broken) return RULE_TIPS[broken.key] ?? broken.blurb;
  if (hidesSomething(done)) return CARE_TIPS.hidden;
  if (wish.action === 'feed') return CARE_TIPS.meals[care.timing ?? 'on_time'];
  const playsBeforeMeals = mechanicsOf(species).some(({ key }) => key === 'play_first' || key === 'energy');
  if (wish.action === 'play' && playsBeforeMeals) return CARE_TIPS.playForMeal;
  const second = wish.action === 'reflect' ? CARE_TIPS.afterReflect : CARE_TIPS.elsewhere;
  return { first: CARE_TIPS.tipFirsts[wish.action][effectiveness], second };
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

/** Advice after care. `elsewhere` names no action: it might be wasted or too early. The reply itself says which stat is low. */
const CARE_TIPS = asLines(careTips);
const RULE_TIPS: Readonly<Record<string, Halves>> = CARE_TIPS.ruleTips;

export type CareRefusalReason = Extract<CareOutcome, { refused: unknown }>['refused'] | 'egg';

interface CareRefusalFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  readonly count: number;
  /** How near it is to the trust that the refused care needs: a clause of `TRUST_DEGREES`. */
  readonly progress?: string | undefined;
}

export function refusalWords(whyNot: CareRefusalReason, facts: CareRefusalFacts) {
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
  readonly creature: steps.StepTarget & Pick<Creature, 'died' | 'releasedAt'>;
}): readonly NextStep[] {
  const { creature } = read;
  if (creature.died || creature.releasedAt !== undefined)
    return [steps.viewHistory(creature), steps.adoptAnother];
  return [steps.checkStatus(creature), steps.viewHistory(creature)];
}
