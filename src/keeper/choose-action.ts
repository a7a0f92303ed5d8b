import type { z } from 'zod';

import { ACTIONS, type Action } from '../rules/vocabulary.ts';
import type { NextStep } from '../api/fields.ts';
import type { Creature } from '../api/subjects/creature.ts';
import type { Wish } from '../api/subjects/heart.ts';

export type WatchedCreature = z.output<typeof Creature>;

export type VisitDeed = Readonly<{ action: Action; taken: 'accepted' | 'refused'; wished?: boolean }>;

export type GrantingCare = NonNullable<z.output<typeof Wish>['grant']>;

/** The keeper knows the rules of a species only as far as the API states them. */
export interface CareChoice {
  readonly creature: WatchedCreature;
  /** Next steps of the last reply, best first. */
  readonly steps: readonly NextStep[];
  readonly done: readonly VisitDeed[];
  /** Hours without care when this visit began. */
  readonly aloneHours: number;
  readonly wish?: GrantingCare | undefined;
  /** Actions that had no effect in the last day. */
  readonly fruitless: ReadonlySet<Action>;
}

const MAX_DEEDS = 30;

/** The next care action; undefined when the visit is over. */
export function chooseAction(situation: CareChoice): Action | undefined {
  if (situation.done.length >= MAX_DEEDS) return undefined;
  if (situation.creature.sleep_info?.sleeping) return chooseVigil(situation);
  return (
    chooseWhatItWants(situation) ??
    chooseCure(situation) ??
    chooseMeal(situation) ??
    chooseComfort(situation) ??
    // Wishes come after needs, and are tried once per visit.
    (situation.done.some(({ wished }) => wished) ? undefined : situation.wish?.action)
  );
}

export interface AdvisedCare {
  readonly action: Action;
  readonly item: string | undefined;
}

export function adviceFor(creatureId: string, steps: readonly NextStep[]): AdvisedCare[] {
  return steps.flatMap(({ action, body }) => {
    const word = ACTIONS.find((each) => each === action);
    if (!word || body?.['creature_id'] !== creatureId) return [];
    const item = body['item'];
    return [{ action: word, item: typeof item === 'string' ? item : undefined }];
  });
}

/** The action for a sleeping creature: it accepts only `reflect`, which is used once, in danger. */
function chooseVigil(situation: CareChoice): Action | undefined {
  const { death_clock, feeding_status } = situation.creature;
  const inDanger =
    death_clock.urgency === 'critical' || death_clock.urgency === 'imminent' || feeding_status === 'critical';
  return inDanger && timesAccepted(situation, 'reflect') === 0 ? 'reflect' : undefined;
}

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

/** Chooses a meal: one per visit, while the feeding window is open; after `play` or `reflect` if the API suggests those first. */
function chooseMeal(situation: CareChoice): Action | undefined {
  const { creature, steps } = situation;
  if (creature.next_feeding_window !== 'open now' || timesAccepted(situation, 'feed') > 0) return undefined;
  const advised = adviceFor(creature.id, steps).map(({ action }) => action);
  if (advised.includes('feed')) return 'feed';
  const [first] = advised;
  // Shy species may need several `reflect` before a meal, but never a second `play`.
  const comesFirst = first === 'reflect' || (first === 'play' && timesAccepted(situation, 'play') === 0);
  return comesFirst ? first : 'feed';
}

const LONG_ENOUGH_HOURS = 1;

/** Chooses care for low stats, only when the last care was an hour ago or the creature was fed in this visit. */
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

// Actions that raise a low stat, without `discipline`, which costs happiness and trust.
const COMFORTS: readonly {
  readonly action: Action;
  readonly suits: (creature: WatchedCreature) => boolean;
  readonly most: (creature: WatchedCreature) => number;
}[] = [
  { action: 'play', suits: ({ happiness }) => happiness !== null && happiness < 70, most: () => 1 },
  { action: 'clean', suits: ({ health }) => health !== null && health < 70, most: () => 1 },
  {
    action: 'reflect',
    suits: ({ trust }) => trust === null || trust < 80,
    most: ({ hidden_stats: hidden = [] }) => (hidden.length > 0 ? 2 : 1),
  },
];

function timesAccepted({ done }: CareChoice, action: Action): number {
  return done.filter((deed) => deed.action === action && deed.taken === 'accepted').length;
}
