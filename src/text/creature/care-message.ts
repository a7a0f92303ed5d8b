import careLines from '#content/voice/care/care-lines.json' with { type: 'json' };
import careRefusals from '#content/voice/care/care-refusals.json' with { type: 'json' };
import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };
import itemLines from '#content/voice/care/item-lines.json' with { type: 'json' };
import preferenceNotes from '#content/voice/care/preference-notes.json' with { type: 'json' };
import type { NextStep } from '../../api/fields.ts';
import { hourOfDay, localHourAt } from '../../rules/base/local-time.ts';
import { type AskedCare, type CareEffect, type CareOutcome, effectOf } from '../../rules/care/care.ts';
import { WINDOW_OPENS } from '../../rules/care/feeding.ts';
import type { ItemReason } from '../../rules/care/judge-item.ts';
import { type Creature, hasHatched } from '../../rules/lives/creature.ts';
import { hiddenStats } from '../../rules/lives/visible-stats.ts';
import { bodyOf, type BodyOwner } from '../../rules/species/bodies.ts';
import { type Mechanic, mechanicsOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Action,
  ACTIONS,
  type Effectiveness,
  type ItemAction,
  type ItemCategory,
  STATS,
  type Timing,
} from '../../rules/vocabulary.ts';
import { wishGrantedWords } from '../heart/wishes.ts';
import { joinWithAnd, nounsOf } from '../nouns.ts';
import {
  fillSentence,
  fillTemplate,
  fillTemplates,
  type Halves,
  type LinePick,
  type Lines,
  lineSubject,
  pickLine,
} from '../pick-line.ts';
import { adoptAnotherStep, checkStatusStep, type StepTarget, viewHistoryStep } from '../server/next-steps.ts';
import { formatTimeUntil, pluralize } from '../times.ts';
import { trustProgress } from './evolution-hint.ts';

export const ITEM_TEXTS = itemLines as {
  /** What an item is to it, and never what it did: the same words stand beside care that was wasted. */
  readonly itemLines: Record<ItemCategory, Record<ItemAction, Lines>>;
  /** What may follow, whatever it was used for. */
  readonly itemSeconds: Record<ItemCategory, Lines>;
  /** Why it is so, where the house knows: by the kind of thing it is, and by what it is like. */
  readonly itemReasons: Record<ItemCategory | 'akin', Lines>;
};

export const CARE_LINES = careLines as {
  /**
   * What an act of care comes to, in two halves, of which every first goes with every second. Reflecting reaches those
   * who sleep, so its lines never say that it is awake.
   */
  readonly openings: Record<Action, Record<Effectiveness, Halves>>;
  /** A meal on time that found it nearly full, and so added little. */
  readonly nearlyFull: Halves;
  /** What care that was effective comes to with a thing it dislikes: it does its work, and delights nobody. */
  readonly reluctant: Partial<Record<Action, Halves>>;
  /** What a harmful item does, whatever else the numbers say. */
  readonly harmed: Record<ItemAction, Halves>;
  /** When the care itself ended its life. */
  readonly killed: Lines;
  /** Of one that hides its stats: what can be seen, which is little. */
  readonly unreadable: Record<Action, Halves>;
  /** What it made of the item. A favourite is praised where it did something, and otherwise kept for another time. */
  readonly categoryTails: Record<ItemCategory | 'spared' | 'savoured', Halves>;
  /** What it made of the hour of its meal. */
  readonly timingTails: Record<Timing, Halves>;
  /** A lesson to one that is weak, or does not trust yet. */
  readonly caution: Halves;
};

/** An act of care that was not refused. */
export interface CareGiven {
  readonly care: CareEffect;
  readonly wish: AskedCare;
  readonly species: Species;
}

/** How the care went: what it did, what it thought of the item, and of the hour; and its joy, if it had wished for it. */
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

/** What it thinks of an item, and why; the item's name is untrusted text and is not quoted. */
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
  if (reason === undefined)
    return fillSentence({ first, second: ITEM_TEXTS.itemSeconds[category] }, turn, words);
  const { kind = '', like = '' } = reason;
  const second = ITEM_TEXTS.itemReasons[kind && like ? 'akin' : category];
  return fillSentence({ first, second }, turn, { ...words, kind, like }, ': ');
}

/** Every act of care counts one, whatever it is, so that no two near each other are told in the same words. */
export function linePickFor({ care, species }: Pick<CareGiven, 'care' | 'species'>, field: string): LinePick {
  const { seed, record } = care.creature;
  return { seed, field, count: record.careActions, subject: lineSubject(species, care.creature) };
}

function hidesSomething({ care }: Pick<CareGiven, 'care'>): boolean {
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

/** Nothing it dislikes is told with delight. */
function openingFor({ care, wish: { action, item } }: CareGiven): Halves {
  const { effectiveness } = care;
  if (action === 'feed' && isLightMeal(care)) return CARE_LINES.nearlyFull;
  const reluctant = effectiveness === 'effective' && item?.category === 'disliked';
  return (reluctant && CARE_LINES.reluctant[action]) || CARE_LINES.openings[action][effectiveness];
}

/** On time, and nearly full: the best that advice can lead to, and no failure. */
function isLightMeal({ effectiveness, timing }: CareEffect): boolean {
  return effectiveness === 'reduced' && timing === 'on_time';
}

/** No praise for a favourite that did little. */
function regardFor(category: ItemCategory, care: CareEffect): keyof typeof CARE_LINES.categoryTails {
  if (category !== 'loved' || care.effectiveness === 'effective') return category;
  return isLightMeal(care) ? 'savoured' : 'spared';
}

const FRAGILE_HEALTH = 40;
const FRAGILE_TRUST = 30;
const STRESSED_HAPPINESS = 30;

function isFragile({ shown }: CareEffect): boolean {
  const { health = 100, trust = 100, happiness = 100 } = shown.before;
  return health < FRAGILE_HEALTH || trust < FRAGILE_TRUST || happiness < STRESSED_HAPPINESS;
}

type TipAction = Exclude<Action, 'feed'>;
type TipEffectiveness = Exclude<Effectiveness, 'effective'>;

/** How to make more of it next time: what was the matter, and what to do. Nothing to add when the care was effective. */
export function careTip(done: CareGiven): string | undefined {
  const { care, wish, species } = done;
  if (care.effectiveness === 'effective') return undefined;
  const tip = tipFor(done, care.effectiveness);
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  const words = { action: wish.action, opens, harm: harmOf(wish.action) };
  if (typeof tip === 'string') return fillTemplate(tip, words);
  const said = fillSentence(tip, linePickFor(done, 'tip'), words, ': ');
  const progress = tip === CARE_TIPS.hidden ? progressOf(done) : undefined;
  return progress === undefined ? said : `${said} It is at ${progress}.`;
}

function progressOf({ care: { creature }, species }: CareGiven): string | undefined {
  return hasHatched(creature) ? trustProgress(creature, species, creature.life.lastCareAt) : undefined;
}

function tipFor(done: CareGiven, effectiveness: TipEffectiveness): Halves | string {
  const { care, wish } = done;
  if (wish.item?.category === 'harmful') return CARE_TIPS.harmful;
  const broken = ruleBroken(done);
  if (broken) return CARE_TIPS.ruleTips[broken.key] ?? broken.blurb;
  if (hidesSomething(done)) return CARE_TIPS.hidden;
  if (wish.action === 'play' && playsBeforeMeals(done)) return CARE_TIPS.playForMeal;
  return wish.action === 'feed'
    ? CARE_TIPS.meals[care.timing ?? 'on_time']
    : tipsFor(wish.action)[effectiveness];
}

function tipsFor(action: TipAction): Readonly<Record<TipEffectiveness, Halves>> {
  const second = action === 'reflect' ? CARE_TIPS.afterReflect : CARE_TIPS.elsewhere;
  const { reduced, wasted } = CARE_TIPS.tipFirsts[action];
  return { reduced: { first: reduced, second }, wasted: { first: wasted, second } };
}

// Some species never let such care count.
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

/** Of these a game is asked for before every meal, however happy they are. */
function playsBeforeMeals({ species }: CareGiven): boolean {
  return mechanicsOf(species).some(({ key }) => key === 'play_first' || key === 'energy');
}

/** The stats that a harmful item takes from: `happiness and health`. */
function harmOf(action: Action): string {
  const effect = effectOf(action, 'harmful');
  return joinWithAnd(STATS.filter((stat) => (effect[stat] ?? 0) < 0));
}

const CARE_TIPS = careTips as {
  readonly harmful: Halves;
  readonly hidden: Halves;
  /** Of care that a rule of the species keeps from counting, by the key of the rule. */
  readonly ruleTips: Readonly<Record<string, Halves>>;
  /** Of a meal it did not quite need: never to come later than its window, whatever the gauge says. */
  readonly meals: Record<Timing, Halves>;
  /** What is low is said by the reply itself: a tip that named an action might ask for one that is wasted, or too early. */
  readonly elsewhere: Lines;
  /** Reflecting reaches those that sleep or hide, for whom nothing else can be done. */
  readonly afterReflect: Lines;
  readonly playForMeal: Halves;
  readonly tipFirsts: Record<TipAction, Record<TipEffectiveness, Lines>>;
};

/** Every tip, for whoever reads the whole table. */
export const ALL_TIPS: readonly Halves[] = [
  CARE_TIPS.harmful,
  CARE_TIPS.hidden,
  CARE_TIPS.playForMeal,
  ...Object.values(CARE_TIPS.ruleTips),
  ...Object.values(CARE_TIPS.meals),
  ...ACTIONS.filter((action) => action !== 'feed').flatMap((action) => Object.values(tipsFor(action))),
];

/** Why care did not happen. */
export type CareRefusalReason = Extract<CareOutcome, { refused: unknown }>['refused'] | 'egg';

interface CareRefusalFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  /** What tells one asking from the next. */
  readonly count: number;
  /** How far it is from letting it happen: `trust 12 of 40`. */
  readonly progress?: string | undefined;
}

interface RefusalWords {
  readonly error: string;
  readonly message: string;
  /** What to do instead. */
  readonly suggestion: string;
}

export function refusalWords(whyNot: CareRefusalReason, facts: CareRefusalFacts): RefusalWords {
  const { error, messages, suggestions } = REFUSAL_LINES[whyNot];
  const turn = { seed: facts.seed, count: facts.count, subject: { body: bodyOf(facts) } };
  const words = nounsOf(facts, facts.name);
  const message = [
    pickLine(messages, { ...turn, field: 'refusal' }),
    pickLine(NO_HARM_DONE, { ...turn, field: 'refusal+' }),
  ];
  const suggestion = pickLine(suggestions, { ...turn, field: 'refusal-tip' });
  return {
    error: fillTemplate(error, words),
    message: fillTemplates(message, words),
    suggestion: withProgress(fillTemplate(suggestion, words), facts.progress),
  };
}

function withProgress(suggestion: string, progress: string | undefined): string {
  return progress === undefined ? suggestion : `${suggestion} It is at ${progress}.`;
}

interface RefusalLines {
  readonly error: string;
  readonly messages: Lines;
  readonly suggestions: Lines;
}

export const { noHarmDone: NO_HARM_DONE, refusalLines: REFUSAL_LINES } = careRefusals as {
  /** Said after any of them: a refusal changes nothing. */
  readonly noHarmDone: Lines;
  readonly refusalLines: Record<CareRefusalReason, RefusalLines>;
};

export const PREFERENCE_NOTES = preferenceNotes as Readonly<Record<'untried' | 'tried', Lines>>;

export function preferencesNote({
  discovered,
  seed,
}: {
  readonly discovered: number;
  readonly seed: number;
}): string {
  const lines = PREFERENCE_NOTES[discovered === 0 ? 'untried' : 'tried'];
  return fillTemplate(pickLine(lines, { seed, field: 'preferences', count: discovered }), {
    things: pluralize(discovered, 'thing'),
  });
}

/** A look first: it tells whether the next meal is due. A released creature has only its history. */
export function stepsAfterPreferences({
  creature,
}: {
  readonly creature: StepTarget & Pick<Creature, 'releasedAt'>;
}): readonly NextStep[] {
  const isGone = creature.releasedAt !== undefined;
  return isGone
    ? [viewHistoryStep(creature), adoptAnotherStep()]
    : [checkStatusStep(creature), viewHistoryStep(creature)];
}
