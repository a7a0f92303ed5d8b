import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { HOUR } from '../core/engine/clock.ts';
import { formatTimeLeft } from '../core/public/format-numbers.ts';
import { situationOf } from '../core/public/situation.ts';
import {
  ITEM_ACTIONS,
  STATS,
  type FeedingStatus,
  type Mood,
  type Stat,
  type Urgency,
} from '../core/vocabulary.ts';
import { APPEARANCE_WORDS, LACK_WORDS } from '../voice/public/appearance-words.ts';
import { keptLines, letterLines, shelfLines, unreadLine, wishLine } from './heart-lines.ts';
import {
  counted,
  deathLines,
  moreCreaturesLine,
  resurrectionLine,
  type ReplyDescribers,
  type TextLines,
} from './reply-lines.ts';
import type { TrustedReply } from './untrusted.ts';

/** The replies about creatures. */
export const describeCreatures: ReplyDescribers<
  | 'adoptCreature'
  | 'getCreatureStatus'
  | 'careForCreature'
  | 'getCareHistory'
  | 'listLetters'
  | 'getCreaturePreferences'
  | 'releaseCreature'
  | 'resurrectCreature'
> = {
  adoptCreature: ({ message, creature, milestones = [], soul_prompt }) => [
    message,
    `${labelOf(creature)}, ${creature.tier}, of the family ${creature.family}; to be fed every ${creature.feeding_window_hours} h.`,
    creatureId(creature.id),
    ...milestones.map((each) => each.message),
    soul_prompt,
  ],
  getCreatureStatus: (reply) => ('cause' in reply.creature ? deadLines(reply) : livingLines(reply)),
  careForCreature: ({ message, action_result: done, creature, milestones = [], soul_prompt, ...rest }) => [
    message,
    itemLine(done),
    done.tip,
    changesLine(done),
    `${labelOf(creature)} ${creature.alive ? 'now' : 'is dead'}: ${statsOf(creature)}.`,
    checkinLine({ creature, ...rest }),
    // After the numbers and the check-in: ten keepsakes at once would leave no room for them.
    ...keptLines(rest),
    wishLine(rest),
    unreadLine(rest),
    ...milestones.map((each) => each.message),
    creatureId(creature.id),
    soul_prompt,
  ],
  getCareHistory: ({ creature, stats, evolution_history: grown, care_log, archived_until, ...rest }) => [
    creature.alive
      ? `${labelOf(creature)}, ${creature.age_hours} h old, is alive.`
      : `${labelOf(creature)} lived ${creature.age_hours} h and is no longer alive.`,
    `${counted(stats.total_feedings, 'feeding')}, ${stats.missed_feedings} missed; cared for ${counted(stats.total_care_actions, 'time')}; consistency ${stats.consistency_score}, variety ${stats.variety_score}.`,
    grown.evolution_path
      ? `It grew up on the path ${grown.evolution_path}.`
      : `It ${creature.alive ? 'is' : 'was'} on the way to ${grown.trending_toward ?? 'something nobody knows yet'}.`,
    ...shelfLines(rest),
    care_log.length > 0 || archived_until !== undefined
      ? 'Lately, newest first:'
      : creature.alive
        ? 'Nothing was done for it yet.'
        : 'Nothing was ever done for it.',
    ...care_log.map(logLine),
    ...(archived_until === undefined ? [] : [`What was done up to ${archived_until} is in an archive.`]),
  ],
  listLetters: ({ creature, letters, total }) => [
    `${labelOf(creature)} has written ${counted(total, 'letter')}.`,
    ...letters.flatMap(letterLines),
  ],
  getCreaturePreferences: ({ creature, preferences, note }) => [
    `What ${labelOf(creature)} likes:`,
    ...ITEM_ACTIONS.map((action) => `${action}: ${preferences[action].join(', ')}`),
    note,
  ],
  releaseCreature: ({ message }) => [message],
  resurrectCreature: ({ message, creature, ...credits }) => [
    message,
    `${labelOf(creature)}, resurrection ${creature.resurrection_number}: ${statsOf({ ...creature, ...creature.stats })}.`,
    `${credits.credits_spent} credits spent, ${credits.credits_remaining} left; the next time costs ${credits.next_resurrection_cost}.`,
  ],
};

type TrustedStatus = TrustedReply<Reply<Routes['getCreatureStatus']>>;
type TrustedLogEntry = TrustedReply<Reply<Routes['getCareHistory']>>['care_log'][number];
type TrustedCareResult = TrustedReply<Reply<Routes['careForCreature']>>['action_result'];

function livingLines(reply: TrustedStatus): TextLines {
  const { creature, message, milestone, milestones = [] } = reply;
  if ('cause' in creature) return [];
  const { death_clock: clock } = creature;
  return [
    message,
    `${labelOf(creature)}: ${situationWords({ ...creature, ...clock }, reply)}; ${statsOf(creature)}.`,
    feedingLine(creature),
    clock
      ? `Without care it dies at ${clock.dies_at}: ${clock.hours_remaining} h are left (${clock.urgency}).`
      : undefined,
    checkinLine(reply),
    wishLine(reply),
    unreadLine(reply),
    milestone?.message,
    ...milestones.map((each) => each.message),
    creatureId(creature.id),
    ...(reply.other_creatures ?? []).map(
      (other) =>
        `Also yours: ${labelOf(other)}, ${situationWords({ ...other, ...other.death_clock }, reply)}; ${creatureId(other.id)}`,
    ),
    ...householdLines(reply),
    moreCreaturesLine(reply),
    ...deathLines(reply),
    reply.soul_prompt,
  ];
}

type JudgedFields = LabelledStats & {
  readonly mood?: Mood | undefined;
  readonly feeding_status?: FeedingStatus | undefined;
  readonly urgency?: Urgency | null | undefined;
  readonly dies_at?: string | null | undefined;
};

/** How it is, in the words its page uses; with an urgent clock, how long it has and what it needs. */
function situationWords(one: JudgedFields, { server_time }: Pick<TrustedStatus, 'server_time'>): string {
  const { mood = 'content', feeding_status: status = 'ok', urgency, dies_at } = one;
  if (!urgency) return mood;
  const at = server_time ? Date.parse(server_time) : 0;
  const diesAt = server_time && dies_at ? Date.parse(dies_at) : undefined;
  const shown = Object.fromEntries(STATS.map((stat) => [stat, one[stat] ?? undefined]));
  const hidden = STATS.filter((stat) => one[stat] === null);
  const facts = { at, shown, hidden, seemingMood: mood, feeding: { status } };
  const { appearance, urgent, lack } = situationOf(facts, { urgency, diesAt });
  if (!urgent) return APPEARANCE_WORDS[appearance];
  const end = diesAt === undefined ? 'soon' : formatTimeLeft((diesAt - at) / HOUR);
  return `${APPEARANCE_WORDS[appearance]}, dies ${end}, needs ${LACK_WORDS[lack]}`;
}

function feedingLine(
  creature: Pick<Exclude<TrustedStatus['creature'], { cause: unknown }>, FeedingField>,
): string {
  const { feeding_status: status, hours_since_fed: hours, next_feeding_window: next } = creature;
  if (hours === undefined) return `Feeding: ${status}.`;
  return `Feeding: ${status}; last fed ${hours} h ago; the window is ${windowOf(next)}.`;
}

type FeedingField = 'feeding_status' | 'hours_since_fed' | 'next_feeding_window';

/** All that live, when the caller named none of several. */
function householdLines({ creatures = [], server_time }: TrustedStatus): TextLines {
  if (creatures.length === 0) return [];
  return ['Yours, neediest first:', ...creatures.map((one) => householdLine(one, { server_time }))];
}

function householdLine(
  one: NonNullable<TrustedStatus['creatures']>[number],
  now: Pick<TrustedStatus, 'server_time'>,
): string {
  if (one.stage === 'egg')
    return `- ${one.name}: an egg, which hatches when looked at; ${creatureId(one.id)}`;
  // A line without its feeding status tells too little to judge the situation.
  const [situation, feeding] = one.feeding_status
    ? [situationWords(one, now), `feeding ${one.feeding_status}`]
    : [];
  const facts = [situation, statsOf(one), feeding, one.urgency].filter(Boolean).join(', ');
  const when = one.checkin_at ? [`come at ${one.checkin_at}`] : [];
  return `- ${[`${one.name}: ${facts}`, ...when, creatureId(one.id)].join('; ')}`;
}

function deadLines({ creature, message, resurrection, ...rest }: TrustedStatus): TextLines {
  if (!('cause' in creature)) return [];
  return [
    `${labelOf(creature)} died at ${creature.died_at}, of ${creature.cause}, ${creature.age_hours} h old.`,
    message,
    resurrectionLine(resurrection),
    unreadLine(rest),
    creatureId(creature.id),
    ...deathLines(rest),
  ];
}

function checkinLine({
  creature,
  recommended_checkin: checkin,
}: Pick<TrustedStatus, 'recommended_checkin'> & {
  readonly creature: { readonly id?: string | undefined };
}): string | undefined {
  if (!checkin) return undefined;
  const wait = checkin.hours_from_now === 0 ? 'now' : `in ${checkin.hours_from_now} h`;
  const whom =
    checkin.creature_id === creature.id ? '' : ` for another of yours, ${creatureId(checkin.creature_id)}`;
  const moment = `Come back at ${checkin.at} (${wait})${whom}`;
  return checkin.reason === undefined ? `${moment}.` : `${moment}: ${checkin.reason}`;
}

interface CreatureLabel {
  readonly name?: string | undefined;
  /** Missing when another agent named it. */
  readonly species?: string | undefined;
  readonly stage?: string;
}

/** Its keeper named it; the species may be a stranger's word and is then left out. */
function labelOf({ name, species, stage }: CreatureLabel): string {
  const kind = [species, stage].filter((word) => word !== undefined).join(', ');
  return kind === '' ? `${name}` : `${name} (${kind})`;
}

function creatureId(id: string | undefined): string {
  return `creature_id: ${id}`;
}

type LabelledStats = { readonly [Each in Stat]?: number | null | undefined } & {
  readonly hidden_stats?: readonly Stat[] | undefined;
};

function statsOf(creature: LabelledStats): string {
  const shown = STATS.filter((stat) => typeof creature[stat] === 'number').map(
    (stat) => `${stat} ${creature[stat]}`,
  );
  const { hidden_stats: hidden = [] } = creature;
  return [...shown, ...(hidden.length > 0 ? [`it hides ${hidden.join(', ')}`] : [])].join(', ');
}

function itemLine({ item_result: judged }: TrustedCareResult): string | undefined {
  const liking = judged && `The item was ${judged.category}`;
  return judged?.message === undefined ? liking && `${liking}.` : `${liking}: ${judged.message}`;
}

function changesLine({ changes, effectiveness, timing, success }: TrustedCareResult): string | undefined {
  if (!success) return undefined;
  const moved = STATS.flatMap((stat) => {
    const change = changes[stat];
    return change ? [`${stat} ${change.before} → ${change.after}`] : [];
  });
  return `Effect: ${[...moved, effectiveness, ...(timing ? [timing] : [])].join(', ')}.`;
}

function logLine({ timestamp, action, timing, granted_wish: wish, ...log }: TrustedLogEntry): string {
  const moved = (['hunger', 'happiness', 'health'] as const).flatMap((stat) => {
    const [before, after] = [log[`${stat}_before`], log[`${stat}_after`]];
    return typeof before === 'number' && before !== after ? [`${stat} ${before} → ${after}`] : [];
  });
  const granted = wish === undefined ? [] : [`granted its wish for ${wish}`];
  return `- ${[`${timestamp} ${action}`, ...(timing ? [timing] : []), ...granted, ...moved].join(', ')}`;
}

function windowOf(next: string | null | undefined): string {
  if (next === 'open now') return next;
  return next ? `open from ${next}` : 'not yet counted';
}
