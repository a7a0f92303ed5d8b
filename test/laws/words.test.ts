import { expect, test } from 'vitest';

import { KEEPER_KINDS } from '../../sim/keeper.ts';
import { simulate, type SimulatedAnswer } from '../../sim/simulate.ts';
import { consistencyNow, missedWindows, WINDOW_OPENS, windowsSinceFed } from '../../src/core/care/feeding.ts';
import { isTooShy, needsOf, type TendedCreature } from '../../src/core/care/needs.ts';
import { HOUR, MINUTE, type Instant } from '../../src/core/engine/clock.ts';
import { pick } from '../../src/core/engine/dice.ts';
import type { Creature } from '../../src/core/lives/creature.ts';
import { statsAt } from '../../src/core/lives/decay.ts';
import { ageHours, nextGrowth } from '../../src/core/lives/growth.ts';
import { isMilestoneVisible, statOfMilestone } from '../../src/core/lives/milestones.ts';
import type { Observation } from '../../src/core/lives/observe.ts';
import { isAsleep } from '../../src/core/lives/sleep.ts';
import { tellingAt } from '../../src/core/lives/telling.ts';
import { visibleStats } from '../../src/core/lives/visible-stats.ts';
import { CATALOG } from '../../src/core/species/catalog.ts';
import type { Species } from '../../src/core/species/species.ts';
import type { StatChanges } from '../../src/core/stats.ts';
import type { Action, Stat } from '../../src/core/vocabulary.ts';
import { CATEGORY_TAILS } from '../../src/voice/care/care-lines.ts';
import { careMessage, itemMessage, linePickFor } from '../../src/voice/care/care-message.ts';
import { refusalWords } from '../../src/voice/care/care-refusals.ts';
import { careTip } from '../../src/voice/care/care-tip.ts';
import { needWords } from '../../src/voice/care/needs.ts';
import { formatTimeUntil } from '../../src/voice/engine/durations.ts';
import { fillTemplate } from '../../src/voice/engine/pick-line.ts';
import { behavior } from '../../src/voice/lives/behavior.ts';
import { checkBackStep } from '../../src/voice/lives/check-back-step.ts';
import { checkinReason, REASONS, REASONS_TO_HURRY } from '../../src/voice/lives/checkin-reason.ts';
import { CREATURE_PROBLEMS } from '../../src/voice/lives/creature-problems.ts';
import { evolutionHint } from '../../src/voice/lives/evolution-hint.ts';
import { milestoneMessage, stageMessage } from '../../src/voice/lives/milestones.ts';
import { DEVOTED, FEELINGS, LOW, TRUST_BANDS } from '../../src/voice/lives/soul-lines.ts';
import { soulPrompt } from '../../src/voice/lives/soul-prompt.ts';
import { BY_CARE, FORSAKEN, PUNCTUAL, SHORT, VISITED } from '../../src/voice/public/epitaph-shapes.ts';
import { epitaph, epitaphShape, type GravestoneFacts } from '../../src/voice/public/epitaphs.ts';
import { seededInts } from '../support/seeded.ts';

/** So many lives: LAW_RUNS, though no more than two thousand, or eighty. */
const LIVES = Math.min(2_000, Number(process.env['LAW_RUNS'] ?? 80));
const PATIENTLY = { timeout: 60_000 + LIVES * 500 };
const DAYS = 12;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const START = Date.UTC(2026, 2, 20, 9);

type Field =
  | 'message'
  | 'item'
  | 'tip'
  | 'behavior'
  | 'hint'
  | 'soul'
  | 'grown'
  | 'checkin'
  | 'needs'
  | 'back'
  | 'refusal'
  | 'wakes';
type Words = Partial<Record<Field, string>>;

/** What the house would say in an answer. */
function wordsOf(answer: SimulatedAnswer): Words {
  return {
    ...wordsOfCare(answer),
    ...wordsOfLook(answer),
    ...wordsOfAdvice(answer),
    ...wordsOfRefusal(answer),
  };
}

/** What comes with every answer about one that lives. */
function wordsOfAdvice({ creature, species, observed }: SimulatedAnswer): Words {
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

function wordsOfCare({ species, creature, given }: SimulatedAnswer): Words {
  if (!given) return {};
  const { wish, care } = given;
  const done = { wish, care, species };
  const { count } = linePickFor(done, 'item');
  const { action, item } = wish;
  return {
    message: careMessage(done),
    ...(item &&
      action !== 'reflect' && {
        item: itemMessage(item.category, action, { ...creature, count, family: species.family }),
      }),
    ...withTip(careTip(done)),
  };
}

const withTip = (tip: string | undefined): Words => (tip === undefined ? {} : { tip });

function wordsOfLook({ creature, species, observed, given, refused }: SimulatedAnswer): Words {
  if (!observed) return {};
  const facts = { creature, species, observed };
  // What comes before its last sentence is who it is, and no number has a say in that.
  const soul = sentencesOf(soulPrompt(facts)).at(-1) ?? '';
  if (given ?? refused) return { soul };
  const { trust } = observed.shown;
  return {
    soul,
    behavior: behavior(facts),
    ...(creature.stage === 'adult'
      ? { grown: stageMessage('adult', { ...creature, family: species.family, trust }) }
      : { hint: evolutionHint(facts) }),
  };
}

interface Contradiction {
  readonly said: RegExp;
  readonly in: readonly Field[];
  /** What has to be so where it is said. */
  readonly needs: (answer: SimulatedAnswer) => boolean;
}

const shownBy =
  (holds: (shown: StatChanges) => boolean) =>
  ({ observed }: SimulatedAnswer): boolean =>
    observed !== undefined && holds(observed.shown);

const anyOf = (lines: readonly string[]): RegExp =>
  new RegExp(lines.map((line) => `\\b${line}\\b`).join('|'));

const given =
  (holds: (done: NonNullable<SimulatedAnswer['given']>) => boolean) => (answer: SimulatedAnswer) =>
    answer.given !== undefined && holds(answer.given);

const [wary, warming, trusting, close] = TRUST_BANDS.map(({ lines }) => lines);

/** Words, and the numbers they may stand beside. */
const TABLE: readonly Contradiction[] = [
  {
    said: anyOf(CATEGORY_TAILS.loved.first),
    in: ['message'],
    needs: given(({ care }) => care.effectiveness === 'effective'),
  },
  {
    said: /whole attention|empties the|goes down well|rest at speed|good food|plays until|wins by|whole body|pounces|all the room there is|looks new/,
    in: ['message'],
    needs: given(({ wish }) => wish.item?.category !== 'disliked'),
  },
  {
    said: /starv/i,
    in: ['message', 'tip', 'behavior', 'hint', 'soul'],
    needs: shownBy(({ hunger = 100 }) => hunger <= 30),
  },
  {
    said: /\bhungry\b|empty stomach|stomach is doing|thinks mostly of food/,
    in: ['behavior', 'soul'],
    needs: shownBy(({ hunger = 100 }) => hunger < 30),
  },
  {
    said: /no room for more|nowhere in .* for this to go/,
    in: ['message'],
    needs: given(({ care }) => care.after.hunger > 99.9),
  },
  {
    said: /nearly full and you were punctual/,
    in: ['tip'],
    needs: given(({ care }) => care.after.hunger > 99.9),
  },
  {
    said: anyOf([...FEELINGS.happy, 'excellent spirits', 'sheer good humour']),
    in: ['soul', 'behavior'],
    needs: shownBy(({ happiness = 0, hunger = 0 }) => happiness > 80 && hunger > 50),
  },
  { said: anyOf(LOW), in: ['soul'], needs: shownBy(({ happiness = 100 }) => happiness < 30) },
  {
    said: anyOf(FEELINGS.content),
    in: ['soul'],
    needs: shownBy(
      ({ happiness = 0, hunger = 0, health = 0 }) => happiness >= 30 && hunger >= 30 && health >= 40,
    ),
  },
  { said: anyOf(FEELINGS.critical), in: ['soul'], needs: shownBy(({ health = 100 }) => health < 20) },
  { said: anyOf(FEELINGS.sick), in: ['soul'], needs: shownBy(({ health = 100 }) => health < 40) },
  {
    said: /unwell|does not feel right|moves slowly and rests/,
    in: ['behavior'],
    needs: shownBy(({ health = 100 }) => health < 40),
  },
  { said: anyOf(wary ?? []), in: ['soul'], needs: shownBy(({ trust = 100 }) => trust < 25) },
  { said: anyOf(warming ?? []), in: ['soul'], needs: shownBy(({ trust = 0 }) => trust >= 25 && trust < 50) },
  {
    said: anyOf([...(trusting ?? []), ...(close ?? [])]),
    in: ['soul'],
    needs: shownBy(({ trust = 0 }) => trust >= 50),
  },
  { said: anyOf(DEVOTED), in: ['soul'], needs: shownBy(({ trust = 0 }) => trust >= 90) },
  {
    said: /keeps you|knows you by|tuned to you|answers before you have finished|touch you|follows you everywhere|somebody it loves/,
    in: ['grown'],
    needs: shownBy(({ trust = 0 }) => trust >= 75),
  },
  {
    said: /The hour was right|came in its window|when it expected you|you were punctual|clock agree/,
    in: ['message', 'tip'],
    needs: given(({ care }) => care.timing === 'on_time'),
  },
  {
    said: /You came late|was overdue|window had closed|A late meal|the hour was not/,
    in: ['message', 'tip'],
    needs: given(({ care }) => care.timing === 'late'),
  },
  {
    said: /far longer than it should|More than one window|came far too late/,
    in: ['message', 'tip'],
    needs: given(({ care }) => care.timing === 'missed_window'),
  },
  {
    said: /\blow\b|poor spirits/,
    in: ['soul'],
    needs: shownBy(({ happiness = 100, health = 100 }) => happiness < 30 || health < 40),
  },
  {
    said: /as well as it can be done|exactly like this|Nothing to change/,
    in: ['hint'],
    needs: isKeptInTime,
  },
  {
    said: /missed a meal/,
    in: ['needs'],
    needs: observing(({ feeding }) => feeding.status === 'critical'),
  },
  { said: /\blate\b/, in: ['needs'], needs: observing(({ feeding }) => feeding.status === 'overdue') },
  { said: /\bearly\b/, in: ['needs'], needs: observing(({ feeding }) => feeding.opensAt !== undefined) },
  { said: /window is open/, in: ['needs'], needs: observing(({ feeding }) => feeding.status === 'due_soon') },
  { said: /\bweak\b/, in: ['needs'], needs: shownBy(({ health = 100 }) => health < 70) },
  { said: /could be better/, in: ['needs'], needs: shownBy(({ health = 0 }) => health < 95) },
  { said: /could be happier/, in: ['needs'], needs: shownBy(({ happiness = 100 }) => happiness < 60) },
  { said: /does not trust you much/, in: ['needs'], needs: shownBy(({ trust = 100 }) => trust < 20) },
  { said: /too shy/, in: ['needs'], needs: (answer) => isTooShyIn(answer) },
  {
    said: /in danger/,
    in: ['needs'],
    needs: observing(({ feeding, checkin, deathClock }) =>
      [feeding.status, checkin.reason, deathClock.urgency].some((word) => /critical|imminent/.test(word)),
    ),
  },
  { said: /in danger/, in: ['back'], needs: observing(({ checkin }) => checkin.reason === 'critical') },
  {
    said: /ready to eat|can eat before|awake to eat/,
    in: ['back'],
    needs: (answer) => isOnTimeThen(answer),
  },
  {
    said: /can be fed now/,
    in: ['back'],
    needs: comingBack((at, { creature, observed }) => at === observed?.at && !isAsleep(creature, at)),
  },
  { said: /\bawake\b/, in: ['back'], needs: comingBack((at, { creature }) => !isAsleep(creature, at)) },
  { said: /before it sleeps/, in: ['back'], needs: sleepsAfter },
  { said: /asleep at its mealtime/, in: ['back'], needs: sleepsThroughWindow },
  { said: /will be late/, in: ['back'], needs: (answer) => isLateThen(answer) },
  reasonIs('feed_now', (answer) => isOnTimeThen(answer) && !answer.observed?.asleepUntil),
  reasonIs('in_time', (answer) => isOnTimeThen(answer)),
  reasonIs('before_it_sleeps', (answer) => isOnTimeThen(answer) && sleepsAfter(answer)),
  reasonIs('when_it_wakes', (answer) => isOnTimeThen(answer) && sleepsBefore(answer)),
  reasonIs('early_rather_than_late', (answer) => isEarlyThen(answer) && sleepsThroughWindow(answer)),
  reasonIs('late_at_best', (answer) => isLateThen(answer) && sleepsBefore(answer)),
  reasonIs('critical', (answer) => isDire(answer) && !answer.observed?.asleepUntil),
  { said: linesOf(REASONS_TO_HURRY.late), in: ['checkin'], needs: isLateNow },
  {
    said: linesOf(REASONS_TO_HURRY.asleep),
    in: ['checkin'],
    needs: (answer) => isDire(answer) && answer.observed?.asleepUntil !== undefined,
  },
];

function linesOf(lines: readonly string[]): RegExp {
  return new RegExp(`^(?:${lines.map((line) => line.replaceAll(/\{\w+\}/g, '[\\w ]+')).join('|')});`);
}

function reasonIs(reason: keyof typeof REASONS, needs: Contradiction['needs']): Contradiction {
  return { said: linesOf(REASONS[reason]), in: ['checkin'], needs };
}

function observing(holds: (observed: Observation) => boolean): Contradiction['needs'] {
  return ({ observed }) => observed !== undefined && holds(observed);
}

/** Holds at the moment at which to come back. */
function comingBack(holds: (at: Instant, answer: SimulatedAnswer) => boolean): Contradiction['needs'] {
  return (answer) => answer.observed !== undefined && holds(answer.observed.checkin.at, answer);
}

/** Holds of the share of the window that will have passed by then. */
function windowsThen(holds: (windows: number) => boolean): Contradiction['needs'] {
  return comingBack((at, { creature, species }) => holds(windowsSinceFed(creature, species, at)));
}

function isTooShyIn({ creature, species, observed }: SimulatedAnswer): boolean {
  return observed !== undefined && isTooShy({ creature, species, observed });
}

const isOnTimeThen = windowsThen((windows) => windows >= 0.5 && windows <= 1);
// The last moment before it opens is rounded up.
const isEarlyThen = windowsThen((windows) => windows < 0.5 + 1e-6);
const isLateThen = windowsThen((windows) => windows > 1);

function isLateNow({ observed }: SimulatedAnswer): boolean {
  return observed?.feeding.status === 'overdue';
}

function isDire({ creature, species, observed }: SimulatedAnswer): boolean {
  if (!observed) return false;
  return observed.feeding.status === 'critical' || statsAt(creature, species, observed.at).health < 20;
}

function sleepsAfter(answer: SimulatedAnswer): boolean {
  return comingBack((at, { creature }) =>
    [5, 9].some((minutes) => isAsleep(creature, at + minutes * MINUTE)),
  )(answer);
}

function sleepsBefore(answer: SimulatedAnswer): boolean {
  return comingBack((at, { creature }) => isAsleep(creature, at - 1))(answer);
}

/** But for the minutes that are to be spared at both ends. */
function sleepsThroughWindow({ creature, species }: SimulatedAnswer): boolean {
  const hours = species.feedingWindowHours;
  const opens = creature.life.lastFedAt + 0.5 * hours * HOUR + 8 * MINUTE;
  const minutes = Math.max(0, Math.floor(0.45 * hours * 60) - 8);
  return Array.from({ length: minutes }, (_, minute) => opens + minute * MINUTE).every((at) =>
    isAsleep(creature, at),
  );
}

function isKeptInTime({ observed, creature }: SimulatedAnswer): boolean {
  if (!observed) return false;
  const { status } = observed.feeding;
  return (
    observed.progress.consistency >= 90 &&
    creature.record.feedings > 0 &&
    (status === 'ok' || status === 'due_soon')
  );
}

function contradictionsIn(answer: SimulatedAnswer, words: Words): string[] {
  const wrong = TABLE.flatMap(({ said, in: fields, needs }) =>
    fields.flatMap((field) => {
      const text = words[field];
      return text !== undefined && said.test(text) && !needs(answer)
        ? [`${field}: ${text} ${numbersOf(answer)}`]
        : [];
    }),
  );
  return [
    ...wrong,
    ...wrongTimes(answer, words),
    ...wrongForecast(answer, words),
    ...wrongCare(answer, words),
    ...wrongMilestones(answer),
    ...wrongRefusal(answer),
  ];
}

/** Every "in N hours" is the one rounding of a time that follows from the rules. */
function wrongTimes({ creature, species, observed }: SimulatedAnswer, words: Words): string[] {
  const growth = nextGrowth(creature, species);
  const grows = growth && observed ? formatTimeUntil((growth.at - observed.at) / HOUR) : '';
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  return [
    ...(words.hint !== undefined && !words.hint.includes(grows) ? [`${words.hint} instead of ${grows}`] : []),
    ...timesIn(words.hint).filter((time) => time !== grows),
    ...timesIn(words.tip).filter((time) => time !== opens),
    ...timesIn(words.back).filter((time) => time !== timeUntil(observed, observed?.checkin.at)),
    ...timesIn(words.wakes).filter((time) => time !== timeUntil(observed, observed?.asleepUntil?.wakesAt)),
  ];
}

function timeUntil(observed: Observation | undefined, at = 0): string {
  return observed ? formatTimeUntil((at - observed.at) / HOUR) : '';
}

/** A number in words is the one that will be seen, and it is low. */
function wrongForecast({ creature, species, observed }: SimulatedAnswer, { checkin = '' }: Words): string[] {
  const [, stat, said] = /\b(hunger|health)\b[^;]*?(\d+) of 100/.exec(checkin) ?? [];
  if (!observed || stat === undefined) return [];
  const { hunger } = visibleStats(species, statsAt(creature, species, observed.checkin.at));
  const { health } = observed.shown;
  const [value = 100, below] = stat === 'health' ? [health, 40] : [hunger, 30];
  const isTold = value < below || (stat === 'hunger' && observed.checkin.at > observed.at);
  return Number(said) === Math.round(value) && isTold ? [] : [`${checkin} instead of ${value}`];
}

function wrongMilestones({ species, given: done }: SimulatedAnswer): string[] {
  if (!done) return [];
  const { after, milestones, shown } = done.care;
  return milestones
    .filter((reached) => isMilestoneVisible(species, after, reached))
    .flatMap(({ type, threshold }) => {
      const stat = statOfMilestone(type);
      const number = stat === undefined ? done.care.creature.record.streak : (shown.after[stat] ?? 0);
      const facts = { name: 'Noah', family: species.family, seed: done.care.creature.seed, hidden: [] };
      return number >= threshold ? [] : [`${milestoneMessage(type, threshold, facts)} with ${number}`];
    });
}

function wrongRefusal({ creature, species, observed, refused }: SimulatedAnswer): string[] {
  if (refused === undefined || !observed) return [];
  const holds = {
    asleep: observed.asleepUntil !== undefined,
    wants_play_first: !creature.life.playedSinceFed,
    too_shy: isTooShyIn({ creature, species, observed }),
  }[refused];
  return holds ? [] : [`refused as ${refused}`];
}

function timesIn(text = ''): string[] {
  return [...text.matchAll(/\bin \d+ (?:minute|hour|day)s?\b/g)].map(([time]) => time);
}

const PRIMARY: Record<Action, Stat> = {
  feed: 'hunger',
  play: 'happiness',
  clean: 'health',
  medicine: 'health',
  discipline: 'discipline',
  sleep: 'health',
  reflect: 'trust',
};

function wrongCare({ given: done }: SimulatedAnswer, words: Words): string[] {
  if (!done) return [];
  const { wish, care, streakBefore } = done;
  const { effectiveness, shown, creature } = care;
  const tenths = (stats: StatChanges) => Math.round((stats[PRIMARY[wish.action]] ?? NaN) * 10);
  const moved = tenths(shown.before) - tenths(shown.after) !== 0 && !Number.isNaN(tenths(shown.after));
  const harmful = wish.item?.category === 'harmful' && wish.action !== 'reflect';
  return [
    ...(effectiveness === 'reduced' && !moved ? ['reduced, and nothing to show'] : []),
    ...((words.tip === undefined) === (effectiveness === 'effective')
      ? []
      : ['a tip for what was effective']),
    ...(harmful && effectiveness !== 'wasted' ? [`harmful and ${effectiveness}`] : []),
    ...(harmful && !/health/.test(words.tip ?? '') ? [`harm is not named: ${words.tip}`] : []),
    ...(harmful && creature.record.streak > streakBefore ? ['a streak earned by harm'] : []),
  ];
}

function numbersOf({ observed, given: done }: SimulatedAnswer): string {
  return JSON.stringify({
    ...observed?.shown,
    ...(done && { does: done.care.effectiveness, at: done.care.timing }),
  });
}

interface StoneRule {
  readonly shapes: readonly string[];
  readonly needs: (stone: GravestoneFacts) => boolean;
}

const STONES: readonly StoneRule[] = [
  { shapes: SHORT.unfed, needs: ({ feedings, careActions }) => feedings === 0 && careActions === 0 },
  { shapes: SHORT.fed, needs: ({ feedings, livedMs }) => feedings > 0 && livedMs < 24 * HOUR },
  {
    shapes: VISITED,
    needs: ({ cause, feedings, careActions, missedFeedings, consistency }) =>
      cause === 'hunger' &&
      careActions > feedings &&
      (missedFeedings > feedings || consistency < 50 || feedings === 0),
  },
  {
    shapes: Object.values(BY_CARE.cherished).flat(),
    needs: ({ feedings, consistency, missedFeedings }) => consistency >= 90 && feedings > missedFeedings,
  },
  {
    shapes: Object.values(BY_CARE.tended).flat(),
    needs: ({ feedings, missedFeedings }) => feedings > 0 && feedings >= missedFeedings,
  },
  {
    shapes: Object.values(BY_CARE.neglected).flat(),
    needs: ({ feedings, missedFeedings, consistency }) => consistency < 50 || missedFeedings > feedings,
  },
  { shapes: PUNCTUAL, needs: ({ streak }) => streak >= 10 },
  { shapes: FORSAKEN, needs: ({ cause }) => cause === 'neglect' },
];

function wrongOnStone(buried: Creature, species: Species): string[] {
  const { died, life, record } = buried;
  if (!died || !life) return [];
  const windows = (died.at - life.lastFedAt) / (species.feedingWindowHours * HOUR);
  const stone: GravestoneFacts = {
    ...buried,
    ...record,
    cause: died.cause,
    family: species.family,
    tier: species.tier,
    speciesName: species.name,
    stageReached: buried.stage,
    livedMs: ageHours(buried, died.at) * HOUR,
    missedFeedings: record.missedFeedings + missedWindows(windows),
    consistency: consistencyNow(record, windows),
    lastCareAction: record.lastAction,
    deathNumber: 1,
  };
  const shape = epitaphShape(stone);
  const text = epitaph(stone);
  const [, meals = `${stone.feedings}`] = /(?<!for |After )\b(\d+) meals?\b/.exec(text) ?? [];
  const broken = STONES.filter(({ shapes, needs }) => shapes.includes(shape) && !needs(stone));
  const { feedings, missedFeedings, careActions, consistency } = stone;
  const numbers = JSON.stringify({ feedings, missedFeedings, careActions, consistency });
  return [
    ...broken.map(() => `${text} ${numbers}`),
    ...(Number(meals) === stone.feedings || PUNCTUAL.includes(shape)
      ? []
      : [`${text}: ${stone.feedings} meals`]),
  ];
}

const ANSWERS_REMEMBERED = 10;
const CARE_FIELDS = ['message', 'item', 'tip'] as const;
const LOOK_FIELDS = ['behavior', 'hint', 'refusal', 'checkin'] as const;

const sentencesOf = (text: string): string[] => text.split(/(?<=\.) /);

/** What a creature's keeper has heard lately. */
class Hearing {
  readonly repeated: string[] = [];
  readonly counts: Map<string, number>[] = [];
  #answers: { readonly telling: string; readonly said: ReadonlySet<string> }[] = [];
  #actions: string[][] = [];

  hear(answer: SimulatedAnswer, words: Words): void {
    const { creature, observed } = answer;
    const telling = observed ? `${tellingAt(creature, observed.at)}` : '';
    const said = new Set([...careSentences(words), ...lookLines(words)]);
    for (const earlier of this.#answers) {
      // Whoever asks twice within the hour, and does nothing in between, finds the same.
      if (!answer.given && earlier.telling === telling) continue;
      for (const line of said) if (earlier.said.has(line)) this.repeated.push(line);
    }
    this.#answers = [...this.#answers, { telling, said }].slice(-(ANSWERS_REMEMBERED - 1));
    if (answer.given) this.#count([...careSentences(words), ...adviceLines(words)]);
  }

  #count(sentences: string[]): void {
    this.#actions.push(sentences);
    if (this.#actions.length < ACTIONS_COUNTED) return;
    const counts = new Map<string, number>();
    for (const each of this.#actions.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
    this.counts.push(counts);
    this.#actions = [];
  }
}

const ACTIONS_COUNTED = 200;
const MOST_OFTEN = 0.05 * ACTIONS_COUNTED;

// A number that stays the same until trust moves; not a line of a table.
const TRUST_PROGRESS = /trust \d+ of \d+\.$/;

function careSentences(words: Words): string[] {
  return CARE_FIELDS.flatMap((field) =>
    sentencesOf(words[field] ?? '').map((sentence) => `${field}: ${sentence}`),
  ).filter((line) => !line.endsWith(': ') && !TRUST_PROGRESS.test(line));
}

function adviceLines({ checkin }: Words): string[] {
  return checkin === undefined ? [] : [`checkin: ${checkin}`];
}

function lookLines(words: Words): string[] {
  return LOOK_FIELDS.flatMap((field) => words[field] ?? []);
}

const seed = seededInts()(0, 2 ** 31);

function plan(life: number) {
  const roll = (of: number) => ((seed + life * 7919 + of * 104_729) % 1_000) / 1_000;
  const [first, ...rest] = CATALOG;
  if (!first) throw new TypeError('There is no species.');
  return {
    species: pick([first, ...rest], (life % CATALOG.length) / CATALOG.length),
    keeper: pick(KEEPER_KINDS, (life % KEEPER_KINDS.length) / KEEPER_KINDS.length),
    zone: pick(ZONES, roll(1)),
    seed: seed + life,
    days: DAYS,
    startAt: START + Math.floor(roll(2) * 24) * HOUR,
  };
}

/** Tells as much as it can be told at a glance. */
const atMost = (found: readonly string[]): readonly string[] => [...new Set(found)].slice(0, 10);

test('no word contradicts a number, and no line is heard twice in ten answers', PATIENTLY, () => {
  const wrong: string[] = [];
  const repeated: string[] = [];
  let looks = 0;
  for (let life = 0; life < LIVES; life += 1) {
    const hearing = new Hearing();
    const { species } = plan(life);
    const { creature: buried } = simulate(plan(life), (answer) => {
      const words = wordsOf(answer);
      looks += 1;
      for (const text of Object.values(words)) expect(text).not.toMatch(/[{}]|undefined|NaN|\s\s/);
      wrong.push(...contradictionsIn(answer, words));
      hearing.hear(answer, words);
    });
    repeated.push(...hearing.repeated);
    wrong.push(...wrongOnStone(buried, species));
  }
  expect(looks).toBeGreaterThan(LIVES * 10);
  expect({ seed, wrong: atMost(wrong) }).toEqual({ seed, wrong: [] });
  expect({ seed, repeated: atMost(repeated) }).toEqual({ seed, repeated: [] });
});

test('no sentence is more than a twentieth of what is heard of two hundred actions', PATIENTLY, () => {
  const often = new Map<string, number>();
  for (const keeper of ['diligent', 'steady', 'bursty', 'erratic'] as const) {
    for (const species of CATALOG.filter((_, at) => at % 8 === 0)) {
      const hearing = new Hearing();
      simulate({ ...plan(3), species, keeper, days: 60 }, (answer) =>
        hearing.hear(answer, { ...wordsOfCare(answer), ...wordsOfAdvice(answer) }),
      );
      for (const counts of hearing.counts)
        for (const [line, count] of counts) often.set(line, Math.max(count, often.get(line) ?? 0));
    }
  }
  const table = [...often].toSorted(([, one], [, other]) => other - one);
  if (process.env['LAW_RUNS'] !== undefined) {
    const rows = table
      .slice(0, 20)
      .map(([line, count]) => `${((count / ACTIONS_COUNTED) * 100).toFixed(1)}%  ${line}`);
    process.stdout.write(`${rows.join('\n')}\n`);
  }
  expect(table.length).toBeGreaterThan(200);
  expect(table.filter(([, count]) => count > MOST_OFTEN)).toEqual([]);
});
