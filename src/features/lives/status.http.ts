import type { z } from 'zod';

import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import type { CreatureLine } from '../../api/subjects/creature.ts';
import { type Instant, iso } from '../../rules/base/clock.ts';
import { fatalRhythm } from '../../rules/care/fatal-rhythm.ts';
import * as needs from '../../rules/care/needs.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import { STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { sharedVisit, visitedAt } from '../../rules/lives/shared-visits.ts';
import { visibleStats } from '../../rules/species/mechanics.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import type { Handler } from '../../server/handler.ts';
import * as parts from '../../server/reply-parts.ts';
import { deathNotice } from '../../text/creature/life-messages.ts';
import { stageMessage } from '../../text/creature/milestones.ts';
import { soulPrompt } from '../../text/creature/soul-prompt.ts';
import { fatalRhythmWarning, stepsAfterLookIn, stepsAfterDeath } from '../../text/creature/steps.ts';
import { PORTRAIT_NOTE } from '../../text/pages/picture-prompts.ts';
import * as creatures from './creature.present.ts';
import { lookIn, type LookBackResult, type LookInResult } from './look-in.ts';

export const getCreatureStatus: Handler<typeof ROUTES.getCreatureStatus> = async (house, call) => {
  const { agent, query, now } = call;
  const id = query.creature_id ?? query.id;
  const looked = await lookIn(house, agent, id, now);
  if (query.view === 'brief') return brieflyTold(looked, id);
  const body = presentStatus(looked);
  return { body, ...headersOf(body) };
};

function brieflyTold(looked: LookInResult | LookBackResult, id: string | undefined) {
  const isRound = id === undefined && looked.kind === 'living' && looked.others.length > 0;
  return isRound ? presentRound(looked) : presentBrief(looked);
}

function headersOf({ warnings }: StatusReply) {
  return warnings && { headers: { 'x-arkhouse-warning': 'fatal-rhythm' } };
}

type StatusReply = Reply<typeof ROUTES.getCreatureStatus>;
type CompactReply = ReturnType<typeof creatures.presentCompact>;
type LineReply = z.output<typeof CreatureLine>;

export function presentStatus(looked: LookInResult | LookBackResult): StatusReply {
  return looked.kind === 'dead' ? presentLookBack(looked) : presentLook(looked);
}

function presentLook(looked: LookInResult): StatusReply {
  const { others } = looked;
  return {
    creature: creatures.presentCreature(looked),
    milestone: presentMilestone(looked, looked.beingDrawn ? PORTRAIT_NOTE : undefined),
    milestones: presentReached(looked),
    wish: creatures.presentWishWithGrant(looked),
    ...creatures.presentUnread([looked, ...others]),
    portraits: presentPortraits(looked),
    other_creatures:
      others.length === 0
        ? undefined
        : others.slice(0, creatures.MOST_LISTED).map((other) => creatures.presentCompact(other, looked.now)),
    ...creatures.presentMore(others.length),
    ...creatures.presentDeaths(looked.deaths),
    gifts: creatures.presentGifts(looked.gifts),
    recommended_checkin: creatures.presentCheckin([looked, ...looked.others], looked.now),
    warnings: presentFatalRhythm(looked, 'full'),
    soul_prompt: soulPrompt(looked),
    house_activity: creatures.presentActivity(looked.activity),
    untrusted_fields: parts.untrustedFields(untrustedNames(looked)),
    server_time: iso(looked.now),
    next_steps: [...stepsAfterLookIn(looked)],
  };
}

function presentFatalRhythm(tended: needs.TendedCreature, length: 'brief' | 'full'): StatusReply['warnings'] {
  const fatal = fatalRhythm(tended);
  return fatal && [{ field: 'care_rhythm', message: fatalRhythmWarning(fatal, length) }];
}

function untrustedNames({ species, others }: LookInResult): string[] {
  const listed = others.slice(0, creatures.MOST_LISTED);
  return [
    ...parts.untrustedSpecies(species),
    ...parts.pointersIntoList('other_creatures', listed, ['species'], (other) =>
      parts.isUntrustedName(other.species),
    ),
  ];
}

function presentLookBack(looked: LookBackResult, isBrief = false): StatusReply {
  return {
    creature: isBrief ? creatures.presentDeadBrief(looked) : creatures.presentDead(looked),
    message: deathNotice(looked),
    ...creatures.presentUnread([looked]),
    portraits: isBrief ? undefined : presentPortraits(looked),
    ...creatures.presentDeaths(looked.deaths, isBrief ? creatures.MOST_DEATHS_IN_BRIEF : Infinity),
    resurrection: creatures.presentResurrectionOffer(looked),
    untrusted_fields: parts.untrustedFields(parts.untrustedSpecies(looked.species)),
    server_time: iso(looked.now),
    next_steps: isBrief
      ? parts.goOnBriefly(stepsAfterDeath(looked).slice(0, BRIEF_MAX_STEPS))
      : [...stepsAfterDeath(looked)],
  };
}

export const BRIEF_MAX_CHARACTERS = 1500;
const BRIEF_MAX_STEPS = 2;
/** More lines never fit the size of a brief reply. */
const MOST_LINES = 8;
/** A household of up to this many creatures is listed whole. */
const LINES_KEPT = 4;

export function presentBrief(looked: LookInResult | LookBackResult): parts.WrittenReply<StatusReply> {
  const brief = looked.kind === 'dead' ? presentLookBack(looked, true) : briefLook(looked);
  return { ...parts.shortenToFit(brief, BRIEF_MAX_CHARACTERS, LEAVE_OUT_OF_BRIEF), ...headersOf(brief) };
}

/** Parts that are left out, in this order, until the reply fits its size. */
const LEAVE_OUT_OF_BRIEF: readonly ((reply: StatusReply) => StatusReply)[] = [
  parts.keepSteps(1),
  creatures.withoutRepeatedHint,
  creatures.withoutWish,
  creatures.keepDeaths(2),
  creatures.keepDeaths(1),
  withoutGifts,
  parts.keepSteps(0),
  withoutMilestones,
];

function withoutGifts({ gifts: _, ...reply }: StatusReply): StatusReply {
  return reply;
}

function withoutMilestones({ milestone: _, milestones: __, ...reply }: StatusReply): StatusReply {
  return reply;
}

function briefLook(looked: LookInResult): StatusReply {
  return {
    creature: creatures.presentCompact(looked, looked.now),
    milestone: presentMilestone(looked),
    milestones: creatures.presentMilestones(looked),
    wish: creatures.presentWish(looked),
    ...creatures.presentUnread([looked, ...looked.others]),
    ...creatures.presentDeaths(looked.deaths, creatures.MOST_DEATHS_IN_BRIEF),
    gifts: creatures.presentGifts(looked.gifts, 1),
    recommended_checkin: creatures.presentCheckin([looked, ...looked.others], looked.now),
    warnings: presentFatalRhythm(looked, 'full'),
    untrusted_fields: parts.untrustedFields(parts.untrustedSpecies(looked.species)),
    server_time: iso(looked.now),
    next_steps: parts.goOnBriefly(stepsAfterLookIn(looked, BRIEF_MAX_STEPS)),
  };
}

/** The neediest creature in full, and a line for each, neediest first, as many as fit. */
export function presentRound(looked: LookInResult): parts.WrittenReply<StatusReply> {
  const household = neediestFirst([looked, ...looked.others]);
  // The look has hatched at least the creature `looked`.
  const neediest = household.find(needs.isTended) ?? looked;
  const others = household.filter((found) => found !== neediest);
  const visit = sharedVisit(household.filter(needs.isTended).map(({ observed }) => observed.checkin));
  const isShown = neediest.creature.id === looked.creature.id;
  const grown = isShown ? looked.grown : [];
  const milestone = presentMilestone(looked);
  const reached = creatures.presentMilestones(looked);
  const round: StatusReply = {
    // Hidden stats are null; the list of their names is left out for brevity.
    creature: { ...creatures.presentCompact(neediest, looked.now), hidden_stats: undefined },
    creatures: household.slice(0, MOST_LINES).map((found) => presentLine(found, visit)),
    ...creatures.presentMore(household.length, MOST_LINES),
    milestone: isShown ? milestone : milestone && { ...milestone, creature_id: looked.creature.id },
    milestones: isShown ? reached : reached?.map((each) => ({ ...each, creature_id: looked.creature.id })),
    wish: creatures.presentWish({ ...neediest, now: looked.now }),
    ...creatures.presentUnread(household),
    ...creatures.presentDeaths(looked.deaths, creatures.MOST_DEATHS_IN_BRIEF),
    gifts: creatures.presentGifts(looked.gifts, 1),
    recommended_checkin: creatures.presentCheckin(household, looked.now),
    warnings: presentFatalRhythm(neediest, 'brief'),
    untrusted_fields: parts.untrustedFields(parts.untrustedSpecies(neediest.species)),
    server_time: iso(looked.now),
    next_steps: parts.goOnBriefly(
      stepsAfterLookIn({ ...neediest, others, grown, deaths: looked.deaths }, BRIEF_MAX_STEPS),
    ),
  };
  return { ...parts.shortenToFit(round, BRIEF_MAX_CHARACTERS, LEAVE_OUT_OF_ROUND), ...headersOf(round) };
}

/** Parts that are left out, in this order, until the reply fits. The first step, names and urgency stay. */
const LEAVE_OUT_OF_ROUND: readonly ((reply: StatusReply) => StatusReply)[] = [
  parts.keepSteps(1),
  creatures.withoutRepeatedHint,
  creatures.withoutWish,
  withCheckin(({ reason: _, feeding_window_status: __, ...checkin }) => checkin),
  withLines(({ mood: _, ...line }) => line),
  keepLines(LINES_KEPT),
  creatures.keepDeaths(2),
  withLines(({ dies_at: _, ...line }) => line),
  withCheckin(creatures.shortenCheckin),
  creatures.keepDeaths(1),
  withLines(({ hunger: _, health: __, ...line }) => line),
  creatures.withoutMilestoneMessages,
  withoutGifts,
  withLines(({ checkin_at: _, ...line }) => line),
  withLines(({ feeding_status: _, ...line }) => line),
  withoutLesserStats,
  withoutSpecies,
  withoutWarnings,
  withoutShownLine,
  withoutTimesOfDeath,
  shortenDeathClock,
  withoutStageMessage,
  withoutUnread,
  keepLines(3),
  keepLines(2),
  keepLines(1),
  withoutMilestones,
];

function withoutStageMessage({ milestone, ...reply }: StatusReply): StatusReply {
  return { ...reply, milestone: milestone && { ...milestone, message: undefined } };
}

/** Unread letters and keepsakes are counted again by later replies, milestones are not. */
function withoutUnread({ new_letters: _, new_keepsakes: __, ...reply }: StatusReply): StatusReply {
  return reply;
}

function withoutTimesOfDeath({ deaths, ...reply }: StatusReply): StatusReply {
  return { ...reply, deaths: deaths?.map(({ died_at: _, ...death }) => death) };
}

function shortenDeathClock({ creature, ...reply }: StatusReply): StatusReply {
  const { death_clock: clock, ...rest } = creature as CompactReply;
  if (!clock) return { ...reply, creature };
  const { dies_at, urgency } = clock;
  return { ...reply, creature: { ...rest, death_clock: { dies_at, urgency } } };
}

/** Leaves out the line of the creature that is shown: by now it says nothing else. */
function withoutShownLine({ creatures: lines = [], ...reply }: StatusReply): StatusReply {
  return { ...reply, creatures: lines.filter(({ id }) => id !== reply.creature.id) };
}

function withoutLesserStats({ creature, ...reply }: StatusReply): StatusReply {
  const {
    age_hours: _,
    happiness: __,
    trust: ___,
    discipline: ____,
    hours_since_fed: _____,
    next_feeding_window: ______,
    ...rest
  } = creature as CompactReply;
  return { ...reply, creature: rest };
}

function withoutSpecies({ creature, untrusted_fields: _, ...reply }: StatusReply): StatusReply {
  const { species: __, ...rest } = creature as CompactReply;
  return { ...reply, creature: rest };
}

function withoutWarnings({ warnings: _, ...reply }: StatusReply): StatusReply {
  return reply;
}

function keepLines(most: number) {
  return ({ creatures: lines = [], more_creatures: more = 0, ...reply }: StatusReply): StatusReply => ({
    ...reply,
    creatures: lines.slice(0, most),
    ...creatures.presentMore(lines.length + more, Math.min(lines.length, most)),
  });
}

function withLines(shorten: (line: LineReply) => LineReply) {
  return (reply: StatusReply): StatusReply => ({ ...reply, creatures: reply.creatures?.map(shorten) });
}

function withCheckin(shorten: (checkin: creatures.CheckinReply) => creatures.CheckinReply) {
  return ({ recommended_checkin: checkin, ...reply }: StatusReply): StatusReply => ({
    ...reply,
    recommended_checkin: checkin && shorten(checkin),
  });
}

/** Sorts creatures: those with a need first, by urgency, then by the moment of their check-in; eggs before the others. */
function neediestFirst(household: readonly needs.FoundCreature[]): readonly needs.FoundCreature[] {
  const inNeed = new Set<needs.FoundCreature>(
    needs.needsInHouse(household.filter(needs.isTended)).map(({ tended }) => tended),
  );
  const others = household.filter((found) => !inNeed.has(found));
  return [...inNeed, ...others.toSorted((one, other) => checkinAt(one) - checkinAt(other))];
}

function checkinAt({ observed }: needs.FoundCreature): Instant {
  return observed?.checkin.returnAt ?? 0;
}

function presentLine(found: needs.FoundCreature, visit: Instant): LineReply {
  const { creature, species, observed } = found;
  const { id, name } = creature;
  const { hunger, health } = creatures.presentStats(observed?.shown ?? visibleStats(species, STATS_AT_BIRTH));
  return {
    id,
    name,
    ...(!observed && { stage: 'egg' as const }),
    hunger,
    health,
    feeding_status: observed?.feeding.status ?? 'ok',
    mood: observed ? creatures.shownMood(observed) : 'content',
    urgency: observed?.deathClock.urgency ?? null,
    dies_at: observed ? iso(observed.deathClock.diesAt) : null,
    checkin_at: observed ? iso(visitedAt(observed.checkin, visit)) : null,
  };
}

type GrowthFacts = Pick<LookInResult, 'creature' | 'species' | 'observed' | 'grown'>;

function presentMilestone(looked: GrowthFacts, portraitNote?: string) {
  const stage = looked.grown.at(-1);
  return stage && { stage, message: stageWords(stage, looked), portrait_note: portraitNote };
}

function presentReached(looked: LookInResult): StatusReply['milestones'] {
  const told = [...presentEarlierStages(looked), ...(creatures.presentMilestones(looked) ?? [])];
  return told.length === 0 ? undefined : told;
}

function presentEarlierStages(looked: GrowthFacts): NonNullable<StatusReply['milestones']> {
  const { grown } = looked;
  return grown.slice(0, -1).map((stage) => ({
    type: 'stage_transition',
    threshold: stage,
    message: stageWords(stage, looked),
  }));
}

function presentPortraits({ portraits }: Pick<LookInResult, 'portraits'>): StatusReply['portraits'] {
  if (portraits.length === 0) return undefined;
  return portraits.map(({ stage, imageUrl, generatedAt }) => ({
    stage,
    image_url: imageUrl,
    generated_at: iso(generatedAt),
  }));
}

function stageWords(stage: Stage, { creature, species, observed }: GrowthFacts): string {
  const { name, seed, path } = creature;
  const { family, slug } = species;
  const harmed = isHarmedRepeatedly(creature);
  return stageMessage(stage, { name, family, slug, seed, path, trust: observed.shown.trust, harmed });
}
