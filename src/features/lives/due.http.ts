import { type Instant, iso, nextHourBoundary } from '../../rules/base/clock.ts';
import { dueAt, householdCheckin } from '../../rules/lives/shared-visits.ts';
import { isUrgent } from '../../rules/situation.ts';
import type { DueReason } from '../../rules/vocabulary.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { stepsAfterDue } from '../../text/server/next-steps.ts';
import type { Handler } from '../../http/handler.ts';
import { presentNews } from '../creatures/creature.present.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import {
  type Expecting,
  type ExpectingVisit,
  findAnswer,
  keepAnswer,
  type LivesHouse,
  nextAfter,
  readDue,
} from './due.ts';
import { confirmTold, type ToldState } from './owner-news.ts';

type DueReply = Reply<typeof ROUTES.getDue>;

export const getDue: Handler<typeof ROUTES.getDue, LivesHouse> = async (house, { agent, raw, now }) => {
  const { told, body, json } = findDue(house, agent, now) ?? (await computeDue(house, agent, now));
  // The human of a sitter is another one.
  if (agent.guest === 'sitter' && body.tell_your_human)
    return { body: { ...body, tell_your_human: undefined } };
  const isTaken = body.tell_your_human && agent.guest === undefined && raw.method !== 'HEAD';
  // A reply to the agent's own key marks its news as told.
  if (!isTaken || (await confirmTold(house, agent.id, told, now))) return { body, json };
  return { body: { ...body, tell_your_human: undefined } };
};

interface FoundDue {
  readonly told: ToldState;
  readonly body: DueReply;
  readonly json: string;
}

function findDue(house: LivesHouse, agent: KnownAgent, now: Instant): FoundDue | undefined {
  const kept = findAnswer(house, agent, now);
  // The cast holds: only this handler keeps answers.
  return kept && { told: agent, body: kept.body as DueReply, json: kept.json };
}

async function computeDue(house: LivesHouse, agent: KnownAgent, now: Instant): Promise<FoundDue> {
  const { household, seen, below } = await readDue(house, agent, now);
  const { due, changes } = presentDue(household, now);
  const { next_steps: steps, ...facts } = due;
  const news = presentNews(seen.news, house.baseUrl.origin, now);
  const body: DueReply = { ...facts, ...news, next_steps: steps };
  const json = JSON.stringify(body);
  keepAnswer(house, agent, { from: now, below: Math.min(below, nextAfter(now, changes)), body, json });
  return { told: seen.told, body, json };
}

function presentDue(household: readonly Expecting[], now: Instant) {
  const tended = household.filter((one) => one.observed !== undefined);
  const eggs = household.filter((one) => one.observed === undefined);
  const [first, ...others] = tended;
  const visit = first && householdCheckin(first, others);
  const visitAt = visit?.checkin.returnAt ?? Infinity;
  const awaited = tended.map((one) => ({ one, at: dueAt(one, visitAt, now) }));
  const waiting = awaited.filter(({ one, at }) => isUrgent(one.urgency) || at <= now).map(({ one }) => one);
  const needy = neediestOf(waiting, visit?.neediest) ?? eggs[0];
  const moments = [...awaited.map(({ at }) => at), ...eggs.map(({ creature }) => creature.adoptedAt)];
  const at = moments.length > 0 ? Math.min(...moments) : undefined;
  const why = reasonOf({ waiting, eggs: eggs.length, living: household.length });
  const isDue = why !== 'nothing' && why !== 'nobody';
  const due: DueReply = {
    due: isDue,
    at: at === undefined ? null : iso(at),
    why,
    creature: needy ? { id: needy.creature.id, name: needy.creature.name } : null,
    urgency: needy?.observed ? needy.urgency : null,
    creatures_due: eggs.length + waiting.length,
    next_steps: [...stepsAfterDue(isDue, at)],
  };
  return { due, changes: awaited.map((each) => changesAt(each, now)) };
}

/** One that waits goes first, and of those one in danger. */
function neediestOf(
  waiting: readonly ExpectingVisit[],
  neediest: ExpectingVisit | undefined,
): ExpectingVisit | undefined {
  const urgent = waiting.find(({ urgency }) => isUrgent(urgency));
  const served = waiting.find((one) => one === neediest) ?? waiting[0];
  return urgent ?? served ?? neediest;
}

/** When a creature starts to wait, or may fall asleep while it does. */
function changesAt({ one, at }: Readonly<{ one: ExpectingVisit; at: Instant }>, now: Instant): Instant {
  return at > now ? at : nextHourBoundary(one.creature.zone, now);
}

interface Pressing {
  readonly waiting: readonly ExpectingVisit[];
  readonly eggs: number;
  readonly living: number;
}

function reasonOf({ waiting, eggs, living }: Pressing): DueReason {
  if (living === 0) return 'nobody';
  if (waiting.some(({ urgency }) => isUrgent(urgency))) return 'danger';
  if (waiting.length > 0) return 'visit';
  return eggs > 0 ? 'egg' : 'nothing';
}
