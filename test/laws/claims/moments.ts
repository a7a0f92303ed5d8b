import { HOUR, iso, MINUTE, type Instant } from '../../../src/rules/base/clock.ts';
import type { AskedCare } from '../../../src/rules/care/care.ts';
import {
  criticalAt,
  overdueAt,
  sleepsThroughMealtime,
  WINDOW_OPENS,
  windowsSinceFed,
} from '../../../src/rules/care/feeding.ts';
import { isTooShy, needsOf, type TendedCreature } from '../../../src/rules/care/needs.ts';
import { isHarmedRepeatedly } from '../../../src/rules/heart/heart.ts';
import type { HatchedCreature } from '../../../src/rules/lives/creature.ts';
import { statsAt } from '../../../src/rules/lives/decay.ts';
import { ageHours, expectedGrowth, tellingAt } from '../../../src/rules/lives/growth.ts';
import type { Observation } from '../../../src/rules/lives/observe.ts';
import { isAsleep } from '../../../src/rules/lives/rhythm.ts';
import { publicSituation } from '../../../src/rules/situation.ts';
import { visibleStats } from '../../../src/rules/species/mechanics.ts';
import type * as words from '../../../src/rules/vocabulary.ts';
import { STATS } from '../../../src/rules/vocabulary.ts';
import { behavior, poseOf, BEHAVIOR_LINES, SPECIES_LINES } from '../../../src/text/creature/behavior.ts';
import * as caring from '../../../src/text/creature/care-message.ts';
import { evolutionHint, stageMessage, TRUST_DEGREES } from '../../../src/text/creature/milestones.ts';
import { needWords } from '../../../src/text/creature/needs.ts';
import { shareDescription } from '../../../src/text/creature/share.ts';
import { soulPrompt, SOUL_LINES } from '../../../src/text/creature/soul-prompt.ts';
import { checkBackStep, checkinReason, CHECKIN_LINES } from '../../../src/text/creature/steps.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES, needSentences } from '../../../src/text/pages/appearance-words.ts';
import { badgeWords, creatureCardWords } from '../../../src/text/pages/cards.ts';
import { URGENCY_WORDS } from '../../../src/text/pages/page-words.ts';
import { fillTemplate } from '../../../src/text/pick-line.ts';
import { CREATURE_PROBLEMS } from '../../../src/text/server/problems.ts';
import { formatTimeAndDate } from '../../../src/text/times.ts';
import { presentCare } from '../../../src/features/care/care.http.ts';
import { presentStatus } from '../../../src/features/lives/status.http.ts';
import * as tool from '../../../src/mcp/tool-text.ts';
import type { SimulatedAnswer } from '../../../tools/sim/simulate.ts';
import { aLook, judged, ORIGIN } from '../../support/facts.ts';
import { PRAISING } from './praise.ts';

/** An answer of the simulation, and the care up to then as counted by the test. */
export type ToldMoment = SimulatedAnswer & { readonly done: CareTally };

/** `streak` is the number of meals on time in a row. */
export type CareTally = Readonly<Record<'acts' | 'meals' | 'streak' | 'harmful', number>>;

export const NOTHING_DONE: CareTally = { acts: 0, meals: 0, streak: 0, harmful: 0 };

export function tallyAfter(done: CareTally, { given: act }: SimulatedAnswer): CareTally {
  if (!act) return done;
  const { wish, care } = act;
  const harmful = wish.item?.category === 'harmful' && wish.action !== 'reflect';
  const streak = care.timing === 'on_time' ? done.streak + Number(!harmful) : 0;
  return {
    acts: done.acts + 1,
    meals: done.meals + Number(wish.action === 'feed'),
    streak: care.timing === undefined ? done.streak : streak,
    harmful: done.harmful + Number(harmful),
  };
}

const CARE_TEXTS = ['message', 'item', 'tip', 'refusal', 'wakes'] as const;
/** For the keeper, who knows the death clock. */
const OWN_TEXTS = ['behavior', 'soul', 'checkin'] as const;
const TOLD_TEXTS = [...OWN_TEXTS, 'mcp'] as const;
const ADVICE_TEXTS = ['hint', 'grown', 'needs', 'back'] as const;
const OPEN_TEXTS = ['pose', 'card', 'badge', 'share'] as const;
/** Short words on pages: `lacking` is used in lists, `lack` below the clock. */
const PAGE_WORDS = ['tag', 'clock', 'lack', 'lacking'] as const;
const PUBLIC_TEXTS = [...OPEN_TEXTS, ...PAGE_WORDS] as const;
const TEXTS = [...CARE_TEXTS, ...OWN_TEXTS, ...ADVICE_TEXTS, ...PUBLIC_TEXTS, 'mcp'] as const;
type Text = (typeof TEXTS)[number];
export type Words = Partial<Record<Text, string>>;

export const wordsOf = (answer: SimulatedAnswer): Words =>
  Object.assign({}, ...[wordsOfCare, wordsOfLook, wordsOfAdvice, wordsOfRefusal].map((of) => of(answer)));

export function wordsOfAdvice({ creature, species, observed }: SimulatedAnswer): Words {
  if (!observed) return {};
  const tended: TendedCreature = { creature, species, observed };
  const needs = needsOf(tended).map((need) => fillTemplate(needWords(need), { name: creature.name }));
  return {
    checkin: checkinReason(observed.checkin, tended),
    back: checkBackStep(tended).description,
    ...(needs.length > 0 && { needs: needs.join(' ') }),
  };
}

function wordsOfRefusal({ creature, species, observed, refused }: SimulatedAnswer): Words {
  if (refused === undefined || !observed) return {};
  const { at, asleepUntil: rest } = observed;
  const who = { ...creature, family: species.family, count: tellingAt(creature, at) };
  if (!rest) return { refusal: caring.refusalWords(refused, who).message };
  const asleep = { ...who, rest, household: [{ creature, species, observed }] } as const;
  const { message, suggestion } = CREATURE_PROBLEMS.creature_asleep(asleep);
  return { refusal: message, wakes: suggestion };
}

export function wordsOfCare({ species, creature, given: act }: SimulatedAnswer): Words {
  if (!act) return {};
  const { wish, care } = act;
  const done = { wish, care, species };
  const { action, item } = wish;
  const tip = caring.careTip(done);
  const who = { ...caring.linePickFor(done, 'item'), name: creature.name, family: species.family };
  return {
    message: caring.careMessage(done),
    ...(item && action !== 'reflect' && { item: caring.itemMessage(item.category, action, who) }),
    ...(tip !== undefined && { tip }),
  };
}

function wordsOfLook({ creature, species, observed, given: act, refused }: SimulatedAnswer): Words {
  if (!observed) return {};
  const facts = { creature, species, observed };
  const soul = feelingIn(soulPrompt(facts));
  if (act ?? refused) return { soul };
  const { trust } = observed.shown;
  const harmed = isHarmedRepeatedly(creature);
  return {
    soul,
    behavior: behavior(facts),
    ...(creature.stage === 'adult'
      ? { grown: stageMessage('adult', { ...creature, family: species.family, trust, harmed }) }
      : { hint: evolutionHint(facts) }),
  };
}

export function publicWords({ creature, species, observed }: SimulatedAnswer): Words {
  if (!observed) return {};
  const facts = { creature, species, observed };
  const { appearance, lack, tone } = publicSituation(observed);
  const ageMs = ageHours(creature, observed.at) * HOUR;
  const fate = { state: 'alive', observed } as const;
  const alive = { ...facts, state: 'alive', stage: creature.stage, ageMs } as const;
  const card = creatureCardWords({ ...alive, stone: undefined });
  return {
    pose: poseOf(facts),
    card: `${card.state}: ${card.line}`,
    badge: badgeWords(alive),
    share: shareDescription({ name: creature.name, species, ageMs, now: observed.at, fate }),
    tag: APPEARANCE_WORDS[appearance],
    clock: URGENCY_WORDS[tone],
    lack: LACK_SENTENCES[lack],
    lacking: needSentences(facts).join(' '),
  };
}

export function mcpWords(answer: SimulatedAnswer): Words {
  const { creature, species, observed, given: act, refused } = answer;
  // Care for a sleeping creature is answered with a problem; `wakes` has its text.
  if (!observed || refused === 'asleep') return {};
  const seen = { ...aLook({ creature, species, now: observed.at }), creature, observed };
  if (!act && refused === undefined)
    return { mcp: toolText('getCreatureStatus', presentStatus(seen, ORIGIN)) };
  const wish: AskedCare = act?.wish ?? { action: 'feed' };
  const asked = { action: wish.action, item: judged(wish, species), entryId: 'entry' };
  const nobodyElse = { wayBack: undefined, granted: undefined, recent: [], others: [], siblings: [] };
  const cared = presentCare(
    {
      ...seen,
      ...asked,
      ...nobodyElse,
      outcome: act ? act.care : { refused: refused ?? 'too_shy' },
      reached: act?.care.milestones ?? [],
    },
    ORIGIN,
  );
  return { mcp: toolText('careForCreature', cared) };
}

type ToolReply = ReturnType<typeof presentStatus> | ReturnType<typeof presentCare>;

export function toolText(route: 'getCreatureStatus' | 'careForCreature', reply: ToolReply): string {
  const { trusted } = tool.splitUntrusted({ ...reply, soul_prompt: feelingIn(reply.soul_prompt) });
  return tool.fitText(tool.describeReply(route, trusted), tool.stepLines(tool.toToolSteps(reply.next_steps)));
}

/** The last sentence of a soul prompt; those before it do not depend on stats. */
const feelingIn = (soul = ''): string => sentencesOf(soul).at(-1) ?? '';
export const sentencesOf = (text: string): string[] => text.split(/(?<=\.) /);

/** The types of claims in texts about creatures; letters have their own table in `letter-claims.ts`. */
export const CLAIM_TYPES = [
  ...(['dies in', 'dies of', 'hungry', 'fed', 'late', 'feeding window', 'N meals', 'favourite'] as const),
  ...(['health', 'mood', 'trust', 'praise', 'number', 'asleep', 'time', 'check-in', 'visits'] as const),
  ...(['harm', 'growth', 'what to do'] as const),
] as const;
type ClaimType = (typeof CLAIM_TYPES)[number];

/** A phrase in texts, and the fact that must hold if a text contains it. */
export interface Claim<Facts, In extends string> {
  readonly type: ClaimType;
  readonly in: readonly In[];
  readonly said: RegExp;
  readonly holds: (facts: Facts, said: RegExpExecArray) => boolean;
}

export function claim<Facts, In extends string>(
  type: ClaimType,
  texts: In | readonly In[],
  said: RegExp,
  holds: Claim<Facts, In>['holds'],
): Claim<Facts, In> {
  return { type, in: typeof texts === 'string' ? [texts] : texts, said, holds };
}

/** The claims that contradict the facts, and how often each type was found. */
export function checkClaims<Facts, In extends string>(
  claims: readonly Claim<Facts, In>[],
  texts: Partial<Record<In, string>>,
  facts: Facts,
  count: (type: ClaimType) => void = () => undefined,
): string[] {
  const wrong: string[] = [];
  for (const { type, in: fields, said, holds } of claims)
    for (const field of fields) {
      const text = texts[field];
      if (text === undefined) continue;
      const found = said.global ? text.matchAll(said) : [said.exec(text)];
      for (const match of found) {
        if (!match) continue;
        count(type);
        if (!holds(facts, match)) wrong.push(`${type} (${field}): ${text} [${match[0].slice(0, 60)}]`);
      }
    }
  return wrong;
}

/** The whole text: for claims that a text must make. */
const WHOLE = /^.*$/s;

type MomentClaim = Claim<ToldMoment, Text>;
type Holds = MomentClaim['holds'];

const observing =
  (holds: (observed: Observation, moment: ToldMoment, said: RegExpExecArray) => boolean): Holds =>
  (moment, said) =>
    moment.observed !== undefined && holds(moment.observed, moment, said);

type Row = Parameters<typeof claim<ToldMoment, Text>>;

/** A claim about what is observed now. */
const seen = (type: Row[0], texts: Row[1], said: RegExp, holds: Parameters<typeof observing>[0]) =>
  claim(type, texts, said, observing(holds));
/** A claim about the stats that are shown now. */
const showing = (type: Row[0], texts: Row[1], said: RegExp, holds: (stats: words.StatChanges) => boolean) =>
  seen(type, texts, said, (observed) => holds(observed.shown));
/** A claim about the act of care that the answer is for. */
const acted = (type: Row[0], texts: Row[1], said: RegExp, holds: (act: Act) => boolean) =>
  claim<ToldMoment, Text>(type, texts, said, ({ given }) => given !== undefined && holds(given));

/** Holds at the recommended check-in. */
const comingBack = (holds: (at: Instant, creature: HatchedCreature, moment: ToldMoment) => boolean): Holds =>
  observing((observed, moment) => holds(observed.checkin.returnAt, moment.creature, moment));

/** Holds for the feeding windows that will have passed by the check-in. */
const windowsThen = (holds: (windows: number) => boolean): Holds =>
  comingBack((at, creature, { species }) => holds(windowsSinceFed(creature, species, at)));

const isOnTimeThen = windowsThen((windows) => windows >= 0.5 && windows <= 1);
// The last moment before it opens is rounded up.
const isEarlyThen = windowsThen((windows) => windows < 0.5 + 1e-6);
const isLateThen = windowsThen((windows) => windows > 1);
const sleepsAfter = comingBack((at, creature) =>
  [5, 9].some((minutes) => isAsleep(creature, at + minutes * MINUTE)),
);
const sleepsBefore = comingBack((at, creature) => isAsleep(creature, at - 1));
const isAwakeThen = comingBack((at, creature) => !isAsleep(creature, at));
const comesNow = comingBack((at, _, { observed }) => at === observed?.at);
const isAwakeNow = observing(({ asleepUntil }) => asleepUntil === undefined);
const isShyNow = observing((observed, { creature, species }) => isTooShy({ creature, species, observed }));
const wakesInTime = observing(
  ({ asleepUntil, deathClock }) => asleepUntil !== undefined && asleepUntil.wakesAt < deathClock.diesAt,
);
const all =
  (...each: readonly Holds[]): Holds =>
  (moment, said) =>
    each.every((holds) => holds(moment, said));

/** Without the minutes of margin at both ends. */
const sleepsThroughWindow: Holds = ({ creature, species }) => {
  const hours = species.feedingWindowHours;
  const opens = creature.life.lastFedAt + 0.5 * hours * HOUR + 8 * MINUTE;
  const minutes = Math.max(0, Math.floor(0.45 * hours * 60) - 8);
  return Array.from({ length: minutes }, (_, minute) => opens + minute * MINUTE).every((at) =>
    isAsleep(creature, at),
  );
};

const isDire = observing(
  ({ feeding, at }, { creature, species }) =>
    feeding.status === 'critical' || statsAt(creature, species, at).health < 20,
);

/** Its health is falling or will cause its death. */
const isFalling = ({ feeding, shown }: Observation): boolean =>
  feeding.status === 'critical' || (shown.health ?? 100) < 20;

const isUrgent = (urgency: words.Urgency): boolean => urgency === 'critical' || urgency === 'imminent';
const ownUrgency = (of: Observation): boolean => isUrgent(of.deathClock.urgency);
const openUrgency = (of: Observation): boolean => isUrgent(of.publicClock.urgency);
const RUNS_OUT = String.raw`runs out(?: for \w+)?`;
const NO_STAT = String.raw`\d|\.\d| (?:→|of)|, and has forgotten`;
const STAT_AND_VALUE = new RegExp(String.raw`\b(${STATS.join('|')}) (\d+(?:\.\d+)?)(?!${NO_STAT})`, 'g');
const TIME = String.raw`(?:in (\d+(?:\.\d+)?) (minute|hour)s?|now)\b`;
const DIES = String.raw`dies|dead|life ends|end comes|(?<!meal )is lost|${RUNS_OUT}`;
const DIES_IN = new RegExp(String.raw`\b(?:${DIES}) ${TIME}`, 'g');
const DEATH_CLOCK = /\bdies_at (\S+Z), hours_remaining ([\d.]+), urgency (\w+)/;
const NEXT_WINDOW = /\bnext_feeding_window (open now|\S+Z)/;
const NEXT_CHECKIN = /\brecommended_checkin: at (\S+Z); hours_from_now (\d+(?:\.\d+)?)/;
const WELL_LIKED =
  /whole attention|empties the|goes down well|rest at speed|good food|plays until|wins by|whole body|pounces|all the room there is|looks new/;
const DEVOTED =
  /keeps you|knows you by|tuned to you|answers before you have finished|touch you|follows you everywhere|somebody it loves/;
const TRUST_TOLD = new RegExp(Object.values(TRUST_DEGREES).flat().join('|'), 'i');
const STAT_OF_100 = /\b(hunger|health)\b[^;\d]*(\d+) of 100/g;
const NOTHING_TO_CHANGE = /as well as it can be done|exactly like this|Nothing to change/;
const ALONE_FOR = /(?:Nobody came|seen nobody) for ([\dhmin ]+\w)/;
const IN_TIME = /\bin (\d+(?:\.\d+)?) (minute|hour|day)s?\b/g;

/** A duration in a sentence is the value of the field: hours in hundredths, or that in minutes. */
function isTimeUntil([, count = '0', unit = 'minute']: RegExpExecArray, ms: number): boolean {
  const field = Math.round((ms / HOUR) * 100) / 100;
  return Number(count) === (unit === 'hour' ? field : Math.round(field * 60));
}

/** A time left as texts write it: whole hours from a day on, else started hours and minutes. */
function isRoughTime([, count = '0', unit = 'minute']: RegExpExecArray, ms: number): boolean {
  const hours = ms / HOUR;
  const told = hours < 24 ? Math.floor(hours) : Math.round(hours);
  return Number(count) === (unit === 'hour' ? told : Math.floor(ms / MINUTE));
}

/** `8 h 37 min`: rounded down to a minute, at least one. */
function isBriefTime(said: string, ms: number): boolean {
  const [, hours = '0'] = /(\d+) h/.exec(said) ?? [];
  const [, minutes = '0'] = /(\d+) min/.exec(said) ?? [];
  const told = Number(hours) * 60 + Number(minutes);
  return [0, 1e-6].some((rounding) => told === Math.max(1, Math.floor(ms / MINUTE + rounding)));
}

const deathRoughlyIn = observing(({ deathClock, at }, _, said) => isRoughTime(said, deathClock.diesAt - at));
const deathIn = observing(({ deathClock, at }, _, said) => isTimeUntil(said, deathClock.diesAt - at));

/** The end of its feeding state: of the window, of being late, or of its life. */
function nextEnd({ creature, species, observed }: ToldMoment): number {
  if (!observed) return Number.NaN;
  const { status } = observed.feeding;
  if (ownUrgency(observed) || status === 'critical') return observed.deathClock.diesAt;
  return status === 'overdue' ? criticalAt(creature, species) : overdueAt(creature, species);
}

/** Used on good days only. */
const CHEERFUL: readonly string[] = [
  ...(['happy', 'content', 'curious'] as const).flatMap((mood) => [
    ...BEHAVIOR_LINES.moodLines[mood],
    ...Object.values(BEHAVIOR_LINES.familyLines[mood]).flat(),
    ...SOUL_LINES.feelings[mood],
  ]),
  ...Object.values(SPECIES_LINES).flat(),
  ...[BEHAVIOR_LINES.stageAsides, BEHAVIOR_LINES.pathAsides, BEHAVIOR_LINES.traitAsides].flatMap((table) =>
    Object.values(table).flat(),
  ),
  ...BEHAVIOR_LINES.growingAsides,
  ...BEHAVIOR_LINES.moodAsides.sleeping,
  'looking forward to the next',
  'has opinions about all of it',
  'It is hopeful',
]
  .map((line) => line.split(/\{\w+\}/).toSorted((one, other) => other.length - one.length)[0] ?? line)
  .map((piece) => piece.replace(/\.$/, '').toLowerCase())
  .filter((piece) => piece.length > 12);
const isCheerful = (text: string): boolean => CHEERFUL.some((piece) => text.toLowerCase().includes(piece));

const anyOf = (lines: readonly string[]): RegExp =>
  new RegExp(lines.map((line) => `\\b${line}\\b`).join('|'));

const HAPPY = anyOf([...SOUL_LINES.feelings.happy, 'excellent spirits', 'sheer good humour']);

const startsWith = (lines: readonly string[]): RegExp =>
  new RegExp(`^(?:${lines.map((line) => line.replaceAll(/\{\w+\}/g, '[\\w ]+')).join('|')});`);

const reasonIs = (reason: keyof typeof CHECKIN_LINES.reasons, holds: Holds): MomentClaim =>
  claim('check-in', 'checkin', startsWith(CHECKIN_LINES.reasons[reason]), holds);

const [wary, warming, trusting, close] = SOUL_LINES.trustBands.map(({ lines }) => lines);
const isForgiven = ({ acts, harmful }: CareTally): boolean => harmful < 2 || acts >= 50 * harmful;
const LOW_BELOW: Readonly<Record<string, number>> = { health: 40, hunger: 30 };

type Act = NonNullable<SimulatedAnswer['given']>;
const SAID = ['message', 'tip'] as const;
const FEELING = ['behavior', 'soul', 'pose'] as const;
const LACK = ['lack', 'card'] as const;
const PROGRESS_TEXTS = ['soul', 'behavior', 'hint', 'tip', 'mcp'] as const;
const isHungry = ({ hunger = 100 }: words.StatChanges) => hunger < 30;
const isSad = ({ happiness = 100 }: words.StatChanges) => happiness < 30;
const HARMFUL = /\bpoison|not safe|no remedy for|must not happen again|hurt by this|makes \w+ (?:ill|worse)/;
const UNWELL = /unwell|does not feel right|moves slowly and rests|\bsick\b/;
const isUnwell = ({ health = 100 }: words.StatChanges) => health < 40;
const isOf =
  (...categories: readonly words.ItemCategory[]) =>
  ({ wish }: Act) =>
    wish.item !== undefined && categories.includes(wish.item.category);
const isFull = ({ care }: Act) => care.after.hunger > 99.9;
const timed = (timing: words.Timing, said: RegExp) =>
  acted('late', SAID, said, ({ care }) => care.timing === timing);
const isFed =
  (status: words.FeedingStatus) =>
  ({ feeding }: Observation) =>
    feeding.status === status;
const missedWindow = ({ feeding }: Observation, { species }: ToldMoment) =>
  feeding.hoursSinceFed > species.feedingWindowHours;
const isNear = (value: number, told: string | undefined) => Math.abs(value - Number(told)) < 0.006;

export const MOMENT_CLAIMS: readonly MomentClaim[] = [
  // Its end.
  claim('dies in', [...OWN_TEXTS, 'mcp'], DIES_IN, deathIn),
  claim('dies in', ['behavior', 'soul'], IN_TIME, deathIn),
  claim('dies in', OPEN_TEXTS, DIES_IN, deathRoughlyIn),
  claim('dies in', OPEN_TEXTS, IN_TIME, deathRoughlyIn),
  seen('dies in', 'card', /\bdies at (\d.*) if nobody/, ({ publicClock: { diesAt } }, _, [, at]) => {
    return diesAt !== undefined && formatTimeAndDate(diesAt) === at;
  }),
  seen('dies in', 'mcp', DEATH_CLOCK, ({ deathClock: clock }, _, [, at, left, told]) => {
    return iso(clock.diesAt) === at && isNear(clock.hoursRemaining, left) && clock.urgency === told;
  }),
  seen('dies in', TOLD_TEXTS, WHOLE, (of, _, [text]) => !ownUrgency(of) || new RegExp(TIME).test(text)),
  seen('dies in', OPEN_TEXTS, WHOLE, (of, _, [text]) => {
    const told = of.publicClock.diesAt === undefined ? /nobody/i : new RegExp(`dies (?:at|${TIME})`);
    return !openUrgency(of) || told.test(text);
  }),
  // Public texts name a death only if the public clock has one.
  seen('dies in', PUBLIC_TEXTS, /\bdies\b/, ({ publicClock }) => publicClock.diesAt !== undefined),
  seen('what to do', OWN_TEXTS, WHOLE, (of, _, [text]) => !ownUrgency(of) || /feed it|reflect/.test(text)),
  seen('what to do', OPEN_TEXTS, WHOLE, (of, _, [text]) => !openUrgency(of) || /it needs \w/.test(text)),
  seen('mood', OWN_TEXTS, WHOLE, (of, _, [text]) => !ownUrgency(of) || !isCheerful(text)),
  seen('mood', OPEN_TEXTS, WHOLE, (of, _, [text]) => !openUrgency(of) || !isCheerful(text)),
  seen('health', 'clock', /time enough/, (of) => !isFalling(of)),
  seen('mood', 'mcp', /; (?:baby|child|teen|adult); (?!alive)(\w+)/, ({ mood, hidden }, _, [, told]) => {
    return told === (hidden.length === 0 || mood === 'sleeping' ? mood : 'content');
  }),
  seen('mood', 'tag', /^(?:happy|content|curious)$/, (of) => !isFalling(of)),
  // Hunger and meals.
  showing('hungry', [...TOLD_TEXTS, ...PUBLIC_TEXTS], /(?<!(?:to (?:go|be|grow)|not) )\bhungry\b/, isHungry),
  showing('hungry', FEELING, /empty stomach|stomach is doing|thinks mostly of food/, isHungry),
  acted('hungry', 'message', /have to go hungry/, ({ care }) => (care.shown.before.hunger ?? 0) >= 30),
  showing('hungry', [...SAID, ...FEELING, 'hint', 'mcp'], /starv/i, ({ hunger = 100 }) => hunger <= 30),
  claim('fed', 'card', /\bfed (once|twice|(\d+) times)/i, ({ done }, [, times, count]) => {
    return done.meals === (count ? Number(count) : times === 'once' ? 1 : 2);
  }),
  claim('fed', 'card', /first meal|Nobody has fed it yet/, ({ done }) => done.meals === 0),
  seen('fed', 'mcp', /\bhours_since_fed ([\d.]+)/, ({ feeding }, _, [, told]) =>
    isNear(feeding.hoursSinceFed, told),
  ),
  claim('N meals', 'card', /\b(\d+) meals\b/, ({ done }, [, meals]) => done.streak === Number(meals)),
  seen('late', 'lacking', /meal is (.*) late\./, ({ feeding }, { species }, [, late = '']) => {
    const hours = feeding.hoursSinceFed - species.feedingWindowHours;
    return hours > 0 && isBriefTime(late, hours * HOUR);
  }),
  seen('late', [...OPEN_TEXTS, 'lack'], /\boverdue\b|missed its meal/, missedWindow),
  seen('late', 'needs', /missed a meal/, isFed('critical')),
  seen('late', 'needs', /\blate\b/, isFed('overdue')),
  seen('late', 'checkin', startsWith(CHECKIN_LINES.reasonsToHurry.late), isFed('overdue')),
  timed('late', /was overdue|window had closed|A late meal|only its hour was late/),
  timed('missed_window', /More than one window|longer than a window and a half|\bConsistency falls/),
  timed('on_time', /The hour was right|came in its window|when it expected you/),
  timed('on_time', /you were punctual|clock agree/),
  seen(
    'feeding window',
    LACK,
    /\bneeds nothing for now/,
    (of) => !isFalling(of) && of.feeding.status === 'ok',
  ),
  seen('feeding window', LACK, /time for its next meal/, isFed('due_soon')),
  seen('feeding window', 'needs', /\bearly\b/, ({ feeding }) => feeding.opensAt !== undefined),
  seen('feeding window', 'needs', /window is open/, isFed('due_soon')),
  seen('feeding window', 'mcp', NEXT_WINDOW, ({ feeding: { opensAt } }, _, [, at]) => {
    return (opensAt === undefined ? 'open now' : iso(opensAt)) === at;
  }),
  claim('feeding window', 'tip', IN_TIME, ({ species }, said) =>
    isTimeUntil(said, WINDOW_OPENS * species.feedingWindowHours * HOUR),
  ),
  acted('feeding window', 'message', /no room for more|nowhere in .* for this to go/, isFull),
  acted('feeding window', 'tip', /\bfull now\b/, isFull),
  claim('time', 'checkin', IN_TIME, (moment, said) =>
    isTimeUntil(said, nextEnd(moment) - (moment.observed?.at ?? 0)),
  ),
  acted(
    'fed',
    SAID,
    /(?<!(?:happiness|discipline|health) is )nearly full/i,
    ({ care }) => (care.shown.before.hunger ?? 0) > 60,
  ),
  acted('mood', SAID, /happiness is nearly full/i, ({ care }) => care.after.happiness > 90),
  acted('number', SAID, /discipline is nearly full/i, ({ care }) => care.after.discipline > 90),
  acted('health', SAID, /health is nearly full/i, ({ care }) => care.after.health > 90),
  claim('asleep', SAID, /slept through its (?:mealtime|window)/, ({ given, species }) => {
    return given !== undefined && sleepsThroughMealtime(given.care.was, species);
  }),
  // Items.
  acted('favourite', ['message', 'item'], /\bfavourite/, isOf('loved', 'liked')),
  acted('favourite', 'message', anyOf(caring.CARE_LINES.categoryTails.loved.first), isOf('loved')),
  acted('favourite', 'message', WELL_LIKED, (act) => !isOf('disliked')(act)),
  claim('favourite', 'mcp', /\bitem_result category (\w+)/, ({ given }, [, category]) => {
    return given?.wish.item?.category === category;
  }),
  acted('harm', ['message', 'item'], HARMFUL, isOf('harmful')),
  claim('praise', TEXTS, PRAISING, ({ done }) => isForgiven(done)),
  // Condition.
  showing('mood', FEELING, HAPPY, ({ happiness = 0, hunger = 0 }) => happiness > 80 && hunger > 50),
  showing('mood', 'soul', anyOf(SOUL_LINES.low), isSad),
  showing('mood', ['card', 'tag', 'badge', 'share'], /low spirits|^sad$/, isSad),
  showing('mood', 'soul', anyOf(SOUL_LINES.feelings.content), ({ happiness = 0, hunger = 0, health = 0 }) => {
    return happiness >= 30 && hunger >= 30 && health >= 40;
  }),
  showing('mood', 'soul', /\blow\b|poor spirits/, (stats) => isSad(stats) || isUnwell(stats)),
  showing('health', 'soul', anyOf(SOUL_LINES.feelings.critical), ({ health = 100 }) => health < 20),
  showing('health', 'soul', anyOf(SOUL_LINES.feelings.sick), isUnwell),
  showing('health', ['behavior', ...PUBLIC_TEXTS], UNWELL, isUnwell),
  showing('health', 'needs', /\bweak\b/, ({ health = 100 }) => health < 70),
  showing('health', 'needs', /could be better/, ({ health = 0 }) => health < 95),
  seen('health', 'needs', /in danger/, ({ feeding, checkin, deathClock }) =>
    [feeding.status, checkin.reason, deathClock.urgency].some((word) => /critical|imminent/.test(word)),
  ),
  showing('mood', 'needs', /could be happier/, ({ happiness = 100 }) => happiness < 60),
  showing('trust', 'needs', /does not trust you much/, ({ trust = 100 }) => trust < 20),
  claim('trust', 'needs', /too shy/, isShyNow),
  showing('trust', 'soul', anyOf(wary ?? []), ({ trust = 100 }) => trust < 25),
  showing('trust', 'soul', anyOf(warming ?? []), ({ trust = 0 }) => trust >= 25 && trust < 50),
  showing('trust', 'soul', anyOf([...(trusting ?? []), ...(close ?? [])]), ({ trust = 0 }) => trust >= 50),
  showing('trust', 'soul', anyOf(SOUL_LINES.devoted), ({ trust = 0 }) => trust >= 90),
  showing('trust', 'grown', DEVOTED, ({ trust = 0 }) => trust >= 75),
  seen('trust', PROGRESS_TEXTS, TRUST_TOLD, ({ at, hidden }, { creature, species }, [told]) => {
    const { trust } = statsAt(creature, species, at);
    const [from, goal] = species.slug === 'pangolin' ? [20, 40] : trust < 50 ? [20, 50] : [50, 90];
    const degree = Math.max(0, Math.min(4, Math.floor((5 * (trust - from)) / (goal - from))));
    const { closed, opening } = TRUST_DEGREES;
    return hidden.includes('trust') && (from === 50 ? opening : closed)[degree] === told.toLowerCase();
  }),
  seen('trust', TEXTS, /\btrust \d/, ({ hidden }) => !hidden.includes('trust')),
  // A number in a text equals the stat shown now or at the check-in, and it is low or foretold.
  seen('number', 'checkin', STAT_OF_100, ({ checkin, shown, at }, { creature, species }, said) => {
    const [, stat = '', number] = said;
    const then = visibleStats(species, statsAt(creature, species, checkin.at));
    const value = (stat === 'health' ? shown.health : then.hunger) ?? 100;
    const { health = 100 } = shown;
    const isTold = value < (LOW_BELOW[stat] ?? 0) || health < 40 || (stat === 'hunger' && checkin.at > at);
    return Number(number) === Math.round(value) && isTold;
  }),
  // Any later check-in tells the hunger expected by then.
  seen('number', 'checkin', WHOLE, ({ checkin, at }, _, [text]) => {
    return checkin.at === at || checkin.hungerThen === undefined || /hunger.* of 100/.test(text);
  }),
  seen('number', ['soul', 'mcp'], STAT_AND_VALUE, ({ shown }, _, [, stat, value]) => {
    return Math.abs((shown[stat as words.Stat] ?? Number.NaN) - Number(value)) <= 0.5001;
  }),
  // Sleep.
  seen('asleep', ['tag', 'badge', 'share'], /\basleep\b/, ({ asleepUntil }) => asleepUntil !== undefined),
  seen('asleep', 'wakes', IN_TIME, ({ asleepUntil, at }, _, said) =>
    isTimeUntil(said, (asleepUntil?.wakesAt ?? 0) - at),
  ),
  claim('asleep', 'checkin', startsWith(CHECKIN_LINES.reasonsToHurry.asleep), all(isDire, wakesInTime)),
  claim('asleep', ['behavior', 'soul'], /when it wakes\b/, wakesInTime),
  // When to come back.
  seen('check-in', 'checkin', WHOLE, (of) => of.checkin.at < of.deathClock.diesAt || of.checkin.at === of.at),
  seen('check-in', 'back', IN_TIME, ({ checkin, at }, _, said) => isTimeUntil(said, checkin.returnAt - at)),
  seen('check-in', 'back', /in danger/, ({ checkin }) => checkin.reason === 'critical'),
  claim('check-in', 'back', /can eat|awake to eat/, isOnTimeThen),
  claim('check-in', 'back', /can be fed now/, all(comesNow, isAwakeThen)),
  claim('check-in', 'back', /\bawake\b/, isAwakeThen),
  claim('check-in', 'back', /before it sleeps/, sleepsAfter),
  claim('check-in', 'back', /asleep at its mealtime/, sleepsThroughWindow),
  claim('check-in', 'back', /will be late/, isLateThen),
  reasonIs('still_shy', isShyNow),
  claim('check-in', 'back', /still shy/, isShyNow),
  reasonIs('feed_now', all(isOnTimeThen, isAwakeNow)),
  reasonIs('in_time', isOnTimeThen),
  reasonIs('before_it_sleeps', all(isOnTimeThen, sleepsAfter)),
  reasonIs('when_it_wakes', all(isOnTimeThen, sleepsBefore)),
  reasonIs('early_rather_than_late', all(isEarlyThen, sleepsThroughWindow)),
  reasonIs('late_at_best', all(isLateThen, sleepsBefore)),
  reasonIs('critical', all(isDire, isAwakeNow)),
  seen('check-in', 'mcp', NEXT_CHECKIN, ({ checkin: { at: then }, at }, _, [, told, hours]) => {
    return iso(then) === told && isNear((then - at) / HOUR, hours);
  }),
  // Visits.
  seen('visits', [...OPEN_TEXTS, 'lacking'], ALONE_FOR, ({ deathClock }, _, [, told = '']) =>
    isBriefTime(told, deathClock.hoursWithoutCare * HOUR),
  ),
  // Growth.
  seen('growth', 'hint', IN_TIME, ({ at }, { creature, species }, said) =>
    isTimeUntil(said, (expectedGrowth(creature, species, at)?.at ?? 0) - at),
  ),
  seen('growth', 'hint', WHOLE, ({ at }, { creature, species }, [text]) => {
    return expectedGrowth(creature, species, at) === undefined || new RegExp(TIME).test(text);
  }),
  seen('growth', 'hint', NOTHING_TO_CHANGE, ({ feeding: { status }, progress }, { done }) => {
    return progress.consistency >= 90 && done.meals > 0 && (status === 'ok' || status === 'due_soon');
  }),
];
