import { care, type Care, type CareWish } from '../core/care.ts';
import type { Instant } from '../core/clock.ts';
import { hasHatched, surelyHatched, type Hatched } from '../core/creature.ts';
import { live, type Lived } from '../core/live.ts';
import type { Refusal } from '../core/mechanic.ts';
import { statOfMilestone } from '../core/milestones.ts';
import { observe } from '../core/observe.ts';
import { hiddenStats } from '../core/reveal.ts';
import { writeDown } from '../store/care-log.ts';
import { Outdated, saveFeelings, type Kept } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import type { Keeper } from '../store/keepers.ts';
import { keepMilestone } from '../store/milestones.ts';
import { rememberItem } from '../store/tried-items.ts';
import { including } from './activity.ts';
import type { CaredFor, Giving } from './care.ts';
import { noEarlierThan, taken } from './changing.ts';
import { countActive, countCare } from './counting.ts';
import type { House } from './house.ts';
import { keepChange } from './keep-change.ts';

/** Gives the care and writes down all that comes of it. */
export async function giveCare(db: Transaction, house: House, prepared: Giving): Promise<CaredFor> {
  const kept = await taken(db, prepared.kept, prepared.grip, prepared.now);
  const { creature } = kept;
  if (!hasHatched(creature)) throw new Outdated();
  // Whoever was faster may have come later.
  const giving = { ...prepared, now: noEarlierThan(creature, prepared.now) };
  const { species, now } = giving;
  const outcome = care(creature, species, wishOf(giving), now);
  const entryId = house.chance.id();
  if ('refused' in outcome) {
    const { refused } = outcome;
    // Sleep is a matter of the hour alone, and was asked about before anything else.
    if (refused === 'asleep') throw new Outdated();
    await takeRefusal(db, giving, { kept, refused, entryId });
    return told(db, giving, { outcome: { refused }, creature, entryId });
  }
  const after = await takeCare(db, house, giving, { kept, outcome, entryId });
  return told(db, giving, { outcome, creature: after, entryId });
}

function told(
  db: Transaction,
  giving: Giving,
  what: Pick<CaredFor, 'outcome' | 'creature' | 'entryId'>,
): CaredFor {
  const { asked, species, now } = giving;
  const { creature: after } = what;
  return {
    ...what,
    now,
    action: asked.action,
    item: giving.item,
    species,
    observed: after.died ? undefined : observe(after, species, now),
    recent: giving.recent,
    others: giving.others,
    living: giving.living - (after.died ? 1 : 0),
    activity: including(giving.activity, db.counted, now),
  };
}

function wishOf({ asked: { action }, item }: Giving): CareWish {
  return { action, item: item && { name: item.name, category: item.category } };
}

interface Refused {
  readonly kept: Kept;
  readonly refused: Refusal;
  readonly entryId: string;
}

/** What it would not have is written down, and changes nothing. */
async function takeRefusal(
  db: Transaction,
  giving: Giving,
  { kept, refused, entryId }: Refused,
): Promise<void> {
  const saved = await saveFeelings(db, kept, kept.nextEventAt);
  await writeDown(db, { ...entryOf(giving, saved, entryId), refused, heard: false });
}

interface Given {
  readonly kept: Kept;
  readonly outcome: Care;
  readonly entryId: string;
}

async function takeCare(db: Transaction, house: House, giving: Giving, given: Given): Promise<Hatched> {
  const { asked, species, item, now } = giving;
  const { kept, outcome, entryId } = given;
  const { creature, happened } = afterwards(outcome, giving);
  let counts = true;
  const withKeeper = (keeper: Keeper): Keeper => {
    counts = keeper.counts;
    countCare(
      db,
      keeper,
      { action: asked.action, timing: outcome.timing, item, first: !keeper.hasCared },
      now,
    );
    const lastActiveAt = countActive(db, keeper, { before: keeper.lastActiveAt, now });
    return { ...keeper, hasCared: true, lastActiveAt };
  };
  const saved = await keepChange(db, house.chance, { kept, creature, species, happened, now, withKeeper });
  const { before, after } = outcome.shown;
  const entry = { ...entryOf(giving, saved, entryId), timing: outcome.timing, before, after, heard: counts };
  await writeDown(db, entry);
  await keepMilestones(db, creature.id, outcome, now);
  if (item && item.score !== null && asked.action !== 'reflect') {
    const { name, category, score } = item;
    await rememberItem(db, creature.id, { action: asked.action, item: name, category, score });
  }
  return creature;
}

/** Care may end its life, or let it grow up at once. */
function afterwards(outcome: Care, { species, now }: Giving): Lived & { creature: Hatched } {
  const { creature, killed } = outcome;
  const lived: Lived = killed
    ? { creature, happened: [{ kind: 'died', at: now, cause: 'harm' }] }
    : live(creature, species, now);
  return { creature: surelyHatched(lived.creature), happened: lived.happened };
}

async function keepMilestones(
  db: Transaction,
  creatureId: string,
  { milestones, shown }: Care,
  at: Instant,
): Promise<void> {
  const hidden = hiddenStats(shown.after);
  for (const { type, threshold } of milestones) {
    const stat = statOfMilestone(type);
    const isShown = stat === undefined || !hidden.includes(stat);
    await keepMilestone(db, creatureId, { type, threshold, at, shown: isShown });
  }
}

/** What every entry has: who, what, when. */
function entryOf({ asked, item, now }: Giving, { creature, family, version }: Kept, id: string) {
  return {
    id,
    creatureId: creature.id,
    version,
    keeperId: creature.keeperId,
    family,
    at: now,
    action: asked.action,
    item: asked.item,
    category: item?.category,
    score: item?.score ?? null,
    notes: asked.notes,
    timing: undefined,
    refused: undefined,
    before: {},
    after: {},
  };
}
