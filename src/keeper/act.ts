import { Refused } from '../client/client.ts';
import type { Reply } from '../contract/route.ts';
import type { Routes } from '../contract/routes.ts';
import { HOUR, type Instant } from '../core/clock.ts';
import type { CareEntry } from './entry.ts';
import type { Keeping } from './keeping.ts';
import type { BegunAdoption, BegunCare } from './memory.ts';
import { nameFor } from './words.ts';

export type Cared = Reply<Routes['careForCreature']>;

/** What came of an act: it was done, or the creature sleeps, or it is not there any more. */
export type CameOf = { readonly cared: Cared } | 'asleep' | 'nobody';

/** A care that is about to be given. The same visit and number is the same care, whatever happens in between. */
export interface Intended {
  readonly creature: { readonly id: string; readonly name: string };
  readonly action: BegunCare['body']['action'];
  readonly item: string | undefined;
  /** When the visit began, by the house's clock. */
  readonly visit: Instant;
  readonly nth: number;
  readonly now: Instant;
}

/** Cares once: written down before it is sent, so that whoever comes after a crash sends the very same, and it is done once. */
export async function careOnce(keeping: Keeping, intended: Intended): Promise<CameOf> {
  const { creature, action, item, visit, nth, now } = intended;
  const begun: BegunCare = {
    kind: 'care',
    word: `keep:${creature.id}:${visit}:${nth}`,
    at: now,
    diaryLength: await keeping.diary.length(),
    name: creature.name,
    body: { action, creature_id: creature.id, ...(item !== undefined && { item }) },
  };
  await keeping.memory.change({ begun });
  return sendCare(keeping, begun);
}

/** Adopts once, in the same way. */
export async function adoptOnce(keeping: Keeping, now: Instant): Promise<void> {
  const { wishes, world } = keeping;
  const { name = nameFor(world.word()), species, family } = wishes;
  const begun: BegunAdoption = {
    kind: 'adopt',
    word: `keep:adopt:${world.word()}`,
    at: now,
    diaryLength: await keeping.diary.length(),
    body: { name, ...(species !== undefined && { species_slug: species }), ...(family && { family }) },
  };
  await keeping.memory.change({ begun });
  await sendAdoption(keeping, begun);
}

/** How long after it was begun a request is simply sent again; later the house's own memory is asked what became of it. */
const STILL_THE_SAME_VISIT = HOUR;

/** Ends what was begun and not ended, because the keeper or the house was gone. */
export async function finishBegun(keeping: Keeping, now: Instant): Promise<void> {
  const { begun } = keeping.memory.now;
  if (!begun) return;
  const recent = now - begun.at < STILL_THE_SAME_VISIT;
  if (begun.kind === 'care') await (recent ? sendCare(keeping, begun) : recall(keeping, begun));
  else if (recent) await sendAdoption(keeping, begun);
  // Whoever hatches from an older adoption is found at the next look.
  else await keeping.memory.change({ begun: undefined });
}

async function sendCare(keeping: Keeping, begun: BegunCare): Promise<CameOf> {
  try {
    const cared = await unlessRefused(
      keeping,
      keeping.house.careForCreature({ body: begun.body, idempotencyKey: begun.word }),
    );
    await strikeOut(keeping, begun, entryOf(begun, cared));
    return { cared };
  } catch (refused) {
    const instead = refused instanceof Refused ? NOT_DONE.get(refused.problem.code) : undefined;
    if (!instead) throw refused;
    return instead;
  }
}

const NOT_DONE: ReadonlyMap<string, 'asleep' | 'nobody'> = new Map([
  ['creature_asleep', 'asleep'],
  ['no_living_creature', 'nobody'],
]);

async function sendAdoption(keeping: Keeping, begun: BegunAdoption): Promise<void> {
  const { creature } = await unlessRefused(
    keeping,
    keeping.house.adoptCreature({ body: begun.body, idempotencyKey: begun.word }),
  );
  const { id, name, stage } = creature;
  const creatures = { ...keeping.memory.now.creatures, [id]: { name, stage } };
  await strikeOut(keeping, begun, { kind: 'adopted', creature_id: id, name }, creatures);
}

/** What the house refuses for good was not done, and is not begun any more. */
async function unlessRefused<T>({ memory }: Keeping, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Refused && error.isFinal) await memory.change({ begun: undefined });
    throw error;
  }
}

/** Too late to send it again: whether it was done stands in the history. */
async function recall(keeping: Keeping, begun: BegunCare): Promise<void> {
  const { creature_id, action } = begun.body;
  const { care_log: log } = await keeping.house.getCareHistory({ query: { creature_id, limit: 500 } });
  const done = log.findLast((entry) => entry.action === action && Date.parse(entry.timestamp) >= begun.at);
  if (!done) return keeping.memory.change({ begun: undefined });
  const { name } = begun;
  await strikeOut(keeping, begun, { kind: 'recalled', creature_id, name, action, done_at: done.timestamp });
}

type Told = Parameters<Keeping['diary']['write']>[1];

/** The answer goes into the diary, once, and only then is the beginning forgotten. */
async function strikeOut(
  { diary, memory }: Keeping,
  begun: BegunCare | BegunAdoption,
  told: Told,
  creatures = memory.now.creatures,
): Promise<void> {
  await diary.writeOnce(begun.diaryLength, begun.at, told);
  await memory.change({ begun: undefined, creatures });
}

function entryOf({ name, body }: BegunCare, { action_result: result }: Cared): CareEntry {
  const { item_result: judged } = result;
  return {
    kind: 'care',
    creature_id: body.creature_id,
    name,
    action: body.action,
    ...(body.item !== undefined && { item: body.item }),
    // What could not be judged was neither liked nor disliked.
    ...(judged && judged.score !== null && { category: judged.category }),
    success: result.success,
    effectiveness: result.effectiveness,
    timing: result.timing,
    changes: changesOf(result.changes),
    care_log_entry_id: result.care_log_entry_id,
  };
}

function changesOf(changes: Cared['action_result']['changes']): CareEntry['changes'] {
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== undefined));
}
