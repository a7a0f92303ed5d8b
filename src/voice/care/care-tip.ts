import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };

import { WINDOW_OPENS } from '../../core/care/feeding.ts';
import { effectOf } from '../../core/care/item-effects.ts';
import { hourOfDay, localHourAt } from '../../core/engine/local-time.ts';
import { hasHatched } from '../../core/lives/creature.ts';
import { mechanicsOf, type Mechanic } from '../../core/species/mechanics.ts';
import { ACTIONS, STATS, type Action, type Effectiveness, type Timing } from '../../core/vocabulary.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { joinWithAnd } from '../engine/nouns.ts';
import { fillSentence, fillTemplate, type Halves, type Lines } from '../engine/pick-line.ts';
import { trustProgress } from '../lives/trust-progress.ts';
import { hidesSomething, linePickFor, type CareGiven } from './care-message.ts';

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
  const progress = tip === HIDDEN ? progressOf(done) : undefined;
  return progress === undefined ? said : `${said} It is at ${progress}.`;
}

function progressOf({ care: { creature }, species }: CareGiven): string | undefined {
  return hasHatched(creature) ? trustProgress(creature, species, creature.life.lastCareAt) : undefined;
}

function tipFor(done: CareGiven, effectiveness: TipEffectiveness): Halves | string {
  const { care, wish } = done;
  if (wish.item?.category === 'harmful') return HARMFUL;
  const broken = ruleBroken(done);
  if (broken) return RULE_TIPS[broken.key] ?? broken.blurb;
  if (hidesSomething(done)) return HIDDEN;
  if (wish.action === 'play' && playsBeforeMeals(done)) return PLAY_FOR_MEAL;
  return wish.action === 'feed' ? MEALS[care.timing ?? 'on_time'] : tipsFor(wish.action)[effectiveness];
}

function tipsFor(action: TipAction): Readonly<Record<TipEffectiveness, Halves>> {
  const second = action === 'reflect' ? AFTER_REFLECT : ELSEWHERE;
  const { reduced, wasted } = TIP_FIRSTS[action];
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

const {
  harmful: HARMFUL,
  hidden: HIDDEN,
  ruleTips: RULE_TIPS,
  meals: MEALS,
  elsewhere: ELSEWHERE,
  afterReflect: AFTER_REFLECT,
  playForMeal: PLAY_FOR_MEAL,
  tipFirsts: TIP_FIRSTS,
} = careTips as {
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
  HARMFUL,
  HIDDEN,
  PLAY_FOR_MEAL,
  ...Object.values(RULE_TIPS),
  ...Object.values(MEALS),
  ...ACTIONS.filter((action) => action !== 'feed').flatMap((action) => Object.values(tipsFor(action))),
];
