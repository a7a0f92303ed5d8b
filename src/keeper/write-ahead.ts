import { RefusedError } from '../client/client.ts';
import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { HOUR, type Instant } from '../core/engine/clock.ts';
import type { DiaryCareEntry } from './diary-entry.ts';
import { nameFor } from './diary-words.ts';
import type { KeeperContext } from './keeper-context.ts';
import type { PendingAdoption, PendingCare } from './memory.ts';

export type KeeperCareReply = Reply<Routes['careForCreature']>;

/** What came of an act: it was done, or the creature sleeps, or it is not there any more. */
export type CareAttempt = { readonly cared: KeeperCareReply } | 'asleep' | 'nobody';

/** A care that is about to be given. The same visit and number is the same care, whatever happens in between. */
export interface PlannedCare {
  readonly creature: { readonly id: string; readonly name: string };
  readonly action: PendingCare['body']['action'];
  readonly item: string | undefined;
  /** When the visit began, by the house's clock. */
  readonly visit: Instant;
  readonly nth: number;
  readonly now: Instant;
}

/** Cares once: written down before it is sent, so that whoever comes after a crash sends the very same, and it is done once. */
export async function careOnce(keeping: KeeperContext, intended: PlannedCare): Promise<CareAttempt> {
  const { creature, action, item, visit, nth, now } = intended;
  const begun: PendingCare = {
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
export async function adoptOnce(keeping: KeeperContext, now: Instant): Promise<void> {
  const { wishes, world } = keeping;
  const { name = nameFor(world.randomId()), species, family } = wishes;
  const begun: PendingAdoption = {
    kind: 'adopt',
    word: `keep:adopt:${world.randomId()}`,
    at: now,
    diaryLength: await keeping.diary.length(),
    body: { name, ...(species !== undefined && { species_slug: species }), ...(family && { family }) },
  };
  await keeping.memory.change({ begun });
  await sendAdoption(keeping, begun);
}

/** How long after it was begun a request is simply sent again; later the house's own memory is asked what became of it. */
const RESEND_WITHIN = HOUR;

/** Ends what was begun and not ended, because the keeper or the house was gone. */
export async function finishPending(keeping: KeeperContext, now: Instant): Promise<void> {
  const { begun } = keeping.memory.now;
  if (!begun) return;
  const recent = now - begun.at < RESEND_WITHIN;
  if (begun.kind === 'care') await (recent ? sendCare(keeping, begun) : recoverFromHistory(keeping, begun));
  else if (recent) await sendAdoption(keeping, begun);
  // Whoever hatches from an older adoption is found at the next look.
  else await keeping.memory.change({ begun: undefined });
}

async function sendCare(keeping: KeeperContext, begun: PendingCare): Promise<CareAttempt> {
  try {
    const cared = await forgetIfRefused(
      keeping,
      keeping.house.careForCreature({ body: begun.body, idempotencyKey: begun.word }),
    );
    await completePending(keeping, begun, careEntryOf(begun, cared));
    return { cared };
  } catch (refused) {
    const instead = refused instanceof RefusedError ? EXPECTED_REFUSALS.get(refused.problem.code) : undefined;
    if (!instead) throw refused;
    return instead;
  }
}

const EXPECTED_REFUSALS: ReadonlyMap<string, 'asleep' | 'nobody'> = new Map([
  ['creature_asleep', 'asleep'],
  ['no_living_creature', 'nobody'],
]);

async function sendAdoption(keeping: KeeperContext, begun: PendingAdoption): Promise<void> {
  const { creature } = await forgetIfRefused(
    keeping,
    keeping.house.adoptCreature({ body: begun.body, idempotencyKey: begun.word }),
  );
  const { id, name, stage } = creature;
  const creatures = { ...keeping.memory.now.creatures, [id]: { name, stage } };
  await completePending(keeping, begun, { kind: 'adopted', creature_id: id, name }, creatures);
}

/** What the house refuses for good was not done, and is not begun any more. */
async function forgetIfRefused<T>({ memory }: KeeperContext, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof RefusedError && error.isFinal) await memory.change({ begun: undefined });
    throw error;
  }
}

/** Too late to send it again: whether it was done stands in the history. */
async function recoverFromHistory(keeping: KeeperContext, begun: PendingCare): Promise<void> {
  const { creature_id, action } = begun.body;
  const { care_log: log } = await keeping.house.getCareHistory({ query: { creature_id, limit: 500 } });
  const done = log.findLast((entry) => entry.action === action && Date.parse(entry.timestamp) >= begun.at);
  if (!done) return keeping.memory.change({ begun: undefined });
  const { name } = begun;
  await completePending(keeping, begun, {
    kind: 'recalled',
    creature_id,
    name,
    action,
    done_at: done.timestamp,
  });
}

type AnswerEntry = Parameters<KeeperContext['diary']['write']>[1];

/** The answer goes into the diary, once, and only then is the beginning forgotten. */
async function completePending(
  { diary, memory }: KeeperContext,
  begun: PendingCare | PendingAdoption,
  told: AnswerEntry,
  creatures = memory.now.creatures,
): Promise<void> {
  await diary.writeOnce(begun.diaryLength, begun.at, told);
  await memory.change({ begun: undefined, creatures });
}

function careEntryOf(
  { name, body }: PendingCare,
  { action_result: result }: KeeperCareReply,
): DiaryCareEntry {
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

function changesOf(changes: KeeperCareReply['action_result']['changes']): DiaryCareEntry['changes'] {
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== undefined));
}
