import type { z } from 'zod';

import { recordOf } from '../../../packages/base/collections.ts';
import { iso } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import type { CareEffect } from '../../rules/care/care.ts';
import { isTended } from '../../rules/care/needs.ts';
import { keepsakeOfWish } from '../../rules/heart/keepsakes.ts';
import { tellingAt } from '../../rules/lives/growth.ts';
import { type CareRefusal, STATS } from '../../rules/vocabulary.ts';
import type { NextStep } from '../../api/fields.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import type { GrantedWish } from '../../api/subjects/heart.ts';
import {
  type CareGiven,
  careMessage,
  careTip,
  itemMessage,
  linePickFor,
  refusalWords,
} from '../../text/creature/care-message.ts';
import { trustProgress } from '../../text/creature/milestones.ts';
import { feelingSentence } from '../../text/creature/soul-prompt.ts';
import { stepsAfterCare, stepsAfterRefusal } from '../../text/creature/steps.ts';
import { describeWish, wishOf } from '../../text/heart/wishes.ts';
import type { LinePick } from '../../text/pick-line.ts';
import { formatAgo } from '../../text/times.ts';
import type { Handler } from '../../http/handler.ts';
import {
  goOnBriefly,
  inOnePiece,
  pointersIntoList,
  roundScoreDown,
  roundToTenths,
  shortenToFit,
  untrustedFields,
  untrustedSpecies,
} from '../../http/reply-parts.ts';
import {
  hiddenStatNames,
  keepDeaths,
  MOST_DEATHS_IN_BRIEF,
  type NewKeepsakeReply,
  presentActivity,
  presentAmbitionStep,
  presentCheckin,
  presentDeaths,
  presentDeathsWithPages,
  presentIdentity,
  presentKeepsake,
  presentMilestones,
  presentNews,
  presentStats,
  presentStepsBriefly,
  presentUnread,
  presentWishWithGrant,
  shortenCheckin,
  shownMood,
  withoutMilestoneMessages,
} from '../creatures/creature.present.ts';
import { careFor, type CareHouse, type CareResult, type JudgedItem } from './care.ts';
import type { FamilyDeed } from './family-deeds.ts';

export const careForCreature: Handler<typeof ROUTES.careForCreature, CareHouse> = async (
  house,
  { agent, body, query, idempotencyKey, now },
) => {
  const { action, notes, creature_id: creatureId = body.id } = body;
  const asked = { agent, creatureId, action, item: body.item, notes, idempotencyKey };
  const { origin } = house.baseUrl;
  const present = [body.view, query.view].includes('brief') ? presentCareBriefly : presentCare;
  const { value, replayed } = await careFor(house, asked, now, (facts) => present(facts, origin));
  return { body: value, replayed };
};

type CareReply = Reply<typeof ROUTES.careForCreature>;
type ActionResult = CareReply['action_result'] & { readonly message: string };

export function presentCare(facts: CareResult, origin: string): CareReply {
  const { now, species } = facts;
  const result = presentResult(facts, 'full');
  return {
    creature: presentCaredFor(facts),
    message: result.message,
    ...presentNews(facts.news, origin, now),
    action_result: result,
    milestones: presentMilestones(facts),
    wish_granted: presentGranted(facts),
    keepsakes: presentKept(facts),
    ...presentDeathsWithPages(facts.deaths, origin),
    wish: presentWishWithGrant(facts),
    ambition: presentStep(facts),
    ...presentUnread([facts, ...facts.siblings]),
    your_recent: presentOwnDeeds(facts),
    others: presentOthersDeeds(facts),
    recommended_checkin: presentCareCheckin(facts),
    house_activity: presentActivity(facts.activity),
    soul_prompt: feelingSentence(facts),
    untrusted_fields: untrustedFields([
      ...untrustedSpecies(species),
      ...untrustedInRecent(facts.recent),
      ...untrustedInOthers(facts.others),
    ]),
    server_time: iso(now),
    next_steps: [...nextSteps(facts)],
  };
}

/** Size limit of a brief care reply in characters of JSON; only very long names can exceed it. */
export const BRIEF_CARE_MAX_CHARACTERS = 1000;
/** Added to the limit where a death is named, or the look of the next visit spared. */
export const ROOM_FOR_MORE = 250;
/** Added where there is something to tell a human. */
const ROOM_FOR_NEWS = 450;

/** Stats after the act, what came of it, news, and the next step; the moment of the next visit once that is the next step. */
export function presentCareBriefly(facts: CareResult, origin: string): CareReply {
  const { siblings } = facts;
  const { species: _, hidden_stats: __, ...creature } = presentCaredFor(facts);
  const { message, care_log_entry_id: ___, ...result } = presentResult(facts, 'brief');
  const granted = presentGranted(facts);
  const [next] = nextSteps(facts);
  const brief = {
    creature,
    message: /^.*?[.!?](?= |$)/.exec(message)?.[0] ?? message,
    ...presentNews(facts.news, origin, facts.now),
    action_result: {
      ...result,
      item_result: isKnownToBeLoved(facts) ? undefined : categoryOnly(result.item_result),
    },
    milestones: presentMilestones(facts),
    wish_granted: granted && {
      text: granted.text,
      keepsake: granted.keepsake && briefKeepsake(granted.keepsake),
    },
    keepsakes: presentKept(facts)?.map(briefKeepsake),
    ambition: withoutHint(presentStep(facts)),
    ...presentDeaths(facts.deaths, MOST_DEATHS_IN_BRIEF),
    ...presentUnread([facts, ...siblings]),
    recommended_checkin: isCare(next) ? undefined : shortenCheckin(presentCareCheckin(facts)),
    next_steps: next ? goOnBriefly([next]) : [],
  };
  const least = BRIEF_CARE_MAX_CHARACTERS + (facts.news ? ROOM_FOR_NEWS : 0);
  const most = least + (facts.deaths.told.length > 0 ? ROOM_FOR_MORE : 0);
  const { body, json } = shortenToFit(brief, most, LEAVE_OUT);
  const next_steps = presentStepsBriefly(body.next_steps, isTended(facts) ? [facts, ...siblings] : siblings);
  const longer = JSON.stringify(next_steps).length - JSON.stringify(body.next_steps).length;
  return json.length + longer <= least + ROOM_FOR_MORE ? { ...body, next_steps } : body;
}

/** The answer to a favourite from its list has nothing new. */
function isKnownToBeLoved({ action, item, species }: CareResult): boolean {
  return action !== 'reflect' && item?.category === 'loved' && species.tastes[action].includes(item.name);
}

function categoryOnly(result: ActionResult['item_result']): ActionResult['item_result'] {
  return result && { category: result.category };
}

const isCare = (step: NextStep | undefined): boolean => step?.body?.['action'] !== undefined;

function briefKeepsake({ kind, name }: Pick<NewKeepsakeReply, 'kind' | 'name'>) {
  return { kind, name };
}

/** Parts of a brief care reply that are left out, in this order, until it fits its size. One next step and the message always stay. */
const LEAVE_OUT: readonly ((reply: CareReply) => CareReply)[] = [
  (reply) => ({ ...reply, ambition: reply.ambition?.expected === undefined ? reply.ambition : undefined }),
  (reply) => ({ ...reply, keepsakes: undefined }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, tip: undefined } }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, item_result: undefined } }),
  withoutMilestoneMessages,
  keepDeaths(2),
  keepDeaths(1),
  (reply) => ({ ...reply, wish_granted: reply.wish_granted && { text: reply.wish_granted.text } }),
];

function presentResult(facts: CareResult, view: 'brief' | 'full'): ActionResult {
  const { outcome } = facts;
  return 'refused' in outcome ? presentRefusal(facts, outcome.refused) : presentDone(facts, outcome, view);
}

function nextSteps(facts: CareResult): readonly NextStep[] {
  const { outcome } = facts;
  return 'refused' in outcome ? stepsAfterRefusal(outcome.refused, facts) : stepsAfterCare(facts);
}

/** The check-in of a care reply: a creature killed by this act needs none; its siblings do. */
function presentCareCheckin(facts: CareResult) {
  const { siblings, now } = facts;
  return presentCheckin(isTended(facts) ? [facts, ...siblings] : siblings, now);
}

function presentCaredFor({ creature, species, observed, outcome }: CareResult): CareReply['creature'] {
  // A creature without an observation was killed by this act.
  const shown = observed?.shown ?? ('refused' in outcome ? {} : outcome.shown.after);
  return {
    ...presentIdentity(creature, species),
    ...presentStats(shown),
    hidden_stats: hiddenStatNames(shown),
    mood: observed ? shownMood(observed) : 'critical',
    alive: observed !== undefined,
  };
}

function presentDone(facts: CareResult, care: CareEffect, view: 'brief' | 'full'): ActionResult {
  const { action, item, species, granted } = facts;
  const { before, after } = care.shown;
  const done: CareGiven = { care, wish: { action, item, granted: granted?.kind }, species };
  return {
    action,
    success: true,
    changes: recordOf(STATS, (stat) => presentChange(before[stat], after[stat])),
    effectiveness: care.effectiveness,
    timing: care.timing ?? null,
    message: careMessage(done),
    item_result: item && presentItem(facts, item, linePickFor(done, 'item')),
    care_log_entry_id: inOnePiece(facts.entryId),
    tip: careTip(done, view),
  };
}

function presentRefusal(facts: CareResult, refused: CareRefusal): ActionResult {
  const { action, creature, species, now } = facts;
  const { name, seed } = creature;
  const count = tellingAt(creature, now);
  const progress = refused === 'too_shy' ? trustProgress(creature, species, now) : undefined;
  const { family, slug } = species;
  const words = refusalWords(refused, { name, family, slug, seed, count, progress });
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

function presentOwnDeeds({ recent, now }: CareResult): CareReply['your_recent'] {
  if (recent.length === 0) return undefined;
  return recent.map(({ action, item, notes, timing, at, by }) => ({
    action,
    item: item ?? null,
    notes: notes ?? null,
    timing: timing ?? null,
    ago: formatAgo(now - at),
    ...(by !== undefined && { by }),
  }));
}

function untrustedInRecent(recent: CareResult['recent']): string[] {
  return (['item', 'notes'] as const).flatMap((field) =>
    pointersIntoList(
      'your_recent',
      recent,
      [field],
      ({ isOthers, [field]: words }) => isOthers && words !== undefined,
    ),
  );
}

function presentOthersDeeds({ others, now }: CareResult): CareReply['others'] {
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

function hasPublicNotes(deed: FamilyDeed): deed is FamilyDeed & { readonly notes: string } {
  return deed.action === 'reflect' && deed.notes !== undefined;
}

function untrustedInOthers(deeds: readonly FamilyDeed[]): string[] {
  return [
    ...pointersIntoList('others', deeds, ['agent', 'creature']),
    ...pointersIntoList('others', deeds, ['species'], ({ community }) => community),
    ...pointersIntoList('others', deeds, ['notes'], hasPublicNotes),
  ];
}

function presentGranted(facts: CareResult): z.output<typeof GrantedWish> | undefined {
  const { granted, creature } = facts;
  if (!granted) return undefined;
  const kind = keepsakeOfWish(granted.kind);
  const isNew = keptBy(facts).some(({ keepsake }) => keepsake === kind);
  return {
    text: describeWish(wishOf(facts, granted)).text,
    keepsake: isNew ? presentKeepsake(kind, creature.name) : undefined,
  };
}

function presentStep(facts: CareResult): CareReply['ambition'] {
  const { outcome } = facts;
  return 'refused' in outcome ? undefined : presentAmbitionStep(facts, outcome.step);
}

/** The status says what counts as a step. */
function withoutHint(ambition: CareReply['ambition']): CareReply['ambition'] {
  if (!ambition) return undefined;
  const { text, progress, expected } = ambition;
  return expected === undefined ? { text, progress } : { text, progress, expected };
}

function presentKept(facts: CareResult): NewKeepsakeReply[] | undefined {
  const kept = keptBy(facts);
  if (kept.length === 0) return undefined;
  const { name } = facts.creature;
  return kept.map(({ keepsake, at }) => ({ ...presentKeepsake(keepsake, name), kept_at: iso(at) }));
}

function keptBy({ outcome }: CareResult) {
  return 'refused' in outcome ? [] : outcome.felt.filter((each) => each.kind === 'kept');
}
