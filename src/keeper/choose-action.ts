import type { z } from 'zod';

import type { Wish } from '../api/subjects/heart.ts';
import type { Creature } from '../api/subjects/creature.ts';
import type { NextStep } from '../api/fields.ts';
import { ACTIONS, type Action } from '../rules/vocabulary.ts';

/** A living, hatched creature as its keeper sees it. */
export type WatchedCreature = z.output<typeof Creature>;

/** Something that was done in this visit, and how it was taken. */
export interface VisitDeed {
  readonly action: Action;
  readonly taken: 'accepted' | 'refused';
  /** It was what it wished for, as far as anybody could tell. */
  readonly wished?: boolean;
}

/** The care that grants a wish, as the house says. */
export type GrantingCare = NonNullable<z.output<typeof Wish>['grant']>;

/** What a decision is made from. Of the rules of a species a keeper knows what the house tells it, and no more. */
export interface CareChoice {
  readonly creature: WatchedCreature;
  /** What the house suggested last, best first. */
  readonly steps: readonly NextStep[];
  /** What was done in this visit so far. */
  readonly done: readonly VisitDeed[];
  /** How long nobody had been there when this visit began. */
  readonly aloneHours: number;
  /** What would grant what it wishes for. */
  readonly wish?: GrantingCare | undefined;
  /** What was tried today and moved nothing. */
  readonly fruitless: ReadonlySet<Action>;
}

const MAX_DEEDS = 30;

/** What to do next; undefined when the visit is over. */
export function chooseAction(situation: CareChoice): Action | undefined {
  if (situation.done.length >= MAX_DEEDS) return undefined;
  if (situation.creature.sleep_info?.sleeping) return chooseVigil(situation);
  return (
    chooseWhatItWants(situation) ??
    chooseCure(situation) ??
    chooseMeal(situation) ??
    chooseComfort(situation) ??
    chooseWish(situation)
  );
}

/** A step of the house as an act of care for this creature, if it is one. */
export function adviceFor(
  creatureId: string,
  steps: readonly NextStep[],
): readonly { readonly action: Action; readonly item: string | undefined }[] {
  return steps.flatMap(({ action, body }) => {
    const word = ACTIONS.find((each) => each === action);
    if (!word || body?.['creature_id'] !== creatureId) return [];
    const item = body['item'];
    return [{ action: word, item: typeof item === 'string' ? item : undefined }];
  });
}

/** A sleeper is left alone; only in danger somebody sits with it, which is all it takes. */
function chooseVigil(situation: CareChoice): Action | undefined {
  return isInDanger(situation.creature) && timesAccepted(situation, 'reflect') === 0 ? 'reflect' : undefined;
}

function isInDanger({ death_clock: { urgency }, feeding_status }: WatchedCreature): boolean {
  return urgency === 'critical' || urgency === 'imminent' || feeding_status === 'critical';
}

/** One that refused says through the house what it wants first. */
function chooseWhatItWants({ creature, steps, done }: CareChoice): Action | undefined {
  const last = done.at(-1);
  if (last?.taken !== 'refused') return undefined;
  const [instead] = adviceFor(creature.id, steps);
  return instead && instead.action !== last.action ? instead.action : undefined;
}

const SICK = 40;
const MAX_MEDICINE = 3;

function chooseCure(situation: CareChoice): Action | undefined {
  const { creature, steps } = situation;
  const sick = creature.health !== null && creature.health < SICK;
  const advised = adviceFor(creature.id, steps)[0]?.action === 'medicine';
  if (!sick && !advised && creature.mood !== 'sick' && creature.mood !== 'critical') return undefined;
  return timesAccepted(situation, 'medicine') < MAX_MEDICINE ? 'medicine' : undefined;
}

/** Fed once a visit, and only while the window is open. What the house puts before the meal comes before it. */
function chooseMeal(situation: CareChoice): Action | undefined {
  const { creature, steps } = situation;
  if (creature.next_feeding_window !== 'open now' || timesAccepted(situation, 'feed') > 0) return undefined;
  const advised = adviceFor(creature.id, steps).map(({ action }) => action);
  const [first] = advised;
  const before = first === 'play' || first === 'reflect' ? first : undefined;
  return before && !advised.includes('feed') && mayComeFirst(situation, before) ? before : 'feed';
}

/** Nobody has to play twice for one meal; a shy one may need many quiet words. */
function mayComeFirst(situation: CareChoice, action: 'play' | 'reflect'): boolean {
  return action === 'reflect' || timesAccepted(situation, 'play') === 0;
}

const LONG_ENOUGH_HOURS = 1;

/** What makes it happier, cleaner, closer: once a visit each, and not at every glance. */
function chooseComfort(situation: CareChoice): Action | undefined {
  const { aloneHours, fruitless } = situation;
  if (aloneHours < LONG_ENOUGH_HOURS && timesAccepted(situation, 'feed') === 0) return undefined;
  return COMFORTS.find(
    ({ action, suits, most }) =>
      !fruitless.has(action) &&
      suits(situation.creature) &&
      timesAccepted(situation, action) < most(situation.creature),
  )?.action;
}

interface Comfort {
  readonly action: Action;
  readonly suits: (creature: WatchedCreature) => boolean;
  readonly most: (creature: WatchedCreature) => number;
}

const onlyOnce = () => 1;

// A lesson costs it joy and trust, so a keeper gives none.
const COMFORTS: readonly Comfort[] = [
  { action: 'play', suits: ({ happiness }) => happiness !== null && happiness < 70, most: onlyOnce },
  { action: 'clean', suits: ({ health }) => health !== null && health < 70, most: onlyOnce },
  {
    action: 'reflect',
    suits: ({ trust }) => trust === null || trust < 80,
    most: ({ hidden_stats: hidden = [] }) => (hidden.length > 0 ? 2 : 1),
  },
];

/** What it wishes for comes after what it needs, and is tried once a visit. */
function chooseWish({ wish, done }: CareChoice): Action | undefined {
  return done.some(({ wished }) => wished) ? undefined : wish?.action;
}

/** How often it let this be done in this visit. */
function timesAccepted({ done }: CareChoice, action: Action): number {
  return done.filter((deed) => deed.action === action && deed.taken === 'accepted').length;
}
