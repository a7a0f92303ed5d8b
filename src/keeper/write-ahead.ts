import { HOUR, type Instant } from '../rules/base/clock.ts';
import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { RefusedError } from '../client/client.ts';
import { type DiaryCareEntry, type DiaryEntry, nameFor } from './diary.ts';
import type { KeeperContext, PendingAdoption, PendingCare } from './keeper-context.ts';

export type KeeperCareReply = Reply<Routes['careForCreature']>;

type CareAttempt = { readonly cared: KeeperCareReply } | 'asleep' | 'nobody';

/** A write-ahead log: the request and its Idempotency-Key are on disk before it is sent, and sent again after a crash. */
export async function careOnce(
  keeper: KeeperContext,
  care: Pick<PendingCare, 'word' | 'at' | 'name' | 'body'>,
): Promise<CareAttempt> {
  const pending: PendingCare = { kind: 'care', diaryLength: await keeper.diary.length(), ...care };
  await keeper.memory.change({ begun: pending });
  return sendCare(keeper, pending);
}

export async function adoptOnce(keeper: KeeperContext, now: Instant): Promise<void> {
  const { wishes, host } = keeper;
  const { name = nameFor(host.randomId()), species, family } = wishes;
  const pending: PendingAdoption = {
    kind: 'adopt',
    word: `keep:adopt:${host.randomId()}`,
    at: now,
    diaryLength: await keeper.diary.length(),
    body: { name, ...(species !== undefined && { species_slug: species }), ...(family && { family }) },
  };
  await keeper.memory.change({ begun: pending });
  await sendAdoption(keeper, pending);
}

/** An older pending request is not sent again: the care history tells whether it was done. */
const RESEND_WITHIN = HOUR;

export async function finishPending(keeper: KeeperContext, now: Instant): Promise<void> {
  const { begun: pending } = keeper.memory.now;
  if (!pending) return;
  const recent = now - pending.at < RESEND_WITHIN;
  if (pending.kind === 'care')
    await (recent ? sendCare(keeper, pending) : recoverFromHistory(keeper, pending));
  else if (recent) await sendAdoption(keeper, pending);
  // An older pending adoption is dropped: its creature is found in the next round.
  else await keeper.memory.change({ begun: undefined });
}

async function sendCare(keeper: KeeperContext, pending: PendingCare): Promise<CareAttempt> {
  try {
    const asking = keeper.house.careForCreature({ body: pending.body, idempotencyKey: pending.word });
    const cared = await forgetIfRefused(keeper, asking);
    await completePending(keeper, pending, careEntryOf(pending, cared));
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

async function sendAdoption(keeper: KeeperContext, pending: PendingAdoption): Promise<void> {
  const asking = keeper.house.adoptCreature({ body: pending.body, idempotencyKey: pending.word });
  const { id, name, stage } = (await forgetIfRefused(keeper, asking)).creature;
  const creatures = { ...keeper.memory.now.creatures, [id]: { name, stage } };
  await completePending(keeper, pending, { kind: 'adopted', creature_id: id, name }, creatures);
}

async function forgetIfRefused<T>({ memory }: KeeperContext, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof RefusedError && error.isFinal) await memory.change({ begun: undefined });
    throw error;
  }
}

async function recoverFromHistory(keeper: KeeperContext, pending: PendingCare): Promise<void> {
  // A sitter does not read the history: whether it was done shows in the next look.
  if (keeper.sits) return keeper.memory.change({ begun: undefined });
  const { creature_id, action } = pending.body;
  const { care_log: log } = await keeper.house.getCareHistory({ query: { creature_id, limit: 500 } });
  const done = log.findLast((entry) => entry.action === action && Date.parse(entry.timestamp) >= pending.at);
  if (!done) return keeper.memory.change({ begun: undefined });
  const { name } = pending;
  const entry: DiaryEntry = { kind: 'recalled', creature_id, name, action, done_at: done.timestamp };
  await completePending(keeper, pending, entry);
}

/** Writes the answer into the diary before the pending request is removed. */
async function completePending(
  { diary, memory }: KeeperContext,
  pending: PendingCare | PendingAdoption,
  entry: DiaryEntry,
  creatures = memory.now.creatures,
): Promise<void> {
  await diary.writeOnce(pending.diaryLength, pending.at, entry);
  await memory.change({ begun: undefined, creatures });
}

function careEntryOf(
  { name, body }: PendingCare,
  { action_result: result, wish_granted: granted }: KeeperCareReply,
): DiaryCareEntry {
  const { item_result: judged } = result;
  return {
    kind: 'care',
    creature_id: body.creature_id,
    name,
    action: body.action,
    ...(body.item !== undefined && { item: body.item }),
    // The score is null if the item could not be judged.
    ...(judged && judged.score !== null && { category: judged.category }),
    success: result.success,
    effectiveness: result.effectiveness,
    timing: result.timing,
    changes: Object.fromEntries(Object.entries(result.changes).filter(([, change]) => change !== undefined)),
    ...(granted && { granted: granted.keepsake?.name ?? null }),
    ...(result.care_log_entry_id !== undefined && { care_log_entry_id: result.care_log_entry_id }),
  };
}
