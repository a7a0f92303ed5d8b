import type { ROUTES } from '../../api/routes.ts';
import type { Reply } from '../../api/route.ts';
import { isTended } from '../../rules/care/needs.ts';
import { iso } from '../../rules/base/clock.ts';
import { isHarmedRepeatedly } from '../../rules/heart/care-digest.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import {
  lookIn,
  type FoundCreature,
  type LookBackResult,
  type LookInResult,
  type Portrait,
} from './look-in.ts';
import { deathNotice } from '../../text/creature/death-notice.ts';
import { stageMessage } from '../../text/creature/milestones.ts';
import { soulPrompt } from '../../text/creature/soul-prompt.ts';
import { stepsAfterLookIn, stepsAfterDeath } from '../../text/creature/steps.ts';
import { PORTRAIT_NOTE } from '../../text/pages/picture-prompts.ts';
import {
  presentUnread,
  presentWish,
  presentWishWithGrant,
  withoutRepeatedHint,
  withoutWish,
} from '../heart/heart.present.ts';
import { presentActivity } from '../public/stats.http.ts';
import type { Handler } from '../../server/handler.ts';
import {
  goOnBriefly,
  isUntrustedName,
  keepSteps,
  pointersIntoList,
  shortenToFit,
  untrustedFields,
  untrustedSpecies,
  type WrittenReply,
} from '../../server/reply-parts.ts';
import {
  neediestFirst,
  presentCheckin,
  presentLine,
  shortenCheckin,
  withoutReason,
  type LineReply,
} from './household.present.ts';
import {
  MOST_LISTED,
  presentCompact,
  presentCreature,
  presentDead,
  presentDeaths,
  presentMore,
  presentResurrectionOffer,
  presentDeadBrief,
  presentMilestones,
} from './creature.present.ts';

export const getCreatureStatus: Handler<typeof ROUTES.getCreatureStatus> = {
  async answer(house, { agent, query, now }) {
    const id = query.creature_id ?? query.id;
    const looked = await lookIn(house, agent, id, now);
    if (query.view !== 'brief') return { body: presentStatus(looked) };
    const isRound = id === undefined && looked.kind === 'living' && looked.others.length > 0;
    return isRound ? presentRound(looked) : presentBrief(looked);
  },
};

type CompactReply = ReturnType<typeof presentCompact>;
type StatusReply = Reply<typeof ROUTES.getCreatureStatus>;

/** Everything a look shows. */
export function presentStatus(looked: LookInResult | LookBackResult): StatusReply {
  return looked.kind === 'dead' ? presentLookBack(looked) : presentLook(looked);
}

function presentLook(looked: LookInResult): StatusReply {
  const { others } = looked;
  return {
    creature: presentCreature(looked),
    milestone: presentMilestone(looked, looked.beingDrawn ? PORTRAIT_NOTE : undefined),
    milestones: presentReached(looked),
    wish: presentWishWithGrant(looked),
    ...presentUnread([looked, ...others]),
    portraits: presentPortraits(looked.portraits),
    other_creatures:
      others.length === 0
        ? undefined
        : others.slice(0, MOST_LISTED).map((other) => presentCompact(other, looked.now)),
    ...presentMore(others.length),
    ...presentDeaths(looked.deaths),
    recommended_checkin: presentCheckin([looked, ...looked.others], looked.now),
    soul_prompt: soulPrompt(looked),
    house_activity: presentActivity(looked.activity),
    untrusted_fields: untrustedFields(untrustedNames(looked)),
    server_time: iso(looked.now),
    next_steps: [...stepsAfterLookIn(looked)],
  };
}

function untrustedNames({ species, others }: LookInResult): string[] {
  const own = untrustedSpecies(species);
  if (others.length === 0) return own;
  return own.concat(
    pointersIntoList('other_creatures', others.slice(0, MOST_LISTED), ['species'], hasUntrustedName),
  );
}

function hasUntrustedName({ species }: FoundCreature): boolean {
  return isUntrustedName(species);
}

function presentLookBack(looked: LookBackResult): StatusReply {
  return {
    creature: presentDead(looked),
    message: deathNotice(looked),
    ...presentUnread([looked]),
    portraits: presentPortraits(looked.portraits),
    ...presentDeaths(looked.deaths),
    resurrection: presentResurrectionOffer(looked),
    untrusted_fields: untrustedFields(untrustedSpecies(looked.species)),
    server_time: iso(looked.now),
    next_steps: [...stepsAfterDeath(looked)],
  };
}

/** The most characters of JSON a brief view may have. */
export const BRIEF_MAX_CHARACTERS = 1500;
const BRIEF_MAX_STEPS = 2;
const MOST_DEATHS_IN_BRIEF = 2;
/** More lines than this never fit. */
const MOST_LINES = 8;
/** A household of so many is listed whole. */
const LINES_KEPT = 4;

/** The same in few tokens. */
export function presentBrief(looked: LookInResult | LookBackResult): WrittenReply<StatusReply> {
  const brief = looked.kind === 'dead' ? briefLookBack(looked) : briefLook(looked);
  return shortenToFit(brief, BRIEF_MAX_CHARACTERS, LEAVE_OUT_OF_BRIEF);
}

/** Long names in every sentence leave no room for a second suggestion. */
const LEAVE_OUT_OF_BRIEF: readonly ((reply: StatusReply) => StatusReply)[] = [
  keepSteps(1),
  withoutRepeatedHint,
  withoutWish,
  keepDeaths(1),
  keepDeaths(0),
  withoutMilestones,
  keepSteps(0),
];

/** Milestones stay in the history. */
function withoutMilestones({ milestone: _, milestones: __, ...reply }: StatusReply): StatusReply {
  return reply;
}

/** The first so many deaths; the others are counted. */
function keepDeaths(most: number) {
  return ({ deaths = [], more_deaths: more = 0, ...reply }: StatusReply): StatusReply => {
    const left = more + Math.max(0, deaths.length - most);
    const kept = deaths.slice(0, most);
    return {
      ...reply,
      ...(kept.length > 0 && { deaths: kept }),
      ...(left > 0 && { more_deaths: left }),
    };
  };
}

function briefLook(looked: LookInResult): StatusReply {
  return {
    creature: presentCompact(looked, looked.now),
    // Portraits have no place in here, nor has the news that one is coming.
    milestone: presentMilestone(looked),
    milestones: presentMilestones(looked),
    wish: presentWish(looked),
    ...presentUnread([looked, ...looked.others]),
    ...presentDeaths(looked.deaths, MOST_DEATHS_IN_BRIEF),
    recommended_checkin: presentCheckin([looked, ...looked.others], looked.now),
    untrusted_fields: untrustedFields(untrustedSpecies(looked.species)),
    server_time: iso(looked.now),
    next_steps: goOnBriefly(stepsAfterLookIn(looked, BRIEF_MAX_STEPS)),
  };
}

/** Of all at once, for whoever named none of several: the neediest in full, and in a line each as many as fit, neediest first. */
export function presentRound(looked: LookInResult): WrittenReply<StatusReply> {
  const household = neediestFirst([looked, ...looked.others]);
  // The one that was looked at has hatched, if nobody else has.
  const neediest = household.find(isTended) ?? looked;
  const others = household.filter((found) => found !== neediest);
  const isShown = neediest.creature.id === looked.creature.id;
  const grown = isShown ? looked.grown : [];
  const milestone = presentMilestone(looked);
  const round: StatusReply = {
    // Null says of a stat that it is hidden, in fewer words.
    creature: { ...presentCompact(neediest, looked.now), hidden_stats: undefined },
    creatures: household.slice(0, MOST_LINES).map(presentLine),
    ...presentMore(household.length, MOST_LINES),
    milestone: isShown ? milestone : milestone && { ...milestone, creature_id: looked.creature.id },
    milestones: presentMilestones(looked),
    wish: presentWish(neediest),
    ...presentUnread(household),
    ...presentDeaths(looked.deaths, MOST_DEATHS_IN_BRIEF),
    recommended_checkin: presentCheckin(household, looked.now),
    untrusted_fields: untrustedFields(untrustedSpecies(neediest.species)),
    server_time: iso(looked.now),
    next_steps: goOnBriefly(
      stepsAfterLookIn({ ...neediest, others, grown, deaths: looked.deaths }, BRIEF_MAX_STEPS),
    ),
  };
  return shortenToFit(round, BRIEF_MAX_CHARACTERS, LEAVE_OUT_OF_ROUND);
}

/** What can be missed where there is no room for it. The first step, names and urgency cannot. */
const LEAVE_OUT_OF_ROUND: readonly ((reply: StatusReply) => StatusReply)[] = [
  keepSteps(1),
  withoutRepeatedHint,
  withoutWish,
  ({ recommended_checkin: checkin, ...reply }) => ({
    ...reply,
    recommended_checkin: checkin && withoutReason(checkin),
  }),
  withLines(({ mood: _, ...line }) => line),
  keepLines(LINES_KEPT),
  keepDeaths(1),
  withLines(({ dies_at: _, ...line }) => line),
  withLines(({ hunger: _, health: __, ...line }) => line),
  ({ recommended_checkin: checkin, ...reply }) => ({
    ...reply,
    recommended_checkin: checkin && shortenCheckin(checkin),
  }),
  keepDeaths(0),
  withoutMilestones,
  withLines(({ checkin_at: _, ...line }) => line),
  withLines(({ feeding_status: _, ...line }) => line),
  withoutLesserStats,
  withoutSpecies,
  keepLines(3),
  keepLines(2),
  keepLines(1),
];

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

/** The first so many lines; the others are counted. */
function keepLines(most: number) {
  return ({ creatures = [], more_creatures: more = 0, ...reply }: StatusReply): StatusReply => ({
    ...reply,
    creatures: creatures.slice(0, most),
    ...presentMore(creatures.length + more, Math.min(creatures.length, most)),
  });
}

function withLines(shorten: (line: LineReply) => LineReply) {
  return (reply: StatusReply): StatusReply => ({ ...reply, creatures: reply.creatures?.map(shorten) });
}

function briefLookBack(looked: LookBackResult): StatusReply {
  return {
    creature: presentDeadBrief(looked),
    message: deathNotice(looked),
    ...presentUnread([looked]),
    ...presentDeaths(looked.deaths, MOST_DEATHS_IN_BRIEF),
    resurrection: presentResurrectionOffer(looked),
    untrusted_fields: untrustedFields(untrustedSpecies(looked.species)),
    server_time: iso(looked.now),
    next_steps: stepsAfterDeath(looked).slice(0, BRIEF_MAX_STEPS),
  };
}

type GrowthFacts = Pick<LookInResult, 'creature' | 'species' | 'observed' | 'grown'>;

/** The stage it has just reached, told once. */
function presentMilestone(looked: GrowthFacts, portraitNote?: string) {
  const stage = looked.grown.at(-1);
  return stage && { stage, message: stageWords(stage, looked), portrait_note: portraitNote };
}

function presentReached(looked: LookInResult): StatusReply['milestones'] {
  const told = [...presentEarlierStages(looked), ...(presentMilestones(looked) ?? [])];
  return told.length === 0 ? undefined : told;
}

/** The stages it went through before that one, when nobody looked. */
function presentEarlierStages(looked: GrowthFacts): NonNullable<StatusReply['milestones']> {
  const { grown } = looked;
  return grown.slice(0, -1).map((stage) => ({
    type: 'stage_transition',
    threshold: stage,
    message: stageWords(stage, looked),
  }));
}

function presentPortraits(portraits: readonly Portrait[]): StatusReply['portraits'] {
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
