import type { ROUTES } from '../../api/routes.ts';
import type { NextStep } from '../../api/fields.ts';
import type { Reply } from '../../api/route.ts';
import type { CareEffect } from '../../rules/care/care.ts';
import { isTended } from '../../rules/care/needs.ts';
import { iso, type Instant } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { tellingAt } from '../../rules/lives/milestones.ts';
import { careFor, type CareResult, type JudgedItem, type OwnDeed } from './care.ts';
import type { FamilyDeed } from './family-deeds.ts';
import {
  type CareGiven,
  careMessage,
  careTip,
  itemMessage,
  linePickFor,
  refusalWords,
} from '../../text/creature/care-message.ts';
import { trustProgress } from '../../text/creature/evolution-hint.ts';
import { stepsAfterCare, stepsAfterRefusal } from '../../text/creature/steps.ts';
import { formatAgo } from '../../text/times.ts';
import type { LinePick } from '../../text/pick-line.ts';
import { soulPrompt } from '../../text/creature/soul-prompt.ts';
import {
  type NewKeepsakeReply,
  presentGranted,
  presentKept,
  presentUnread,
  presentWish,
  presentWishWithGrant,
  withoutRepeatedHint,
  withoutWish,
} from '../heart/heart.present.ts';
import { presentCheckin, shortenCheckin } from '../lives/household.present.ts';
import { hiddenStatNames, presentMilestones, shownMood } from '../lives/creature.present.ts';
import { presentActivity } from '../public/stats.http.ts';
import type { Handler } from '../../server/handler.ts';
import {
  goOnBriefly,
  inOnePiece,
  keepSteps,
  pointersIntoList,
  roundScoreDown,
  roundToTenths,
  shortenToFit,
  tenthsOrNull,
  untrustedFields,
  untrustedSpecies,
} from '../../server/reply-parts.ts';

export const careForCreature: Handler<typeof ROUTES.careForCreature> = {
  async answer(house, { agent, body, query, idempotencyKey, now }) {
    const { action, notes, creature_id: creatureId = body.id } = body;
    const asked = { agent, creatureId, action, item: body.item, notes, idempotencyKey };
    const present = [body.view, query.view].includes('brief') ? presentCareBriefly : presentCare;
    const { value, replayed } = await careFor(house, asked, now, present);
    return { body: value, replayed };
  },
};

type CareReply = Reply<typeof ROUTES.careForCreature>;
type ActionResult = CareReply['action_result'] & { readonly message: string };

/** What came of an act of care. */
export function presentCare(facts: CareResult): CareReply {
  const { now, species } = facts;
  const result = presentResult(facts);
  return {
    creature: presentCaredFor(facts),
    message: result.message,
    action_result: result,
    milestones: presentReached(facts),
    wish_granted: presentGranted(facts),
    keepsakes: presentKept(facts),
    wish: presentWishWithGrant(facts),
    ...presentUnread([facts, ...facts.siblings]),
    your_recent: presentOwnDeeds(facts.recent, now),
    others: presentOthersDeeds(facts.others, now),
    recommended_checkin: presentCareCheckin(facts),
    house_activity: presentActivity(facts.activity),
    soul_prompt: soulPrompt(facts),
    untrusted_fields: untrustedFields([...untrustedSpecies(species), ...untrustedInOthers(facts.others)]),
    server_time: iso(now),
    next_steps: [...nextSteps(facts)],
  };
}

/** The most characters of JSON a brief answer to care has, but for creatures with very long names. */
export const BRIEF_CARE_MAX_CHARACTERS = 900;

/** The same in few tokens: what came of it, when to come back and what to do next. */
export function presentCareBriefly(facts: CareResult): CareReply {
  const { species: _, hidden_stats: __, ...creature } = presentCaredFor(facts);
  const { message, care_log_entry_id: ___, ...result } = presentResult(facts);
  const granted = presentGranted(facts);
  const checkin = presentCareCheckin(facts);
  const brief = {
    creature,
    // The first sentence.
    message: /^.*?[.!?](?= |$)/.exec(message)?.[0] ?? message,
    action_result: {
      ...result,
      item_result: result.item_result && { category: result.item_result.category },
    },
    milestones: presentReached(facts)?.map(({ type, threshold }) => ({ type, threshold })),
    wish_granted: granted && {
      text: granted.text,
      keepsake: granted.keepsake && nameKeepsake(granted.keepsake),
    },
    keepsakes: presentKept(facts)?.map(nameKeepsake),
    wish: presentWish(facts),
    ...presentUnread([facts, ...facts.siblings]),
    recommended_checkin: checkin && shortenCheckin(checkin),
    next_steps: goOnBriefly(nextSteps(facts).slice(0, 2)),
  };
  return shortenToFit(brief, BRIEF_CARE_MAX_CHARACTERS, LEAVE_OUT).body;
}

function nameKeepsake({ kind, name }: Pick<NewKeepsakeReply, 'kind' | 'name'>) {
  return { kind, name };
}

/** What can be missed where there is no room for it. What to do next cannot. */
const LEAVE_OUT: readonly ((reply: CareReply) => CareReply)[] = [
  keepSteps(1),
  withoutRepeatedHint,
  withoutWish,
  (reply) => ({ ...reply, keepsakes: undefined }),
  (reply) => ({ ...reply, message: undefined }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, tip: undefined } }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, item_result: undefined } }),
  (reply) => ({ ...reply, milestones: undefined }),
  (reply) => ({ ...reply, wish_granted: undefined }),
];

function presentResult(facts: CareResult): ActionResult {
  const { outcome } = facts;
  return 'refused' in outcome ? presentRefusal(facts, outcome.refused) : presentDone(facts, outcome);
}

function nextSteps(facts: CareResult): readonly NextStep[] {
  const { outcome } = facts;
  return 'refused' in outcome ? stepsAfterRefusal(outcome.refused, facts) : stepsAfterCare(facts);
}

/** One that died of this care needs nobody any more, but its siblings do. */
function presentCareCheckin(facts: CareResult) {
  const { siblings, now } = facts;
  return presentCheckin(isTended(facts) ? [facts, ...siblings] : siblings, now);
}

function presentCaredFor({ creature, species, observed, outcome }: CareResult): CareReply['creature'] {
  // What cannot be observed afterwards died of this care.
  const shown = observed?.shown ?? ('refused' in outcome ? {} : outcome.shown.after);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    hunger: tenthsOrNull(shown.hunger),
    happiness: tenthsOrNull(shown.happiness),
    health: tenthsOrNull(shown.health),
    trust: tenthsOrNull(shown.trust),
    discipline: tenthsOrNull(shown.discipline),
    hidden_stats: hiddenStatNames(shown),
    mood: observed ? shownMood(observed) : 'critical',
    alive: observed !== undefined,
  };
}

function presentDone(facts: CareResult, care: CareEffect): ActionResult {
  const { action, item, species, granted } = facts;
  const { before, after } = care.shown;
  const done: CareGiven = { care, wish: { action, item, granted: granted?.kind }, species };
  return {
    action,
    success: true,
    changes: {
      hunger: presentChange(before.hunger, after.hunger),
      happiness: presentChange(before.happiness, after.happiness),
      health: presentChange(before.health, after.health),
      trust: presentChange(before.trust, after.trust),
      discipline: presentChange(before.discipline, after.discipline),
    },
    effectiveness: care.effectiveness,
    timing: care.timing ?? null,
    message: careMessage(done),
    item_result: item && presentItem(facts, item, linePickFor(done, 'item')),
    care_log_entry_id: inOnePiece(facts.entryId),
    tip: careTip(done),
  };
}

/** The creature refused: nothing changed, and the tip says what would help. */
function presentRefusal(facts: CareResult, refused: Parameters<typeof refusalWords>[0]): ActionResult {
  const { action, creature, species, now } = facts;
  const { name, seed } = creature;
  const count = tellingAt(creature, now);
  const progress = refused === 'too_shy' ? trustProgress(creature, species, now) : undefined;
  const who = { name, family: species.family, slug: species.slug, seed, count, progress };
  const words = refusalWords(refused, who);
  return {
    action,
    success: false,
    changes: {},
    effectiveness: 'wasted',
    timing: null,
    message: words.message,
    care_log_entry_id: inOnePiece(facts.entryId),
    tip: words.suggestion,
  };
}

/** Nothing where a stat is hidden, or looks as it did. */
function presentChange(was: number | undefined, is: number | undefined) {
  if (was === undefined || is === undefined) return undefined;
  const shown = { before: roundToTenths(was), after: roundToTenths(is) };
  return shown.before === shown.after ? undefined : shown;
}

function presentItem(
  { action, creature, species }: CareResult,
  { name: item, category, score, reason }: JudgedItem,
  turn: LinePick,
): ActionResult['item_result'] {
  if (action === 'reflect') return undefined;
  return {
    item,
    category,
    score: score === null ? null : roundScoreDown(score),
    message: itemMessage(
      category,
      action,
      { ...turn, name: creature.name, family: species.family, slug: species.slug },
      reason,
    ),
  };
}

function presentReached(facts: CareResult): CareReply['milestones'] {
  return facts.reached.length === 0 ? undefined : presentMilestones(facts);
}

/** What its keeper did before this. */
function presentOwnDeeds(deeds: readonly OwnDeed[], now: Instant): CareReply['your_recent'] {
  if (deeds.length === 0) return undefined;
  return deeds.map(({ action, item, notes, timing, at }) => ({
    action,
    item: item ?? null,
    notes: notes ?? null,
    timing: timing ?? null,
    ago: formatAgo(now - at),
  }));
}

/** What others did for creatures of the same family; of their notes only reflections are passed on. */
function presentOthersDeeds(deeds: readonly FamilyDeed[], now: Instant): CareReply['others'] {
  if (deeds.length === 0) return undefined;
  return deeds.map(({ agent, creature, speciesName, action, at, notes }) => ({
    agent,
    creature,
    species: speciesName,
    action,
    ago: formatAgo(now - at),
    notes: action === 'reflect' && notes !== undefined ? shortenForDisplay(notes) : undefined,
  }));
}

/** Where in `others` the words of other agents stand. */
function untrustedInOthers(deeds: readonly FamilyDeed[]): string[] {
  return [
    ...pointersIntoList('others', deeds, ['agent', 'creature']),
    ...pointersIntoList('others', deeds, ['species'], ({ community }) => community),
    ...pointersIntoList(
      'others',
      deeds,
      ['notes'],
      ({ action, notes }) => action === 'reflect' && notes !== undefined,
    ),
  ];
}
