import type { AskedCare } from '../../../src/rules/care/care.ts';
import { judged } from '../../support/facts.ts';
import type { SimulatedAnswer } from '../../../tools/sim/simulate.ts';
import { criticalAt, overdueAt, WINDOW_OPENS, windowsSinceFed } from '../../../src/rules/care/feeding.ts';
import { isTooShy, needsOf, type TendedCreature } from '../../../src/rules/care/needs.ts';
import { DAY, HOUR, iso, MINUTE, type Instant } from '../../../src/rules/base/clock.ts';
import { isHarmedRepeatedly } from '../../../src/rules/heart/care-digest.ts';
import { heartAt } from '../../../src/rules/heart/feel.ts';
import type { HatchedCreature } from '../../../src/rules/lives/creature.ts';
import { statsAt } from '../../../src/rules/lives/decay.ts';
import { ageHours, nextGrowth } from '../../../src/rules/lives/growth.ts';
import type { Observation } from '../../../src/rules/lives/observe.ts';
import { isAsleep } from '../../../src/rules/lives/sleep.ts';
import { tellingAt } from '../../../src/rules/lives/milestones.ts';
import { visibleStats } from '../../../src/rules/lives/visible-stats.ts';
import { publicSituation } from '../../../src/rules/situation.ts';
import type { StatChanges } from '../../../src/rules/stats.ts';
import { STATS, type Stat, type Urgency } from '../../../src/rules/vocabulary.ts';
import { presentCare } from '../../../src/features/care/care.http.ts';
import { presentStatus } from '../../../src/features/lives/status.http.ts';
import { describeReply } from '../../../src/mcp/describe.ts';
import { fitText, stepLines, toToolSteps } from '../../../src/mcp/tool-text.ts';
import { splitUntrusted } from '../../../src/mcp/untrusted.ts';
import {
  careMessage,
  careTip,
  itemMessage,
  linePickFor,
  refusalWords,
  CARE_LINES,
} from '../../../src/text/creature/care-message.ts';
import { needWords } from '../../../src/text/creature/needs.ts';
import { formatTimeAndDate } from '../../../src/text/times.ts';
import { fillTemplate } from '../../../src/text/pick-line.ts';
import { behavior, poseOf, BEHAVIOR_LINES } from '../../../src/text/creature/behavior.ts';
import { checkBackStep, checkinReason, CHECKIN_LINES } from '../../../src/text/creature/steps.ts';
import { CREATURE_PROBLEMS } from '../../../src/text/server/problems.ts';
import { evolutionHint } from '../../../src/text/creature/evolution-hint.ts';
import { stageMessage } from '../../../src/text/creature/milestones.ts';
import { soulPrompt, SOUL_LINES } from '../../../src/text/creature/soul-prompt.ts';
import { shareDescription } from '../../../src/text/creature/share.ts';
import { badgeWords, creatureCardWords } from '../../../src/text/pages/cards.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES, needSentences } from '../../../src/text/pages/appearance-words.ts';
import { URGENCY_WORDS } from '../../../src/text/pages/page-words.ts';
import { PRAISING } from './praise.ts';

/** An answer of the simulation, and the care up to then as counted by the test. */
export interface ToldMoment extends SimulatedAnswer {
  readonly done: CareTally;
}

export interface CareTally {
  readonly acts: number;
  readonly meals: number;
  /** Meals on time in a row. */
  readonly streak: number;
  readonly harmful: number;
}

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

// Texts about a moment.

const CARE_TEXTS = ['message', 'item', 'tip', 'refusal', 'wakes'] as const;
/** For the keeper, who knows the death clock. */
const OWN_TEXTS = ['behavior', 'soul', 'checkin'] as const;
const ADVICE_TEXTS = ['hint', 'grown', 'needs', 'back'] as const;
const OPEN_TEXTS = ['pose', 'card', 'badge', 'share'] as const;
/** Short words on pages: `lacking` is used in lists, `lack` below the clock. */
const PAGE_WORDS = ['tag', 'clock', 'lack', 'lacking'] as const;
const PUBLIC_TEXTS = [...OPEN_TEXTS, ...PAGE_WORDS] as const;
const TEXTS = [...CARE_TEXTS, ...OWN_TEXTS, ...ADVICE_TEXTS, ...PUBLIC_TEXTS, 'mcp'] as const;
type Text = (typeof TEXTS)[number];
export type Words = Partial<Record<Text, string>>;

/** Texts for the keeper in an answer. */
export function wordsOf(answer: SimulatedAnswer): Words {
  return {
    ...wordsOfCare(answer),
    ...wordsOfLook(answer),
    ...wordsOfAdvice(answer),
    ...wordsOfRefusal(answer),
  };
}

/** Texts in every answer about a living creature. */
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
  const who = { ...creature, family: species.family };
  if (!rest)
    return { refusal: refusalWords(refused, { ...who, count: tellingAt(creature, observed.at) }).message };
  const { message, suggestion } = CREATURE_PROBLEMS.creature_asleep({
    ...who,
    count: tellingAt(creature, at),
    rest,
    household: [{ creature, species, observed }],
  });
  return { refusal: message, wakes: suggestion };
}

export function wordsOfCare({ species, creature, given: act }: SimulatedAnswer): Words {
  if (!act) return {};
  const { wish, care } = act;
  const done = { wish, care, species };
  const { action, item } = wish;
  const tip = careTip(done);
  return {
    message: careMessage(done),
    ...(item &&
      action !== 'reflect' && {
        item: itemMessage(item.category, action, {
          ...linePickFor(done, 'item'),
          name: creature.name,
          family: species.family,
        }),
      }),
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

/** Public texts: pages, cards, badges, links. */
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

/** The text of a tool, made from the reply of its route. */
export function mcpWords(answer: SimulatedAnswer): Words {
  const { creature, species, observed, given: act, refused } = answer;
  // Care for a sleeping creature is answered with a problem; `wakes` has its text.
  if (!observed || refused === 'asleep') return {};
  const { heart } = heartAt(creature, species, observed.at);
  const seen = { creature, species, observed, heart, unread: NOTHING_UNREAD, activity: NO_ACTIVITY };
  if (!act && refused === undefined) {
    const looked = { ...seen, ...FIRST_LOOK, kind: 'living', now: observed.at } as const;
    return { mcp: toolText('getCreatureStatus', presentStatus(looked)) };
  }
  const wish: AskedCare = act?.wish ?? { action: 'feed' };
  const cared = presentCare({
    ...seen,
    now: observed.at,
    action: wish.action,
    item: judged(wish, species),
    entryId: 'entry',
    outcome: act ? act.care : { refused: refused ?? 'too_shy' },
    wayBack: undefined,
    granted: undefined,
    reached: act?.care.milestones ?? [],
    recent: [],
    others: [],
    siblings: [],
  });
  return { mcp: toolText('careForCreature', cared) };
}

type ToolReply = ReturnType<typeof presentStatus> | ReturnType<typeof presentCare>;

export function toolText(route: 'getCreatureStatus' | 'careForCreature', reply: ToolReply): string {
  const { trusted } = splitUntrusted({ ...reply, soul_prompt: feelingIn(reply.soul_prompt) });
  return fitText(describeReply(route, trusted), stepLines(toToolSteps(reply.next_steps)));
}

export const NOTHING_UNREAD = { letters: 0, keepsakes: 0, writtenAt: 0 };
const NO_ACTIVITY = {
  creaturesBorn: 0,
  creaturesDied: 0,
  careActions: 0,
  feedings: 0,
  reflections: 0,
  activeAgents: 0,
};
const FIRST_LOOK = {
  imageUrl: undefined,
  portraits: [],
  grown: [],
  reached: [],
  beingDrawn: false,
  others: [],
  deaths: { told: [], more: 0, wayBack: undefined },
} as const;

/** The last sentence of a soul prompt; those before it do not depend on stats. */
const feelingIn = (soul = ''): string => sentencesOf(soul).at(-1) ?? '';

export const sentencesOf = (text: string): string[] => text.split(/(?<=\.) /);

// Claims.

/** The types of claims in texts about creatures; letters have their own table in `letter-claims.ts`. */
export const CLAIM_TYPES = [
  'dies in',
  'dies of',
  'hungry',
  'fed',
  'late',
  'feeding window',
  'N meals',
  'favourite',
  'harm',
  'health',
  'mood',
  'trust',
  'praise',
  'number',
  'asleep',
  'time',
  'check-in',
  'visits',
  'growth',
  'what to do',
] as const;
type ClaimType = (typeof CLAIM_TYPES)[number];

/** A phrase in texts, and the fact that must hold if a text contains it. */
export interface Claim<Facts, In extends string> {
  readonly type: ClaimType;
  readonly in: readonly In[];
  readonly said: RegExp;
  readonly holds: (facts: Facts, said: RegExpExecArray) => boolean;
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
        if (!holds(facts, match))
          wrong.push(`${type} (${field}): ${lineAt(text, match)} [${match[0].slice(0, 60)}]`);
      }
    }
  return wrong;
}

function lineAt(text: string, { index }: RegExpExecArray): string {
  const end = text.indexOf('\n', index);
  return text.slice(text.lastIndexOf('\n', index) + 1, end < 0 ? undefined : end);
}

/** The whole text: for claims that a text must make. */
const WHOLE = /^.*$/s;

type MomentClaim = Claim<ToldMoment, Text>;
type Holds = MomentClaim['holds'];

const shownBy =
  (holds: (shown: StatChanges) => boolean): Holds =>
  ({ observed }) =>
    observed !== undefined && holds(observed.shown);

const given =
  (holds: (done: NonNullable<SimulatedAnswer['given']>) => boolean): Holds =>
  ({ given: act }) =>
    act !== undefined && holds(act);

const observing =
  (holds: (observed: Observation, moment: ToldMoment, said: RegExpExecArray) => boolean): Holds =>
  (moment, said) =>
    moment.observed !== undefined && holds(moment.observed, moment, said);

/** Holds at the recommended check-in. */
const comingBack = (holds: (at: Instant, creature: HatchedCreature, moment: ToldMoment) => boolean): Holds =>
  observing((observed, moment) => holds(observed.checkin.at, moment.creature, moment));

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
const isAwakeNow = observing(({ asleepUntil }) => asleepUntil === undefined);
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

const isUrgent = (urgency: Urgency): boolean => urgency === 'critical' || urgency === 'imminent';
const ownUrgency = (of: Observation): boolean => isUrgent(of.deathClock.urgency);
const openUrgency = (of: Observation): boolean => isUrgent(of.publicClock.urgency);

const UNITS: Readonly<Record<string, number>> = { minute: MINUTE, hour: HOUR, day: DAY };
const TIME = String.raw`(?:in (\d+) (minute|hour|day)s?|now)\b`;
const IN_TIME = /\bin (\d+) (minute|hour|day)s?\b/g;

/** Time left is rounded down to a unit: never more than there is, and less than one unit too little. */
function isTimeLeft([, count = '0', unit = 'minute']: RegExpExecArray, ms: number): boolean {
  const size = UNITS[unit] ?? MINUTE;
  return Number(count) * size <= ms && ms < (Number(count) + 1) * size + 1000;
}

/** Time to wait is rounded. */
function isTimeUntil([, count = '0', unit = 'minute']: RegExpExecArray, ms: number): boolean {
  const size = UNITS[unit] ?? MINUTE;
  return Math.abs(Number(count) * size - ms) <= size / 2 + 1;
}

/** `8 h 37 min`: rounded down to a minute, at least one. */
function isBriefTime(said: string, ms: number): boolean {
  const [, hours = '0'] = /(\d+) h/.exec(said) ?? [];
  const [, minutes = '0'] = /(\d+) min/.exec(said) ?? [];
  const told = Number(hours) * 60 + Number(minutes);
  return (
    told === Math.max(1, Math.floor(ms / MINUTE + 1e-6)) || told === Math.max(1, Math.floor(ms / MINUTE))
  );
}

const deathIn = observing(({ deathClock, at }, _, said) => isTimeLeft(said, deathClock.diesAt - at));

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
  .filter((piece) => piece.length > 12);
const isCheerful = (text: string): boolean => CHEERFUL.some((piece) => text.includes(piece));

const anyOf = (lines: readonly string[]): RegExp =>
  new RegExp(lines.map((line) => `\\b${line}\\b`).join('|'));

const startsWith = (lines: readonly string[]): RegExp =>
  new RegExp(`^(?:${lines.map((line) => line.replaceAll(/\{\w+\}/g, '[\\w ]+')).join('|')});`);

const reasonIs = (reason: keyof typeof CHECKIN_LINES.reasons, holds: Holds): MomentClaim => ({
  type: 'check-in',
  said: startsWith(CHECKIN_LINES.reasons[reason]),
  in: ['checkin'],
  holds,
});

const [wary, warming, trusting, close] = SOUL_LINES.trustBands.map(({ lines }) => lines);

const isForgiven = ({ acts, harmful }: CareTally): boolean => harmful < 2 || acts >= 50 * harmful;

const LOW_BELOW: Readonly<Record<string, number>> = { health: 40, hunger: 30 };

export const MOMENT_CLAIMS: readonly MomentClaim[] = [
  // Its end.
  {
    type: 'dies in',
    said: new RegExp(
      String.raw`\b(?:dies|dead|life ends|end comes|(?<!meal )is lost|runs out(?: for \w+)?) ${TIME}`,
      'g',
    ),
    in: [...OWN_TEXTS, ...OPEN_TEXTS, 'mcp'],
    holds: deathIn,
  },
  { type: 'dies in', said: IN_TIME, in: ['behavior', 'soul', ...OPEN_TEXTS], holds: deathIn },
  {
    type: 'dies in',
    said: /\bdies at (\d.*) if nobody/,
    in: ['card'],
    holds: observing(
      ({ publicClock: { diesAt } }, _, [, at]) => diesAt !== undefined && formatTimeAndDate(diesAt) === at,
    ),
  },
  {
    type: 'dies in',
    said: /\bdies_at (\S+Z), hours_remaining ([\d.]+), urgency (\w+)/,
    in: ['mcp'],
    holds: observing(
      ({ deathClock: { diesAt, hoursRemaining, urgency } }, _, [, at, left, told]) =>
        iso(diesAt) === at && Math.abs(hoursRemaining - Number(left)) < 0.006 && urgency === told,
    ),
  },
  {
    type: 'dies in',
    said: WHOLE,
    in: [...OWN_TEXTS, 'mcp'],
    holds: observing((of, _, [text]) => !ownUrgency(of) || new RegExp(TIME).test(text)),
  },
  {
    type: 'dies in',
    said: WHOLE,
    in: OPEN_TEXTS,
    holds: observing(
      (of, _, [text]) =>
        !openUrgency(of) ||
        (of.publicClock.diesAt === undefined ? /nobody/i : new RegExp(`dies (?:at|${TIME})`)).test(text),
    ),
  },
  // Public texts name a death only if the public clock has one.
  {
    type: 'dies in',
    said: /\bdies\b/,
    in: PUBLIC_TEXTS,
    holds: observing(({ publicClock }) => publicClock.diesAt !== undefined),
  },
  {
    type: 'what to do',
    said: WHOLE,
    in: OWN_TEXTS,
    holds: observing((of, _, [text]) => !ownUrgency(of) || /feed it|reflect/.test(text)),
  },
  {
    type: 'what to do',
    said: WHOLE,
    in: OPEN_TEXTS,
    holds: observing((of, _, [text]) => !openUrgency(of) || /it needs \w/.test(text)),
  },
  {
    type: 'mood',
    said: WHOLE,
    in: OWN_TEXTS,
    holds: observing((of, _, [text]) => !ownUrgency(of) || !isCheerful(text)),
  },
  {
    type: 'mood',
    said: WHOLE,
    in: OPEN_TEXTS,
    holds: observing((of, _, [text]) => !openUrgency(of) || !isCheerful(text)),
  },
  { type: 'health', said: /time enough/, in: ['clock'], holds: observing((of) => !isFalling(of)) },
  {
    type: 'mood',
    said: /^(?:happy|content|curious)$/,
    in: ['tag'],
    holds: observing((of) => !isFalling(of)),
  },
  // Hunger and meals.
  {
    type: 'hungry',
    said: /(?<!(?:to (?:go|be|grow)|not) )\bhungry\b/,
    in: [...OWN_TEXTS, ...PUBLIC_TEXTS, 'mcp'],
    holds: shownBy(({ hunger = 100 }) => hunger < 30),
  },
  {
    type: 'hungry',
    said: /empty stomach|stomach is doing|thinks mostly of food/,
    in: ['behavior', 'soul', 'pose'],
    holds: shownBy(({ hunger = 100 }) => hunger < 30),
  },
  {
    type: 'hungry',
    said: /have to go hungry/,
    in: ['message'],
    holds: given(({ care }) => (care.shown.before.hunger ?? 0) >= 30),
  },
  {
    type: 'hungry',
    said: /starv/i,
    in: ['message', 'tip', 'behavior', 'hint', 'soul', 'pose', 'mcp'],
    holds: shownBy(({ hunger = 100 }) => hunger <= 30),
  },
  {
    type: 'fed',
    said: /\bfed (once|twice|(\d+) times)/i,
    in: ['card'],
    holds: ({ done }, [, times, count]) => done.meals === (count ? Number(count) : times === 'once' ? 1 : 2),
  },
  {
    type: 'fed',
    said: /first meal|Nobody has fed it yet/,
    in: ['card'],
    holds: ({ done }) => done.meals === 0,
  },
  {
    type: 'fed',
    said: /\bhours_since_fed ([\d.]+)/,
    in: ['mcp'],
    holds: observing(({ feeding }, _, [, hours]) => Math.abs(feeding.hoursSinceFed - Number(hours)) < 0.006),
  },
  {
    type: 'N meals',
    said: /\b(\d+) meals\b/,
    in: ['card'],
    holds: ({ done }, [, meals]) => done.streak === Number(meals),
  },
  {
    type: 'late',
    said: /meal is (.*) late\./,
    in: ['lacking'],
    holds: observing(
      ({ feeding }, { species }, [, late = '']) =>
        feeding.hoursSinceFed > species.feedingWindowHours &&
        isBriefTime(late, (feeding.hoursSinceFed - species.feedingWindowHours) * HOUR),
    ),
  },
  {
    type: 'late',
    said: /\boverdue\b|missed its meal/,
    in: [...OPEN_TEXTS, 'lack'],
    holds: observing(({ feeding }, { species }) => feeding.hoursSinceFed > species.feedingWindowHours),
  },
  {
    type: 'late',
    said: /missed a meal/,
    in: ['needs'],
    holds: observing(({ feeding }) => feeding.status === 'critical'),
  },
  {
    type: 'late',
    said: /\blate\b/,
    in: ['needs'],
    holds: observing(({ feeding }) => feeding.status === 'overdue'),
  },
  {
    type: 'late',
    said: startsWith(CHECKIN_LINES.reasonsToHurry.late),
    in: ['checkin'],
    holds: observing(({ feeding }) => feeding.status === 'overdue'),
  },
  {
    type: 'late',
    said: /You came late|was overdue|window had closed|A late meal|the hour was not/,
    in: ['message', 'tip'],
    holds: given(({ care }) => care.timing === 'late'),
  },
  {
    type: 'late',
    said: /far longer than it should|More than one window|came far too late/,
    in: ['message', 'tip'],
    holds: given(({ care }) => care.timing === 'missed_window'),
  },
  {
    type: 'late',
    said: /The hour was right|came in its window|when it expected you|you were punctual|clock agree/,
    in: ['message', 'tip'],
    holds: given(({ care }) => care.timing === 'on_time'),
  },
  {
    type: 'feeding window',
    said: /\bnot due yet/,
    in: ['lack', 'card'],
    holds: observing((of) => !isFalling(of) && of.feeding.status === 'ok'),
  },
  {
    type: 'feeding window',
    said: /time for its next meal/,
    in: ['lack', 'card'],
    holds: observing(({ feeding }) => feeding.status === 'due_soon'),
  },
  {
    type: 'feeding window',
    said: /\bearly\b/,
    in: ['needs'],
    holds: observing(({ feeding }) => feeding.opensAt !== undefined),
  },
  {
    type: 'feeding window',
    said: /window is open/,
    in: ['needs'],
    holds: observing(({ feeding }) => feeding.status === 'due_soon'),
  },
  {
    type: 'feeding window',
    said: /\bnext_feeding_window (open now|(\S+Z))/,
    in: ['mcp'],
    holds: observing(
      ({ feeding: { opensAt } }, _, [, , at]) => (opensAt === undefined ? undefined : iso(opensAt)) === at,
    ),
  },
  {
    type: 'feeding window',
    said: IN_TIME,
    in: ['tip'],
    holds: ({ species }, said) => isTimeUntil(said, WINDOW_OPENS * species.feedingWindowHours * HOUR),
  },
  {
    type: 'feeding window',
    said: /no room for more|nowhere in .* for this to go/,
    in: ['message'],
    holds: given(({ care }) => care.after.hunger > 99.9),
  },
  {
    type: 'feeding window',
    said: /nearly full and you were punctual/,
    in: ['tip'],
    holds: given(({ care }) => care.after.hunger > 99.9),
  },
  {
    type: 'time',
    said: IN_TIME,
    in: ['checkin'],
    holds: (moment, said) => isTimeLeft(said, nextEnd(moment) - (moment.observed?.at ?? 0)),
  },
  // Items.
  {
    type: 'favourite',
    said: /\bfavourite/,
    in: ['message', 'item'],
    holds: given(({ wish }) => wish.item?.category === 'loved' || wish.item?.category === 'liked'),
  },
  {
    type: 'favourite',
    said: anyOf(CARE_LINES.categoryTails.loved.first),
    in: ['message'],
    holds: given(({ wish, care }) => wish.item?.category === 'loved' && care.effectiveness === 'effective'),
  },
  {
    type: 'favourite',
    said: /whole attention|empties the|goes down well|rest at speed|good food|plays until|wins by|whole body|pounces|all the room there is|looks new/,
    in: ['message'],
    holds: given(({ wish }) => wish.item?.category !== 'disliked'),
  },
  {
    type: 'favourite',
    said: /\bitem_result category (\w+)/,
    in: ['mcp'],
    holds: ({ given: act }, [, category]) => act?.wish.item?.category === category,
  },
  {
    type: 'harm',
    said: /\bpoison|not safe|no remedy for|must not happen again|hurt by this|makes \w+ (?:ill|worse)/,
    in: ['message', 'item'],
    holds: given(({ wish }) => wish.item?.category === 'harmful'),
  },
  { type: 'praise', said: PRAISING, in: TEXTS, holds: ({ done }) => isForgiven(done) },
  // Condition.
  {
    type: 'mood',
    said: anyOf([...SOUL_LINES.feelings.happy, 'excellent spirits', 'sheer good humour']),
    in: ['soul', 'behavior', 'pose'],
    holds: shownBy(({ happiness = 0, hunger = 0 }) => happiness > 80 && hunger > 50),
  },
  {
    type: 'mood',
    said: anyOf(SOUL_LINES.low),
    in: ['soul'],
    holds: shownBy(({ happiness = 100 }) => happiness < 30),
  },
  {
    type: 'mood',
    said: /low spirits|^sad$/,
    in: ['card', 'tag', 'badge', 'share'],
    holds: shownBy(({ happiness = 100 }) => happiness < 30),
  },
  {
    type: 'mood',
    said: anyOf(SOUL_LINES.feelings.content),
    in: ['soul'],
    holds: shownBy(
      ({ happiness = 0, hunger = 0, health = 0 }) => happiness >= 30 && hunger >= 30 && health >= 40,
    ),
  },
  {
    type: 'mood',
    said: /\blow\b|poor spirits/,
    in: ['soul'],
    holds: shownBy(({ happiness = 100, health = 100 }) => happiness < 30 || health < 40),
  },
  {
    type: 'health',
    said: anyOf(SOUL_LINES.feelings.critical),
    in: ['soul'],
    holds: shownBy(({ health = 100 }) => health < 20),
  },
  {
    type: 'health',
    said: anyOf(SOUL_LINES.feelings.sick),
    in: ['soul'],
    holds: shownBy(({ health = 100 }) => health < 40),
  },
  {
    type: 'health',
    said: /unwell|does not feel right|moves slowly and rests|\bsick\b/,
    in: ['behavior', ...PUBLIC_TEXTS],
    holds: shownBy(({ health = 100 }) => health < 40),
  },
  { type: 'health', said: /\bweak\b/, in: ['needs'], holds: shownBy(({ health = 100 }) => health < 70) },
  { type: 'health', said: /could be better/, in: ['needs'], holds: shownBy(({ health = 0 }) => health < 95) },
  {
    type: 'health',
    said: /in danger/,
    in: ['needs'],
    holds: observing(({ feeding, checkin, deathClock }) =>
      [feeding.status, checkin.reason, deathClock.urgency].some((word) => /critical|imminent/.test(word)),
    ),
  },
  {
    type: 'mood',
    said: /could be happier/,
    in: ['needs'],
    holds: shownBy(({ happiness = 100 }) => happiness < 60),
  },
  {
    type: 'trust',
    said: /does not trust you much/,
    in: ['needs'],
    holds: shownBy(({ trust = 100 }) => trust < 20),
  },
  {
    type: 'trust',
    said: /too shy/,
    in: ['needs'],
    holds: observing((observed, { creature, species }) => isTooShy({ creature, species, observed })),
  },
  { type: 'trust', said: anyOf(wary ?? []), in: ['soul'], holds: shownBy(({ trust = 100 }) => trust < 25) },
  {
    type: 'trust',
    said: anyOf(warming ?? []),
    in: ['soul'],
    holds: shownBy(({ trust = 0 }) => trust >= 25 && trust < 50),
  },
  {
    type: 'trust',
    said: anyOf([...(trusting ?? []), ...(close ?? [])]),
    in: ['soul'],
    holds: shownBy(({ trust = 0 }) => trust >= 50),
  },
  {
    type: 'trust',
    said: anyOf(SOUL_LINES.devoted),
    in: ['soul'],
    holds: shownBy(({ trust = 0 }) => trust >= 90),
  },
  {
    type: 'trust',
    said: /keeps you|knows you by|tuned to you|answers before you have finished|touch you|follows you everywhere|somebody it loves/,
    in: ['grown'],
    holds: shownBy(({ trust = 0 }) => trust >= 75),
  },
  {
    type: 'trust',
    said: /\btrust (\d+) of (\d+)\b/,
    in: ['soul', 'behavior', 'hint', 'tip', 'mcp'],
    holds: observing(
      ({ at }, { creature, species }, [, trust, goal]) =>
        Math.floor(statsAt(creature, species, at).trust) === Number(trust) && Number(trust) < Number(goal),
    ),
  },
  // A number in a text equals the stat shown now or at the check-in, and it is low or foretold.
  {
    type: 'number',
    said: /\b(hunger|health)\b[^;]*?(\d+) of 100/,
    in: ['checkin'],
    holds: observing(({ checkin, shown, at }, { creature, species }, [, stat = '', said]) => {
      const then = visibleStats(species, statsAt(creature, species, checkin.at));
      const value = (stat === 'health' ? shown.health : then.hunger) ?? 100;
      const isTold = value < (LOW_BELOW[stat] ?? 0) || (stat === 'hunger' && checkin.at > at);
      return Number(said) === Math.round(value) && isTold;
    }),
  },
  {
    type: 'number',
    said: new RegExp(
      String.raw`\b(${STATS.join('|')}) (\d+(?:\.\d+)?)(?!\d|\.\d| (?:→|of)|, and has forgotten)`,
      'g',
    ),
    in: ['soul', 'mcp'],
    holds: observing(
      ({ shown }, _, [, stat, value]) =>
        Math.abs((shown[stat as Stat] ?? Number.NaN) - Number(value)) <= 0.5001,
    ),
  },
  // Sleep.
  {
    type: 'asleep',
    said: /\basleep\b/,
    in: ['tag', 'badge', 'share'],
    holds: observing(({ asleepUntil }) => asleepUntil !== undefined),
  },
  {
    type: 'asleep',
    said: IN_TIME,
    in: ['wakes'],
    holds: observing(({ asleepUntil, at }, _, said) => isTimeUntil(said, (asleepUntil?.wakesAt ?? 0) - at)),
  },
  {
    type: 'asleep',
    said: startsWith(CHECKIN_LINES.reasonsToHurry.asleep),
    in: ['checkin'],
    holds: all(isDire, wakesInTime),
  },
  { type: 'asleep', said: /when it wakes\b/, in: ['behavior', 'soul'], holds: wakesInTime },
  // When to come back.
  {
    type: 'check-in',
    said: WHOLE,
    in: ['checkin'],
    holds: observing(({ checkin, deathClock, at }) => checkin.at < deathClock.diesAt || checkin.at === at),
  },
  {
    type: 'check-in',
    said: IN_TIME,
    in: ['back'],
    holds: observing(({ checkin, at }, _, said) => isTimeUntil(said, checkin.at - at)),
  },
  {
    type: 'check-in',
    said: /in danger/,
    in: ['back'],
    holds: observing(({ checkin }) => checkin.reason === 'critical'),
  },
  { type: 'check-in', said: /ready to eat|can eat before|awake to eat/, in: ['back'], holds: isOnTimeThen },
  {
    type: 'check-in',
    said: /can be fed now/,
    in: ['back'],
    holds: comingBack((at, creature, { observed }) => at === observed?.at && !isAsleep(creature, at)),
  },
  {
    type: 'check-in',
    said: /\bawake\b/,
    in: ['back'],
    holds: comingBack((at, creature) => !isAsleep(creature, at)),
  },
  { type: 'check-in', said: /before it sleeps/, in: ['back'], holds: sleepsAfter },
  { type: 'check-in', said: /asleep at its mealtime/, in: ['back'], holds: sleepsThroughWindow },
  { type: 'check-in', said: /will be late/, in: ['back'], holds: isLateThen },
  reasonIs('feed_now', all(isOnTimeThen, isAwakeNow)),
  reasonIs('in_time', isOnTimeThen),
  reasonIs('before_it_sleeps', all(isOnTimeThen, sleepsAfter)),
  reasonIs('when_it_wakes', all(isOnTimeThen, sleepsBefore)),
  reasonIs('early_rather_than_late', all(isEarlyThen, sleepsThroughWindow)),
  reasonIs('late_at_best', all(isLateThen, sleepsBefore)),
  reasonIs('critical', all(isDire, isAwakeNow)),
  {
    type: 'check-in',
    said: /\brecommended_checkin: at (\S+Z); hours_from_now (\d+(?:\.\d+)?)/,
    in: ['mcp'],
    holds: observing(
      ({ checkin, at }, _, [, told, hours]) =>
        iso(checkin.at) === told && Math.abs((checkin.at - at) / HOUR - Number(hours)) < 0.006,
    ),
  },
  // Visits.
  {
    type: 'visits',
    said: /(?:Nobody came|seen nobody) for ([\dhmin ]+\w)/,
    in: [...OPEN_TEXTS, 'lacking'],
    holds: observing(({ deathClock }, _, [, told = '']) =>
      isBriefTime(told, deathClock.hoursWithoutCare * HOUR),
    ),
  },
  // Growth.
  {
    type: 'growth',
    said: IN_TIME,
    in: ['hint'],
    holds: observing(({ at }, { creature, species }, said) =>
      isTimeUntil(said, (nextGrowth(creature, species)?.at ?? 0) - at),
    ),
  },
  {
    type: 'growth',
    said: WHOLE,
    in: ['hint'],
    holds: observing(
      (_, { creature, species }, [text]) =>
        nextGrowth(creature, species) === undefined || new RegExp(TIME).test(text),
    ),
  },
  {
    type: 'growth',
    said: /as well as it can be done|exactly like this|Nothing to change/,
    in: ['hint'],
    holds: observing(
      ({ feeding: { status }, progress }, { done }) =>
        progress.consistency >= 90 && done.meals > 0 && (status === 'ok' || status === 'due_soon'),
    ),
  },
];
