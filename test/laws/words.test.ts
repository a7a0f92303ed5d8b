import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { applyCare, PRIMARY_STAT } from '../../src/rules/care/care.ts';
import { isHarmedRepeatedly } from '../../src/rules/heart/heart.ts';
import type { HatchedCreature } from '../../src/rules/lives/creature.ts';
import { isMilestoneVisible, statOfMilestone, tellingAt } from '../../src/rules/lives/growth.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { StatChanges } from '../../src/rules/vocabulary.ts';
import { BEHAVIOR_LINES, POSE_LINES, SPECIES_LINES } from '../../src/text/creature/behavior.ts';
import { milestoneMessage, TRUST_DEGREES } from '../../src/text/creature/milestones.ts';
import { KEEPER_KINDS } from '../../tools/sim/keepers.ts';
import { simulate, type SimulatedAnswer } from '../../tools/sim/simulate.ts';
import { seededInts } from '../support/seeded.ts';
import { wrongLines } from './claims/lines.ts';
import { LIFE_CLAIMS, wordsOfLife } from './claims/lives.ts';
import { checkClaims, CLAIM_TYPES, MOMENT_CLAIMS, NOTHING_DONE, tallyAfter } from './claims/moments.ts';
import * as texts from './claims/moments.ts';
import { anyCreature, anyShare, anyWish, asHatched, law, onTheWay } from './creatures.ts';

/** Number of lives: LAW_RUNS, at most 2,000; default 48, or 200 with TEST_LONG. */
const LONG = process.env['TEST_LONG'] !== undefined;
const LIVES = Math.min(2_000, Number(process.env['LAW_RUNS'] ?? (LONG ? 200 : 48)));
const PATIENTLY = { timeout: 60_000 + LIVES * 1_500 };
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const START = Date.UTC(2026, 2, 20, 9);

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

function wrongCare({ given: done }: SimulatedAnswer, words: texts.Words): string[] {
  if (!done) return [];
  const { wish, care } = done;
  const { effectiveness, shown } = care;
  const tenths = (stats: StatChanges) => Math.round((stats[PRIMARY_STAT[wish.action]] ?? NaN) * 10);
  const moved = tenths(shown.before) - tenths(shown.after) !== 0 && !Number.isNaN(tenths(shown.after));
  const harmful = wish.item?.category === 'harmful' && wish.action !== 'reflect';
  return [
    ...(effectiveness === 'reduced' && !moved ? ['reduced, and nothing to show'] : []),
    ...((words.tip === undefined) === (effectiveness === 'effective')
      ? []
      : ['a tip for what was effective']),
    ...(harmful && !/health/.test(words.tip ?? '') ? [`harm is not named: ${words.tip}`] : []),
  ];
}

const ANSWERS_REMEMBERED = 10;
// Refusals change by the hour, so any number of lines may be skipped between two of them.
const LOOK_FIELDS = ['behavior', 'hint', 'checkin'] as const;

class Hearing {
  readonly repeated: string[] = [];
  readonly counts: Map<string, number>[] = [];
  #answers: { readonly telling: string; readonly said: ReadonlySet<string> }[] = [];
  #actions: string[][] = [];
  #harmed = false;

  hear(answer: SimulatedAnswer, words: texts.Words): void {
    const { creature, observed } = answer;
    const telling = observed ? `${tellingAt(creature, observed.at)}` : '';
    const said = new Set([...careSentences(words), ...LOOK_FIELDS.flatMap((field) => words[field] ?? [])]);
    // Repeated harm switches to other lines, whose rotation starts anew.
    const harmed = isHarmedRepeatedly(creature);
    if (harmed !== this.#harmed) this.#answers = [];
    this.#harmed = harmed;
    for (const earlier of this.#answers) {
      // Two answers within the hour without care in between are the same.
      if (!answer.given && earlier.telling === telling) continue;
      for (const line of said) if (earlier.said.has(line)) this.repeated.push(line);
    }
    this.#answers = [...this.#answers, { telling, said }].slice(-(ANSWERS_REMEMBERED - 1));
    if (answer.given)
      this.#count([...careSentences(words), ...(words.checkin ? [`checkin: ${words.checkin}`] : [])]);
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

// A fact that is constant until trust changes; not drawn from a list.
const TRUST_PROGRESS = new RegExp(`(?:${Object.values(TRUST_DEGREES).flat().join('|')})\\.$`, 'i');

function careSentences(words: texts.Words): string[] {
  return (['message', 'item', 'tip'] as const)
    .flatMap((field) => texts.sentencesOf(words[field] ?? '').map((sentence) => `${field}: ${sentence}`))
    .filter((line) => !line.endsWith(': ') && !TRUST_PROGRESS.test(line));
}

/** A message with a sentence of the form "X, and Y". */
const JOINED_BY_AND = /(?:^|\. )[^.;:]+, and [^.]+\./;

const SEED = seededInts()(0, 2 ** 31);
/** The seed of the lives that are the same in every run: bounds on samples need not hold for every seed. */
const SAME = 1;

function plan(life: number, seed: number) {
  const roll = (of: number) => ((seed + life * 7919 + of * 104_729) % 1_000) / 1_000;
  return {
    species: pick(CATALOG as [Species, ...Species[]], (life % CATALOG.length) / CATALOG.length),
    keeper: pick(KEEPER_KINDS, (life % KEEPER_KINDS.length) / KEEPER_KINDS.length),
    zone: pick(ZONES, roll(1)),
    seed: seed + life,
    days: 12,
    startAt: START + Math.floor(roll(2) * 24) * HOUR,
  };
}

const SENTENCE_FIELDS = ['message', 'tip', 'behavior', 'soul', 'checkin'] as const;
const SENTENCES = /^\S.*\S[.?]$/;
const BADLY_FORMED = /\{\w+\}|undefined|NaN|[^\S\n]{2}|\s[.,;]|!/;
const atMost = (found: readonly string[]): readonly string[] => [...new Set(found)].slice(0, 10);

test(
  'texts agree with the facts, repeat no line within ten answers, and seldom say "X, and Y"',
  PATIENTLY,
  () => {
    const wrong: string[] = [];
    const repeated: string[] = [];
    const claimed = new Map<string, number>(CLAIM_TYPES.map((type) => [type, 0]));
    const count = (type: string) => claimed.set(type, (claimed.get(type) ?? 0) + 1);
    let moments = 0;
    let messages = 0;
    let joined = 0;
    for (let nth = 0; nth < LIVES; nth += 1) {
      const isSample = nth % 2 === 0;
      const hearing = new Hearing();
      let done = NOTHING_DONE;
      const life = simulate(plan(nth, isSample ? SAME : SEED), (answer) => {
        const { observed, given } = answer;
        done = tallyAfter(done, answer);
        const moment = { ...answer, done };
        const words = texts.wordsOf(answer);
        const all = { ...words, ...texts.publicWords(answer) };
        moments += 1;
        for (const text of isSample ? [words.message, words.item, words.refusal] : []) {
          messages += Number(text !== undefined);
          joined += Number(JOINED_BY_AND.test(text ?? ''));
        }
        const found = [
          ...Object.values(all).filter((text) => BADLY_FORMED.test(text)),
          ...SENTENCE_FIELDS.map((field) => words[field] ?? 'None.').filter((text) => !SENTENCES.test(text)),
          ...wrongLines(words, moment),
          ...checkClaims(MOMENT_CLAIMS, { ...all, ...texts.mcpWords(answer) }, moment, count),
          ...wrongCare(answer, words),
          ...wrongMilestones(answer),
        ];
        const numbers = JSON.stringify([observed?.shown, given?.care.effectiveness, given?.care.timing]);
        wrong.push(...found.map((each) => `life ${nth}: ${each} ${numbers}`));
        hearing.hear(answer, words);
      });
      repeated.push(...hearing.repeated);
      const untrue = checkClaims(LIFE_CLAIMS, wordsOfLife(life), life, count);
      wrong.push(...untrue.map((each) => `life ${nth}: ${each}`));
    }
    const claims = [...claimed.values()].reduce((sum, times) => sum + times, 0);
    console.log(`${LIVES} lives, ${moments} moments, ${claims} claims, ${wrong.length} wrong`, claimed);
    expect(moments).toBeGreaterThan(LIVES * 10);
    expect([...claimed].filter(([, times]) => times === 0)).toEqual([]);
    expect({ SEED, wrong: atMost(wrong) }).toEqual({ SEED, wrong: [] });
    expect(joined / messages).toBeLessThan(1 / 3);
    expect({ SEED, repeated: atMost(repeated) }).toEqual({ SEED, repeated: [] });
  },
);

test('the docs name every type of claim', () => {
  const docs = readFileSync('docs/build/architecture.md', 'utf8');
  expect(CLAIM_TYPES.filter((type) => !docs.includes(`"${type}"`))).toEqual([]);
});

test('no sentence is more than 5% of those in 200 actions of sample lives', PATIENTLY, () => {
  const often = new Map<string, number>();
  for (const keeper of ['diligent', 'steady', 'bursty', 'erratic'] as const) {
    for (const species of CATALOG.filter((_, at) => at % (LONG ? 8 : 24) === 0)) {
      const hearing = new Hearing();
      simulate({ ...plan(3, SAME), species, keeper, days: 60 }, (answer) =>
        hearing.hear(answer, { ...texts.wordsOfCare(answer), ...texts.wordsOfAdvice(answer) }),
      );
      for (const counts of hearing.counts)
        for (const [line, count] of counts) often.set(line, Math.max(count, often.get(line) ?? 0));
    }
  }
  expect(often.size).toBeGreaterThan(200);
  expect([...often].filter(([, count]) => count > MOST_OFTEN)).toEqual([]);
});

// Often close to death.
const anyMoment = fc.oneof(anyShare, fc.constantFrom(0.9, 0.98, 0.999));

law('no text contradicts the clock, health, meals or stats', [anyCreature, anyMoment], (moment, share) => {
  const { creature, species } = moment;
  const observed = observe(creature, species, onTheWay(moment, share));
  const told = { creature, species, observed, done: doneFor(creature) };
  const all = { ...texts.wordsOf(told), ...texts.publicWords(told), ...texts.mcpWords(told) };
  expect([...checkClaims(MOMENT_CLAIMS, all, told), ...wrongLines(all, told)]).toEqual([]);
});

function doneFor({ record, heart }: HatchedCreature) {
  const { feedings: meals, careActions: acts, streak } = record;
  return { acts, meals, streak, harmful: heart?.care.harmed ?? 0 };
}

const RANDOM_LIVES = LONG ? 20_000 : 2_000;

const AT_LENGTH = { timeout: 60_000 + RANDOM_LIVES * 60 };

test('no line that may be drawn and no duration contradicts the facts of a random life', AT_LENGTH, () => {
  const moments = fc.tuple(anyCreature, anyMoment, anyWish);
  const claims = fc.property(moments, ([moment, share, wish]) => {
    const { species } = moment;
    const at = onTheWay(moment, share);
    const creature = asHatched(liveUntil(moment.creature, species, at).creature);
    const outcome = applyCare(creature, species, wish, at);
    const care = 'refused' in outcome || outcome.killed ? undefined : outcome;
    const cared = care ? asHatched(care.creature) : creature;
    const answer = { creature: cared, species, observed: observe(cared, species, at) };
    const told = { ...answer, ...(care && { given: { wish, care } }), done: doneFor(cared) };
    const all = { ...texts.wordsOf(told), ...texts.publicWords(told), ...texts.mcpWords(told) };
    expect([...checkClaims(MOMENT_CLAIMS, all, told), ...wrongLines(all, told)]).toEqual([]);
  });
  fc.assert(claims, { numRuns: RANDOM_LIVES, seed: SEED });
});

const { moodLines, familyLines, lowLines, guarded } = BEHAVIOR_LINES;
const { restlessLines, afraidLines, waitingLines, unfedLines } = POSE_LINES;
const linesOfMood = (mood: keyof typeof moodLines) => [moodLines[mood], ...Object.values(familyLines[mood])];
const LYING = [...linesOfMood('sleeping'), ...linesOfMood('critical'), restlessLines, afraidLines].flat();
const UPRIGHT = (['sick', 'hungry', 'happy', 'content', 'curious'] as const)
  .flatMap(linesOfMood)
  .concat(Object.values(SPECIES_LINES), [
    lowLines,
    waitingLines,
    unfedLines,
    afraidLines,
    guarded.closed.posture,
    guarded.opening.posture,
  ])
  .flat();

const NEVER_DRAWN = /upside down|its back\b|\bloaf\b|chin on|\bcurl|hunch|tail over|face hidden/;

test('a line names no pose other than the drawn one', () => {
  expect([...LYING, ...UPRIGHT].filter((line) => NEVER_DRAWN.test(line))).toEqual([]);
  expect(LYING.filter((line) => /\b(?:sits|stands|leans|sat)\b/.test(line))).toEqual([]);
  expect(UPRIGHT.filter((line) => /\b(?:sits|sat|lies|lying)\b/.test(line))).toEqual([]);
});
