import { thingKindsOf } from '../../src/rules/care/lexicon.ts';
import { HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { dayPartAt } from '../../src/rules/heart/heart.ts';
import { wishAt } from '../../src/rules/heart/feel.ts';
import { LAST_DEEDS, LONG_STORY } from '../../src/rules/heart/grant-wish.ts';
import { WISHES, type WishRow } from '../../src/rules/heart/wishes-table.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { ACTIONS, type Action, type ItemAction } from '../../src/rules/vocabulary.ts';
import type { KeeperBehaviour, SimulatedCare, SimulatedVisit } from './keeper.ts';

/** A keeper that reads the wish at this share of its visits and grants it where it can. */
export function heedingWishes(keeper: KeeperBehaviour, share: number): KeeperBehaviour {
  return {
    onVisit(visit) {
      const reads = visit.roll() < share;
      if (reads && isForTheDoor(wishOf(visit))) grant(visit);
      keeper.onVisit(visit);
      if (reads && !isForTheDoor(wishOf(visit))) grant(visit);
    },
    nextVisitAt(visit) {
      const usual = keeper.nextVisitAt(visit);
      return wishOf(visit)?.after === 'soon' && visit.roll() < share ? soonerThan(usual, visit) : usual;
    },
  };
}

const SOON_ENOUGH = 3 * HOUR;

function soonerThan(usual: Instant, { now }: SimulatedVisit): Instant {
  return Math.min(usual, now + SOON_ENOUGH);
}

function wishOf({ creature, species, now }: SimulatedVisit): WishRow | undefined {
  const wish = wishAt(creature, species, now);
  return wish && WISHES[wish.kind];
}

/** Has it to be done before anything else? */
function isForTheDoor(row: WishRow | undefined): boolean {
  return row?.after === 'first' || row?.after === 'soon';
}

function grant(visit: SimulatedVisit): void {
  const row = wishOf(visit);
  if (!row || (row.part && row.part !== dayPartAt(visit.creature.zone, visit.now))) return;
  const act = actFor(row, visit);
  visit.care(act);
  if (row.after === 'again') visit.care(act);
}

function actFor(row: WishRow, visit: SimulatedVisit): SimulatedCare {
  const action = row.action ?? (row.after === 'other' ? somethingElse(visit) : 'reflect');
  const item = action === 'reflect' ? undefined : itemFor(row, action, visit);
  return {
    action,
    item: item === undefined ? undefined : { name: item, category: 'loved' },
    ...notesFor(row),
  };
}

function somethingElse({ creature }: SimulatedVisit): Action {
  const last = new Set(creature.record.recentActions.slice(-LAST_DEEDS));
  return ACTIONS.find((action) => !last.has(action)) ?? 'reflect';
}

function notesFor({ words }: WishRow): Pick<SimulatedCare, 'notes'> {
  if (words === undefined || words === 'none') return {};
  return { notes: words === 'long' ? 'and then '.repeat(LONG_STORY / 8) : 'I thought of you.' };
}

/** The item of the hint: one of its own tastes, or of its family once it has had all of them. */
function itemFor(
  { thing, item }: WishRow,
  action: ItemAction,
  { species, hasTried }: SimulatedVisit,
): string | undefined {
  const tastes = species.tastes[action];
  if (thing) return tastes.find((taste) => thingKindsOf(taste).includes(thing));
  if (item === 'loved') return tastes.find((taste) => hasTried(action, taste));
  if (item === undefined) return undefined;
  const family = CATALOG.filter((each) => each.family === species.family);
  return [...tastes, ...family.flatMap((each) => each.tastes[action])].find(
    (taste) => !hasTried(action, taste),
  );
}
