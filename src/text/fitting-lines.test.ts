import { expect, test } from 'vitest';
import careLines from '#content/voice/care/care-lines.json' with { type: 'json' };
import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };
import behaviorLines from '#content/voice/lives/behavior-lines.json' with { type: 'json' };
import poseLines from '#content/voice/lives/pose-lines.json' with { type: 'json' };

import { HOUR } from '../rules/base/clock.ts';
import { applyCare, type AskedCare } from '../rules/care/care.ts';
import { isHarmedRepeatedly } from '../rules/heart/heart.ts';
import { type HatchedCreature, requireHatched } from '../rules/lives/creature.ts';
import { observe } from '../rules/lives/observe.ts';
import { bodyOf, lineFamilyOf, type BodyOwner } from '../rules/species/bodies.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import { nextOpening } from '../rules/species/mechanics.ts';
import type { Species } from '../rules/species/species.ts';
import { FAMILIES, STAGES } from '../rules/vocabulary.ts';
import { PRAISING } from '../../test/laws/claims/praise.ts';
import { bornAt } from '../../test/laws/creatures.ts';
import { ALL_TIPS, OBITUARY_LINES } from '../../test/laws/line-tables.ts';
import { builtIn } from '../../test/support/creature.ts';
import { behavior, BEHAVIOR_LINES, SPECIES_LINES } from './creature/behavior.ts';
import {
  CARE_LINES,
  careMessage,
  careTip,
  ITEM_TEXTS,
  NO_HARM_DONE,
  REFUSAL_LINES,
  refusalWords,
} from './creature/care-message.ts';
import { LIFE_LINES } from './creature/life-messages.ts';
import {
  evolutionHint,
  MILESTONE_LINES,
  milestoneMessage,
  stageMessage,
  TRUST_DEGREES,
  trustProgress,
} from './creature/milestones.ts';
import { soulPrompt, SOUL_LINES } from './creature/soul-prompt.ts';
import { checkinReason } from './creature/steps.ts';
import { STORY_LINES, storySubject, storyWords } from './creature/story.ts';
import { KEEPSAKE_LINES } from './heart/keepsakes.ts';
import { CLOSINGS, OTHER_CLOSINGS, GREETINGS, OTHER_GREETINGS, YOUNG_GREETINGS } from './heart/letter.ts';
import { MANNER_LINES } from './heart/manners.ts';
import { PASSAGES } from './heart/passages.ts';
import { WISH_TEXTS, GRANTED_BY_ACTION, GRANTED_LINES } from './heart/wishes.ts';
import { nounsOf, stageNoun } from './nouns.ts';
import { fillTemplate, fittingLines, partsIn } from './pick-line.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const COMMUNITY: readonly BodyOwner[] = FAMILIES.map((family) => ({ family, slug: 'made-by-an-agent' }));
const OWNERS: readonly BodyOwner[] = [...CATALOG, ...COMMUNITY];

function listsIn(tree: unknown): readonly (readonly string[])[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree) && tree.every((each) => typeof each === 'string')) return [tree];
  return Object.values(tree).flatMap(listsIn);
}

const FOR_ALL = listsIn([
  { ...(careLines as object), killed: [] },
  ALL_TIPS,
  REFUSAL_LINES,
  [NO_HARM_DONE],
  ITEM_TEXTS.itemLines,
  ITEM_TEXTS.itemSeconds,
  { ...(behaviorLines as object), familyLines: [], traitAsides: [] },
  poseLines,
  MILESTONE_LINES.reached,
  SOUL_LINES.feelings,
  [SOUL_LINES.low, SOUL_LINES.unfed],
  WISH_TEXTS,
  [GRANTED_LINES],
  GRANTED_BY_ACTION,
  [YOUNG_GREETINGS],
  OTHER_GREETINGS,
  OTHER_CLOSINGS,
  Object.values(PASSAGES).flatMap((named) => named.map(([, { lines }]) => [lines.any, lines.young])),
]);

/** Lines drawn for a species because of its family. */
function ofFamily(owner: BodyOwner): readonly (readonly string[])[] {
  const family = lineFamilyOf(owner);
  return listsIn([
    Object.values(BEHAVIOR_LINES.familyLines).map((by) => by[family]),
    Object.values(MILESTONE_LINES.growing).map((by) => by[family]),
    MILESTONE_LINES.grownUp[owner.family],
    [GREETINGS[family]],
    CLOSINGS[family],
  ]);
}

test.each(CATALOG)('every line drawn for $slug suits its body, and every list has one', (species) => {
  const body = bodyOf(species);
  const lists = [...FOR_ALL, ...ofFamily(species)].filter(({ length }) => length > 0);
  const fitting = lists.map((list) => fittingLines(list, { body }));
  expect(lists.filter((_, at) => fitting[at]?.length === 0)).toEqual([]);
  expect(fitting.flat().filter((line) => partsIn(line).some((part) => !body.has(part)))).toEqual([]);
});

test('every line of a species of its own fits its body', () => {
  const own = new Map<string, readonly string[]>(Object.entries(SPECIES_LINES));
  for (const species of CATALOG) {
    const lines = own.get(species.slug) ?? [];
    expect(fittingLines(lines, { body: bodyOf(species) }), species.slug).toEqual(lines);
    expect(lines).toHaveLength(6);
  }
});

test('a list of five or more lines for all bodies keeps more than half of them for each body', () => {
  for (const owner of OWNERS) {
    const body = bodyOf(owner);
    const scarce = FOR_ALL.filter((list) => fittingLines(list, { body }).length <= list.length / 2);
    expect(scarce.filter(({ length }) => length >= 5)).toEqual([]);
  }
});

test('fixed sentences and behavior lines that are not specific to a family presuppose no body', () => {
  const { moodLines, lowLines, stageAsides } = BEHAVIOR_LINES;
  const lines = [
    ...Object.values(MANNER_LINES).map(({ trait }) => trait),
    ...Object.values(KEEPSAKE_LINES).map(({ story }) => story),
    ...listsIn([moodLines, [lowLines], stageAsides, poseLines, STORY_LINES, LIFE_LINES]).flat(),
  ];
  expect(lines.filter((line) => partsIn(line).length > 0)).toEqual([]);
});

test.each(CATALOG)('only machines beep and have an input tray: $slug', (species) => {
  const { bowl, voice } = nounsOf(species, 'Pip');
  const words = [bowl, voice, ...STAGES.map((stage) => stageNoun(species, stage))].join(' ');
  expect(/beep|input|machine/.test(words)).toBe(bodyOf(species).has('machine'));
});

test('a community species has only the body parts certain for its family', () => {
  for (const owner of COMMUNITY)
    for (const part of bodyOf(owner))
      for (const { slug, family } of CATALOG.filter((each) => each.family === owner.family))
        expect(bodyOf({ slug, family }).has(part), `${slug} ${part}`).toBe(true);
});

test('body parts are found in a line, and not in idioms', () => {
  const lines = ['{name} cries out.', 'Its paws are cold.', 'It purrs so hard that the shelf joins in.'];
  expect(lines.map(partsIn)).toEqual([['sound'], ['paws'], ['purr']]);
  expect(['It is running low on strength', 'a bite of fish'].flatMap(partsIn)).toEqual([]);
});

function born(species: Species, trust: number, seed = 5): HatchedCreature {
  const creature = bornAt(NOW, { species, seed });
  return { ...creature, life: { ...creature.life, stats: { ...creature.life.stats, trust } } };
}

function give(creature: HatchedCreature, species: Species, wish: AskedCare, now: number) {
  const outcome = applyCare(creature, species, wish, now);
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
  return { care: outcome, wish, species };
}

const CACTUS = builtIn('cactus');
const PANGOLIN = builtIn('pangolin');
const poison = { name: 'bleach', category: 'harmful' } as const;

/** Harmed twice, with stats that would otherwise be praised. */
function harmedTwice(species: Species): HatchedCreature {
  let creature = born(species, 100);
  for (const hour of [1, 2]) {
    const { care: done } = give(creature, species, { action: 'play', item: poison }, NOW + hour * HOUR);
    creature = requireHatched(done.creature);
  }
  const { life } = creature;
  const stats = { hunger: 60, happiness: 95, health: 95, trust: 95, discipline: 50 };
  return { ...creature, life: { ...life, stats } };
}

test('two harmful items are repeated harm until a hundred acts of care', () => {
  const harmed = harmedTwice(CACTUS);
  expect(isHarmedRepeatedly(born(CACTUS, 90))).toBe(false);
  expect(isHarmedRepeatedly(harmed)).toBe(true);
  const at = (careActions: number) => ({ ...harmed, record: { ...harmed.record, careActions } });
  expect([99, 100].map((acts) => isHarmedRepeatedly(at(acts)))).toEqual([true, false]);
});

// test/laws/words.test.ts checks the texts of care.
test('after repeated harm texts are wary, and none praises the keeper or expresses full trust', () => {
  const species = builtIn('retriever');
  const facts = { name: 'Pip', family: species.family, seed: 3, hidden: [], harmed: true };
  const harmed = harmedTwice(species);
  const subject = storySubject({ creature: harmed, species });
  const looks = Array.from({ length: 58 }, (_, acts) => {
    const creature = { ...harmed, record: { ...harmed.record, careActions: acts + 2, feedings: 20 } };
    return { creature, species, observed: observe(creature, species, NOW + 4 * HOUR) };
  });
  const thresholds = { trust_milestone: [50, 75, 90], care_streak: [10, 25, 50, 100] } as const;
  const reached = (['trust_milestone', 'care_streak'] as const).flatMap((type) =>
    thresholds[type].map((threshold) => ({ kind: 'milestone', livedMs: 0, type, threshold }) as const),
  );
  const said = [
    ...looks.flatMap((look) => [behavior(look), soulPrompt(look), evolutionHint(look)]),
    ...looks.map((look) => checkinReason(look.observed.checkin, look)),
    ...reached.map(({ type, threshold }) => milestoneMessage(type, threshold, facts)),
    ...['a', 'b', 'c', 'd'].flatMap((id) => reached.map((event) => storyWords(event, { ...subject, id }))),
    stageMessage('adult', { ...facts, path: 'high_care', trust: 99 }),
    ...OBITUARY_LINES.flat(),
  ];
  expect(said.filter((text) => PRAISING.test(text))).toEqual([]);
  expect(looks.map(behavior).join(' ')).toMatch(/looks twice at whatever|learned to wait before/);
});

test('a reduced on-time meal is called well timed first, and the creature nearly full only if it was', () => {
  const fed = (species: Species, hunger: number, careActions: number) => {
    const { life, record, ...creature } = born(species, 50);
    const hungry = { ...life, stats: { ...life.stats, hunger } };
    const one = { ...creature, life: hungry, record: { ...record, careActions } };
    return give(one, species, { action: 'feed' }, NOW + 0.75 * species.feedingWindowHours * HOUR);
  };
  for (let acts = 0; acts < 99; acts += 1) {
    const [light, hearty] = [fed(CACTUS, 100, acts), fed(builtIn('chonk'), 50, acts)];
    for (const { effectiveness, timing } of [light.care, hearty.care])
      expect([effectiveness, timing]).toEqual(['reduced', 'on_time']);
    for (const done of [light, hearty]) {
      const words = nounsOf(done.species, 'Noah');
      const openings = CARE_LINES.timingTails.on_time.first.map((line) => fillTemplate(line, words));
      expect(openings.some((opening) => careMessage(done).startsWith(opening))).toBe(true);
      expect(careTip(done)).toMatch(SAYS_TO_GO_ON);
    }
    expect(careTip(hearty)).toMatch(/full/);
    expect(careTip(hearty)).not.toMatch(/nearly|little|light|small/);
    expect(careMessage(light)).not.toMatch(/what is left|the rest stays|nibbles|half a meal|few bites/i);
    expect(careMessage(hearty)).not.toMatch(
      /nearly full|small gap|last corner|little room|light meal|nibbles|few bites|half a meal/i,
    );
  }
});

test('an early meal that ends a streak says so in message and tip, and any other early meal does not', () => {
  const species = CACTUS;
  const fedEarly = (streak: number, careActions: number) => {
    const { life, record, ...creature } = born(species, 50);
    const sated = { ...life, stats: { ...life.stats, hunger: 90 } };
    const one = { ...creature, life: sated, record: { ...record, careActions, streak } };
    return give(one, species, { action: 'feed' }, NOW + 0.3 * species.feedingWindowHours * HOUR);
  };
  for (let acts = 0; acts < 60; acts += 1) {
    for (const streak of [0, 1, 12]) {
      const done = fedEarly(streak, acts);
      expect(done.care).toMatchObject({ timing: 'early', creature: { record: { streak: 0 } } });
      const ends = streak > 0;
      expect(/\bstreak\b|count of meals/.test(careMessage(done)), careMessage(done)).toBe(ends);
      expect(/\bstreak\b/.test(careTip(done) ?? '') || !ends).toBe(true);
    }
  }
});

const SAYS_TO_GO_ON =
  /nothing (?:needs to change|to do differently|to improve|to change)|change nothing|go on|the same|keep /;
const SAYS_WHAT_TO_CHANGE =
  /next time|instead|\bwait\b|no sooner|no more|no further|only when|\bonce\b|keep (?:the|games|its bed|further)|leave|save|spend|look at|sooner|again when|\buntil\b|follow|be there|set |in time|as soon as|do not|away|choose|plan |without an item|do not|likes/;

test('every tip says whether anything should be done differently', () => {
  const { goOn, again, ...tips } = careTips;
  const seconds = listsIn([
    tips.later,
    Object.values(tips.meals).map(({ second }) => second),
    tips.ruleTips.work.second,
  ]);
  expect([...goOn, ...again, ...tips.playForMeal.second].filter((half) => !SAYS_TO_GO_ON.test(half))).toEqual(
    [],
  );
  expect(
    [...seconds.flat(), ...tips.harmful.second].filter((half) => !SAYS_WHAT_TO_CHANGE.test(half)),
  ).toEqual([]);
});

test('full trust is no reason to call a reflection useless', () => {
  const trusting = born(CACTUS, 100);
  for (let acts = 0; acts < 60; acts += 1) {
    const done = give(
      { ...trusting, record: { ...trusting.record, careActions: acts } },
      CACTUS,
      { action: 'reflect' },
      NOW,
    );
    expect(done.care.effectiveness).toBe('wasted');
    const said = `${careMessage(done)} ${careTip(done)}`;
    expect(said).not.toMatch(
      /nothing (?:happen|to gain|left|was)|did not move|at its limit|changes nothing|cannot rise|as it was/i,
    );
    expect(said).toMatch(SAYS_TO_GO_ON);
  }
});

test('no tip asks to let a stat drop or names an action that may be wasted', () => {
  const halves = ALL_TIPS.flatMap(({ first, second }) => [...first, ...second]);
  const asks =
    /has dropped and|let happiness drop|leave it wanting|come later|send (?:play|clean|reflect) (?:instead|next)/;
  expect(halves.filter((half) => asks.test(half))).toEqual([]);
});

test('play that is required before a meal is not called needless', () => {
  const species = builtIn('jackrabbit');
  const done = give(born(species, 50), species, { action: 'play' }, NOW);
  expect(done.care.effectiveness).not.toBe('effective');
  expect(careTip(done)).toMatch(/meal|dinner|eats/);
});

test('a guarded species opens up at its next level of trust', () => {
  const goals = (slug: string, ...levels: readonly number[]) =>
    levels.map((trust) => nextOpening(builtIn(slug), { trust })?.goal);
  expect(goals('pangolin', 12.7, 40)).toEqual([40, undefined]);
  expect(goals('hedgehog', 12, 50, 90)).toEqual([50, 90, undefined]);
  expect(goals('tabby', 12)).toEqual([undefined]);
});

test.each([
  ['pangolin', 'closed', [12, 20, 24, 30, 35, 39.9], [0, 0, 1, 2, 3, 4]],
  ['hedgehog', 'closed', [12, 26, 33, 40, 49.9], [0, 1, 2, 3, 4]],
  ['hedgehog', 'opening', [50, 58, 66, 74, 89.9], [0, 1, 2, 3, 4]],
] as const)('the trust of a %s that is %s is told in words of five degrees', (slug, how, trusts, degrees) => {
  const species = builtIn(slug);
  const told = trusts.map((trust) => trustProgress(born(species, trust), species, NOW));
  expect(told).toEqual(degrees.map((degree) => TRUST_DEGREES[how][degree]));
});

test('a pangolin reports its progress without a number in soul prompt, behavior, refusal and tip', () => {
  const creature = born(PANGOLIN, 22.7);
  const observed = observe(creature, PANGOLIN, NOW);
  const facts = { creature, species: PANGOLIN, observed };
  expect(soulPrompt(facts)).toMatch(/ \(it has hardly begun to trust you\)\.$/);
  expect(behavior(facts)).toMatch(/ \(it has hardly begun to trust you\)\.$/);
  const progress = trustProgress(creature, PANGOLIN, NOW);
  const who = { name: 'Pip', family: PANGOLIN.family, seed: 1, count: 1, progress };
  expect(refusalWords('too_shy', who).suggestion).toMatch(/ It has hardly begun to trust you\.$/);
  const done = give(creature, PANGOLIN, { action: 'reflect' }, NOW);
  const isFull = done.care.effectiveness === 'effective';
  expect(isFull || / It has \w[^.\d]+\.$/.test(careTip(done) ?? '')).toBe(true);
});
