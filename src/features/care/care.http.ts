import { ROUTES } from '../../api/routes.ts';
import type { NextStep } from '../../api/fields.ts';
import type { Reply } from '../../api/route.ts';
import type { CareEffect } from '../../rules/care/care.ts';
import { isTended } from '../../rules/care/needs.ts';
import { iso } from '../../rules/base/clock.ts';
import { recordOf } from '../../rules/base/collections.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { tellingAt } from '../../rules/lives/growth.ts';
import { type CareRefusal, ITEM_ACTIONS, type ItemAction, STATS } from '../../rules/vocabulary.ts';
import * as caring from './care.ts';
import * as messages from '../../text/creature/care-message.ts';
import { trustProgress } from '../../text/creature/milestones.ts';
import { stepsAfterCare, stepsAfterRefusal } from '../../text/creature/steps.ts';
import { formatAgo } from '../../text/times.ts';
import type { LinePick } from '../../text/pick-line.ts';
import { feelingSentence } from '../../text/creature/soul-prompt.ts';
import * as creatures from '../lives/creature.present.ts';
import type { Handler } from '../../server/handler.ts';
import * as parts from '../../server/reply-parts.ts';

export const careForCreature: Handler<typeof ROUTES.careForCreature> = async (
  house,
  { agent, body, query, idempotencyKey, now },
) => {
  const { action, notes, creature_id: creatureId = body.id } = body;
  const asked = { agent, creatureId, action, item: body.item, notes, idempotencyKey };
  const present = [body.view, query.view].includes('brief') ? presentCareBriefly : presentCare;
  const { value, replayed } = await caring.careFor(house, asked, now, present);
  return { body: value, replayed };
};

type CareReply = Reply<typeof ROUTES.careForCreature>;
type ActionResult = CareReply['action_result'] & { readonly message: string };

export function presentCare(facts: caring.CareResult): CareReply {
  const { now, species } = facts;
  const result = presentResult(facts);
  return {
    creature: presentCaredFor(facts),
    message: result.message,
    action_result: result,
    milestones: creatures.presentMilestones(facts),
    wish_granted: creatures.presentGranted(facts),
    keepsakes: creatures.presentKept(facts),
    ...creatures.presentDeaths(facts.deaths),
    wish: creatures.presentWishWithGrant(facts),
    ...creatures.presentUnread([facts, ...facts.siblings]),
    your_recent: presentOwnDeeds(facts),
    others: presentOthersDeeds(facts),
    recommended_checkin: presentCareCheckin(facts),
    house_activity: creatures.presentActivity(facts.activity),
    soul_prompt: feelingSentence(facts),
    untrusted_fields: parts.untrustedFields([
      ...parts.untrustedSpecies(species),
      ...untrustedInOthers(facts.others),
    ]),
    server_time: iso(now),
    next_steps: [...nextSteps(facts)],
  };
}

/** Size limit of a brief care reply in characters of JSON; only very long names can exceed it. */
export const BRIEF_CARE_MAX_CHARACTERS = 1000;
/** Added to the limit where a death is named. */
export const ROOM_FOR_A_DEATH = 250;

export function presentCareBriefly(facts: caring.CareResult): CareReply {
  const { species: _, hidden_stats: __, ...creature } = presentCaredFor(facts);
  const { message, care_log_entry_id: ___, ...result } = presentResult(facts);
  const granted = creatures.presentGranted(facts);
  const checkin = presentCareCheckin(facts);
  const brief = {
    creature,
    message: /^.*?[.!?](?= |$)/.exec(message)?.[0] ?? message,
    action_result: {
      ...result,
      item_result: result.item_result && { category: result.item_result.category },
    },
    milestones: creatures.presentMilestones(facts),
    wish_granted: granted && {
      text: granted.text,
      keepsake: granted.keepsake && briefKeepsake(granted.keepsake),
    },
    keepsakes: creatures.presentKept(facts)?.map(briefKeepsake),
    ...creatures.presentDeaths(facts.deaths, creatures.MOST_DEATHS_IN_BRIEF),
    wish: creatures.presentWish(facts),
    ...creatures.presentUnread([facts, ...facts.siblings]),
    recommended_checkin: checkin && creatures.shortenCheckin(checkin),
    next_steps: parts.goOnBriefly(nextSteps(facts).slice(0, 2)),
  };
  const most = BRIEF_CARE_MAX_CHARACTERS + (facts.deaths.told.length > 0 ? ROOM_FOR_A_DEATH : 0);
  return parts.shortenToFit(brief, most, LEAVE_OUT).body;
}

function briefKeepsake({ kind, name }: Pick<creatures.NewKeepsakeReply, 'kind' | 'name'>) {
  return { kind, name };
}

/** A brief look without an id is at all creatures, which includes the one named. */
function comeBackToAll(reply: CareReply): CareReply {
  const steps = reply.next_steps.map((step) =>
    step.action === 'check_back'
      ? { ...step, endpoint: `${ROUTES.getCreatureStatus.path}?view=brief` }
      : step,
  );
  return { ...reply, next_steps: steps };
}

/** Parts of a brief care reply that are left out, in this order, until it fits its size. One next step and the message always stay. */
const LEAVE_OUT: readonly ((reply: CareReply) => CareReply)[] = [
  parts.keepSteps(1),
  creatures.withoutRepeatedHint,
  creatures.withoutWish,
  comeBackToAll,
  (reply) => ({ ...reply, keepsakes: undefined }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, tip: undefined } }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, item_result: undefined } }),
  creatures.withoutMilestoneMessages,
  creatures.keepDeaths(2),
  creatures.keepDeaths(1),
  (reply) => ({ ...reply, wish_granted: reply.wish_granted && { text: reply.wish_granted.text } }),
];

function presentResult(facts: caring.CareResult): ActionResult {
  const { outcome } = facts;
  return 'refused' in outcome ? presentRefusal(facts, outcome.refused) : presentDone(facts, outcome);
}

function nextSteps(facts: caring.CareResult): readonly NextStep[] {
  const { outcome } = facts;
  return 'refused' in outcome ? stepsAfterRefusal(outcome.refused, facts) : stepsAfterCare(facts);
}

/** The check-in of a care reply: a creature killed by this act needs none; its siblings do. */
function presentCareCheckin(facts: caring.CareResult) {
  const { siblings, now } = facts;
  return creatures.presentCheckin(isTended(facts) ? [facts, ...siblings] : siblings, now);
}

function presentCaredFor({ creature, species, observed, outcome }: caring.CareResult): CareReply['creature'] {
  // A creature without an observation was killed by this act.
  const shown = observed?.shown ?? ('refused' in outcome ? {} : outcome.shown.after);
  return {
    ...creatures.presentIdentity(creature, species),
    ...creatures.presentStats(shown),
    hidden_stats: creatures.hiddenStatNames(shown),
    mood: observed ? creatures.shownMood(observed) : 'critical',
    alive: observed !== undefined,
  };
}

function presentDone(facts: caring.CareResult, care: CareEffect): ActionResult {
  const { action, item, species, granted } = facts;
  const { before, after } = care.shown;
  const done: messages.CareGiven = { care, wish: { action, item, granted: granted?.kind }, species };
  return {
    action,
    success: true,
    changes: recordOf(STATS, (stat) => presentChange(before[stat], after[stat])),
    effectiveness: care.effectiveness,
    timing: care.timing ?? null,
    message: messages.careMessage(done),
    item_result: item && presentItem(facts, item, messages.linePickFor(done, 'item')),
    care_log_entry_id: parts.inOnePiece(facts.entryId),
    tip: messages.careTip(done),
  };
}

function presentRefusal(facts: caring.CareResult, refused: CareRefusal): ActionResult {
  const { action, creature, species, now } = facts;
  const { name, seed } = creature;
  const count = tellingAt(creature, now);
  const progress = refused === 'too_shy' ? trustProgress(creature, species, now) : undefined;
  const { family, slug } = species;
  const words = messages.refusalWords(refused, { name, family, slug, seed, count, progress });
  return {
    action,
    success: false,
    changes: {},
    effectiveness: 'wasted',
    timing: null,
    message: words.message,
    care_log_entry_id: parts.inOnePiece(facts.entryId),
    tip: words.suggestion,
  };
}

function presentChange(was: number | undefined, is: number | undefined) {
  if (was === undefined || is === undefined) return undefined;
  const shown = { before: parts.roundToTenths(was), after: parts.roundToTenths(is) };
  return shown.before === shown.after ? undefined : shown;
}

function presentItem(
  { action, creature, species }: caring.CareResult,
  { name: item, category, score, reason }: caring.JudgedItem,
  turn: LinePick,
): ActionResult['item_result'] {
  if (action === 'reflect') return undefined;
  return {
    item,
    category,
    score: score === null ? null : parts.roundScoreDown(score),
    message: messages.itemMessage(
      category,
      action,
      { ...turn, name: creature.name, family: species.family, slug: species.slug },
      reason,
    ),
  };
}

function presentOwnDeeds({ recent, now }: caring.CareResult): CareReply['your_recent'] {
  if (recent.length === 0) return undefined;
  return recent.map(({ action, item, notes, timing, at }) => ({
    action,
    item: item ?? null,
    notes: notes ?? null,
    timing: timing ?? null,
    ago: formatAgo(now - at),
  }));
}

function presentOthersDeeds({ others, now }: caring.CareResult): CareReply['others'] {
  if (others.length === 0) return undefined;
  return others.map((deed) => ({
    agent: deed.agent,
    creature: deed.creature,
    species: deed.speciesName,
    action: deed.action,
    ago: formatAgo(now - deed.at),
    notes: hasPublicNotes(deed) ? shortenForDisplay(deed.notes) : undefined,
  }));
}

function hasPublicNotes(deed: caring.FamilyDeed): deed is caring.FamilyDeed & { readonly notes: string } {
  return deed.action === 'reflect' && deed.notes !== undefined;
}

function untrustedInOthers(deeds: readonly caring.FamilyDeed[]): string[] {
  return [
    ...parts.pointersIntoList('others', deeds, ['agent', 'creature']),
    ...parts.pointersIntoList('others', deeds, ['species'], ({ community }) => community),
    ...parts.pointersIntoList('others', deeds, ['notes'], hasPublicNotes),
  ];
}

export const getCreaturePreferences: Handler<typeof ROUTES.getCreaturePreferences> = async (
  house,
  { agent, query, now },
) => ({
  body: presentPreferences(await caring.listPreferences(house, agent, query.creature_id ?? query.id, now)),
});

type PreferencesReply = Reply<typeof ROUTES.getCreaturePreferences>;

function presentPreferences(facts: caring.Preferences): PreferencesReply {
  const { creature, species, discovered } = facts;
  return {
    creature: { id: creature.id, name: creature.name, species: species.name, family: species.family },
    preferences: recordOf(ITEM_ACTIONS, (action) => [...species.tastes[action]]),
    discovered: presentDiscovered(facts),
    note: messages.preferencesNote({ discovered: discovered.length, seed: creature.seed }),
    untrusted_fields: parts.untrustedFields(parts.untrustedSpecies(species)),
    next_steps: [...messages.stepsAfterPreferences(facts)],
  };
}

function presentDiscovered({ discovered }: caring.Preferences): PreferencesReply['discovered'] {
  const tried = (action: ItemAction) => discovered.filter((each) => each.action === action);
  return Object.fromEntries(
    ITEM_ACTIONS.filter((action) => tried(action).length > 0).map((action) => [
      action,
      tried(action).map(({ item, category, score }) => ({
        item,
        category,
        score: parts.roundScoreDown(score),
      })),
    ]),
  );
}
