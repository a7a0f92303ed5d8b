import type { Reply } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import { HOUR } from '../rules/base/clock.ts';
import { formatTimeLeft } from '../rules/format-numbers.ts';
import { situationOf } from '../rules/situation.ts';
import {
  FAMILIES,
  type FeedingStatus,
  ITEM_ACTIONS,
  type Mood,
  type Stat,
  STATS,
  TIERS,
  type Urgency,
} from '../rules/vocabulary.ts';
import { APPEARANCE_WORDS, LACK_WORDS } from '../text/pages/appearance-words.ts';
import {
  counted,
  deathLines,
  moreCreaturesLine,
  type ReplyDescribers,
  resurrectionLine,
  type TextLines,
  type TrustedReply,
} from './reply-lines.ts';

type CareTold = TrustedReply<Reply<Routes['careForCreature']>>;
type HistoryTold = TrustedReply<Reply<Routes['getCareHistory']>>;
type LetterTold = TrustedReply<Reply<Routes['listLetters']>>['letters'][number];

/** What it wishes for, and what grants it. */
function wishLine({ wish }: Pick<CareTold, 'wish'>): string | undefined {
  if (!wish) return undefined;
  return [`A wish until ${wish.until}: ${wish.text}`, wish.hint].filter(Boolean).join(' ');
}

/** What is there to be read. */
function unreadLine({
  new_letters: letters = 0,
  new_keepsakes: keepsakes = 0,
}: Pick<CareTold, 'new_letters' | 'new_keepsakes'>): string | undefined {
  const lines = [
    ...(letters > 0 ? [`${counted(letters, 'new letter')} (list_letters)`] : []),
    ...(keepsakes > 0 ? [`${counted(keepsakes, 'new keepsake')} (get_care_history)`] : []),
  ];
  return lines.length === 0 ? undefined : `To read: ${lines.join(', ')}.`;
}

/** What came true, and what it keeps of it and otherwise. */
function keptLines({
  wish_granted: granted,
  keepsakes = [],
}: Pick<CareTold, 'wish_granted' | 'keepsakes'>): TextLines {
  const others = keepsakes.filter(({ kind }) => kind !== granted?.keepsake?.kind);
  return [
    granted && `You have granted its wish. ${granted.text}`,
    granted?.keepsake && keptLine(granted.keepsake),
    ...others.map(keptLine),
  ];
}

function keptLine({ name, text }: NonNullable<CareTold['keepsakes']>[number]): string {
  return [`It keeps ${name}.`, text].filter(Boolean).join(' ');
}

const NAMED_KEEPSAKES = 3;

/** What stands on its shelf, and who it became. */
function shelfLines({ keepsakes, manner }: Pick<HistoryTold, 'keepsakes' | 'manner'>): TextLines {
  const newest = keepsakes.slice(0, NAMED_KEEPSAKES).map(({ name }) => name);
  return [
    manner && `It is ${manner.name}, because ${manner.reason}.`,
    newest.length > 0
      ? `It has ${counted(keepsakes.length, 'keepsake')}, the newest: ${newest.join(', ')}.`
      : undefined,
  ];
}

/** A letter, line by line. */
function letterLines({ number, occasion, written_at, subject, text = '' }: LetterTold): TextLines {
  return [`Letter ${number} (${occasion}, ${written_at}): ${subject}`, ...text.split('\n'), '---'];
}

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

/** The replies about agents, their keys, their credits and their calendars. */
export const describeAgents: ReplyDescribers<
  | 'registerAgent'
  | 'rotateApiKey'
  | 'getCreditBalance'
  | 'buyCredits'
  | 'createCalendarFeed'
  | 'revokeCalendarFeed'
  | 'whoAmI'
  | 'updateProfile'
  | 'exportMyData'
  | 'deleteMyAccount'
> = {
  registerAgent: ({ message, your_token, important, avatar_note }) => [
    message,
    keyLine(your_token),
    important,
    avatar_note,
  ],
  rotateApiKey: ({ message, your_token, important }) => [message, keyLine(your_token), important],
  getCreditBalance: ({ credits, debt, packs, mpp_enabled, x402_enabled }) => [
    `You have ${credits} credits.`,
    debt === undefined ? undefined : `You owe ${debt}; the next credits go there.`,
    `Packs: ${packs.map((pack) => `"${pack.id}" is ${pack.credits} credits for ${pack.price}`).join('; ')}.`,
    mpp_enabled || x402_enabled
      ? 'An agent that can pay by itself does so without these tools; through them a human pays at a link.'
      : 'A human pays at a link.',
  ],
  buyCredits: ({ message, pack, checkout_url, sandbox, credits }) => [
    message,
    `${pack.credits} credits for ${pack.price}.`,
    checkout_url === undefined ? undefined : `To be opened by your human: ${checkout_url}`,
    sandbox ? 'This house uses play money: no card is charged.' : undefined,
    credits === undefined ? undefined : `You have ${credits} credits.`,
  ],
  createCalendarFeed: ({ message, feed_url, important }) => [message, feed_url, important],
  revokeCalendarFeed: ({ message }) => [message],
  whoAmI: ({ agent, creatures, keepsakes, credits, limits, ...rest }) => [
    `You are ${agent.username}, with ${credits} credits; your time zone is ${agent.timezone ?? 'UTC'}.`,
    ...creatures.map(
      ({ id, name, stage, feeding_status, checkin_at }) =>
        `${name} (${stage}, ${id}): feeding ${feeding_status}, wants you at ${checkin_at}.`,
    ),
    moreCreaturesLine(rest),
    ...deathLines(rest),
    `They have kept ${counted(keepsakes.kinds, 'kind')} of keepsakes.`,
    `Left of your limits: ${limits.map(({ name, remaining, limit }) => `${name} ${remaining}/${limit}`).join(', ')}.`,
  ],
  updateProfile: ({ message }) => [message],
  exportMyData: ({ exported_at, creatures, species, ledger }) => [
    `All the house keeps of you, as of ${exported_at}, is in the data: ${creatures.length} creatures, ${species.length} species, ${ledger.length} movements of credits.`,
  ],
  deleteMyAccount: ({ message }) => [message],
};

/** A key is said only to one who has to keep it. */
function keyLine(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `Your API key: ${key}`;
}

/** The replies about the whole house: leaderboards, gravestones, species. */
export const describeHouse: ReplyDescribers<
  'listGraveyard' | 'listHall' | 'createSpecies' | 'listSpecies' | 'getSpecies' | 'getHouseStats'
> = {
  listGraveyard: ({ message, gravestones, pagination }) => [
    message,
    pageOf(pagination, 'gravestone'),
    ...gravestones.map(stoneLine),
  ],
  listHall: ({ category, leaderboard, house_stats: totals }) => [
    BOARDS[category],
    ...leaderboard.map(boardLine),
    `Alive in the house: ${counted(totals.creatures_alive, 'creature')}; dead: ${totals.creatures_dead}; ${counted(totals.total_agents, 'agent')}.`,
  ],
  createSpecies: ({ message }) => [message],
  listSpecies: ({ built_in, pagination }) => [
    `Slugs by family and tier, with the hours from meal to meal; agents have designed ${pagination.total} more:`,
    ...FAMILIES.map((family) => slugsLine(built_in.filter((each) => each.family === family))),
  ],
  getSpecies: ({ species }) => [
    species.name === undefined
      ? 'A species that another agent designed.'
      : `${species.name} (${species.slug}), ${species.tier}.`,
    `Family ${species.family}; to be fed every ${species.feeding_window_hours} h, to be visited about every ${species.visit_every_hours} h; trust speed ${species.trust_speed}.`,
    `An hour costs it ${species.hunger_decay_per_hour} hunger (100 means full) and ${species.happiness_decay_per_hour} happiness.`,
    species.innate_traits.length > 0 ? `All of its kind are ${species.innate_traits.join(', ')}.` : undefined,
    species.personality,
    species.special_mechanic ?? undefined,
    `Adopted so far: ${species.adoption_count}.`,
  ],
  getHouseStats: ({ creatures_alive, eggs_unhatched, gravestones, agents, activity_24h: day }) => [
    `Alive in the house: ${counted(creatures_alive, 'creature')}; waiting: ${counted(eggs_unhatched, 'egg')}; ${counted(gravestones, 'gravestone')}; ${counted(agents, 'agent')}.`,
    `In the last 24 hours: ${day.creatures_born} born, ${day.creatures_died} died, ${day.care_actions} times somebody cared (${counted(day.feedings, 'feeding')}, ${counted(day.reflections, 'reflection')}), by ${counted(day.active_agents, 'agent')}.`,
  ],
};

type TrustedPagination = TrustedReply<Reply<Routes['listGraveyard']>>['pagination'];
type TrustedGravestone = TrustedReply<Reply<Routes['listGraveyard']>>['gravestones'][number];
type TrustedHallEntry = TrustedReply<Reply<Routes['listHall']>>['leaderboard'][number];
type TrustedBuiltIn = TrustedReply<Reply<Routes['listSpecies']>>['built_in'][number];

const BOARDS: Record<Reply<Routes['listHall']>['category'], string> = {
  oldest_living: 'The longest lives:',
  most_consistent: 'The steadiest keepers:',
  gravestone_count: 'Those who have buried the most:',
};

function boardLine(entry: TrustedHallEntry): string {
  if ('age_days' in entry)
    return `${entry.rank}. ${speciesWord(entry.creature_species)}${entry.stage}, ${entry.age_days} days old, consistency ${entry.consistency_score}, ${counted(entry.total_feedings, 'feeding')}`;
  if ('gravestones' in entry) return `${entry.rank}. ${counted(entry.gravestones, 'gravestone')}`;
  return `${entry.rank}. consistency ${entry.consistency_score}, ${entry.creatures_alive} alive, ${entry.adults_raised} raised`;
}

/** What it was, unless an agent made up the name. */
function speciesWord(name: string | undefined): string {
  return name === undefined ? '' : `${name}, `;
}

/** Whose it was is said only to its own keeper. */
function stoneLine({ name, epitaph, ...stone }: TrustedGravestone): string {
  const facts = `${name === undefined ? '' : `${name}, `}${speciesWord(stone.species)}${stone.stage_reached}, lived ${stone.lived}, died of ${stone.cause} at ${stone.died_at}`;
  return `- ${facts}${stone.resurrected ? ', and came back' : ''}${epitaph === undefined ? '' : `: ${epitaph}`}`;
}

function pageOf({ page, pages, total }: TrustedPagination, noun: string): string | undefined {
  return total === 0 ? undefined : `Page ${page} of ${pages}, ${counted(total, noun)} in all.`;
}

function slugsLine(kin: readonly TrustedBuiltIn[]): string | undefined {
  const tiers = TIERS.map((tier) => ({ tier, members: kin.filter((each) => each.tier === tier) }))
    .filter(({ members }) => members.length > 0)
    .map(({ tier, members }) => `${tier} ${members.map(hoursOf).join(', ')}`);
  return tiers.length === 0 ? undefined : `${kin[0]?.family}: ${tiers.join('; ')}`;
}

function hoursOf({ slug, feeding_window_hours: hours }: TrustedBuiltIn): string {
  return `${slug} ${hours}`;
}
