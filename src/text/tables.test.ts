import { expect, test } from 'vitest';

import { KEEPSAKE_KINDS } from '../rules/heart/keepsakes-table.ts';
import { MANNER_KINDS } from '../rules/heart/manner.ts';
import { ITEM_ACTIONS, ITEM_CATEGORIES } from '../rules/vocabulary.ts';
import { ALL_TIPS, ASIDES, OBITUARY_LINES, SECOND_HALVES, SHAPES } from '../../test/laws/line-tables.ts';
import { BEHAVIOR_LINES, POSE_LINES, SPECIES_LINES } from './creature/behavior.ts';
import {
  CARE_LINES,
  ITEM_TEXTS,
  NO_HARM_DONE,
  PREFERENCE_NOTES,
  REFUSAL_LINES,
} from './creature/care-message.ts';
import { LIFE_LINES, PERSONALITY_WORDS, RETURN_LAYERS } from './creature/life-messages.ts';
import { HINTS, MILESTONE_LINES } from './creature/milestones.ts';
import { SOUL_LINES } from './creature/soul-prompt.ts';
import { CHECKIN_LINES } from './creature/steps.ts';
import { STORY_LINES } from './creature/story.ts';
import { keepsakeFrom, KEEPSAKE_LINES, keepsakeName } from './heart/keepsakes.ts';
import { MANNER_LINES, mannerReason } from './heart/manners.ts';
import { WISH_NOUNS, WISH_TEXTS, GRANTED_BY_ACTION, GRANTED_LINES, WISH_STEPS } from './heart/wishes.ts';
import { fillSentence, type Halves } from './pick-line.ts';

const POSES = Object.values(POSE_LINES);

type Tree = string | number | readonly Tree[] | { readonly [key: string]: Tree };

function textsIn(tree: Tree): string[] {
  if (typeof tree === 'string') return [tree];
  if (typeof tree === 'number') return [];
  return Object.values(tree).flatMap(textsIn);
}

const { growing, grownUp, grownClose, ...milestones } = MILESTONE_LINES;
const { grew, fed, raised, ...story } = STORY_LINES;
const { moodLines, lowLines, familyLines, guarded } = BEHAVIOR_LINES;
const { killed, ...CARE } = CARE_LINES;
const { hurt: _hurt, ...soul } = SOUL_LINES;
const { harmedHints: _harmed, ...hints } = HINTS;
const MANNERS = Object.values(MANNER_LINES);
const REFUSALS = Object.values(REFUSAL_LINES);

// Lines for one place: none may occur twice.
const SENTENCES: Readonly<Record<string, Tree>> = {
  behavior: [
    SPECIES_LINES,
    moodLines,
    lowLines,
    familyLines,
    ASIDES,
    guarded,
    POSES,
    MANNERS.map((each) => each.behavior),
  ],
  manners: MANNERS.map(({ trait }) => trait),
  wishes: [WISH_TEXTS, WISH_STEPS],
  granted: [GRANTED_LINES, GRANTED_BY_ACTION],
  keepsakes: Object.values(KEEPSAKE_LINES).map((lines) => lines.story),
  killed,
  refusals: [NO_HARM_DONE, REFUSALS.map(({ messages, suggestions }) => [messages, suggestions])],
  milestones,
  stages: [growing, grownUp, grownClose],
  epitaphs: SHAPES,
  obituaries: OBITUARY_LINES,
  story,
  hints,
  house: [LIFE_LINES, PREFERENCE_NOTES],
};

// If every first half occurs once, no sentence occurs twice, whatever follows.
const PARTS: Readonly<Record<string, Tree>> = {
  care: halvesIn(CARE).map(({ first }) => first),
  items: [ITEM_TEXTS.itemLines, ITEM_TEXTS.itemReasons],
  tips: halvesIn(ALL_TIPS).map(({ first }) => first),
  growing: [grew, fed, raised],
  personality: [PERSONALITY_WORDS, RETURN_LAYERS],
  'names of manners': MANNERS.map(({ name }) => name),
  'reasons of manners': MANNER_KINDS.map(mannerReason),
  'names of keepsakes': KEEPSAKE_KINDS.map(keepsakeName),
  'origins of keepsakes': KEEPSAKE_KINDS.map(keepsakeFrom),
  'nouns of wishes': Object.values(WISH_NOUNS),
  soul,
  checkin: [CHECKIN_LINES.reasons, CHECKIN_LINES.reasonsToHurry, SECOND_HALVES],
};

test.each(Object.entries({ ...SENTENCES, ...PARTS }))('no line of %s is empty or occurs twice', (_, tree) => {
  const texts = textsIn(tree);
  const bad = /^.{0,2}$|\s\s|^\s|\s$|!|\ba \{(?:bowl|nth)\}|\p{Emoji_Presentation}/u;
  expect(texts.filter((text) => bad.test(text))).toEqual([]);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test.each(Object.entries(SENTENCES))('every line of %s is a sentence', (_, tree) => {
  expect(textsIn(tree).filter((text) => !/^[A-Z{].*[.?]$/.test(text))).toEqual([]);
});

test.each(Object.entries(PARTS))('no line of %s ends with a full stop', (_, tree) => {
  expect(textsIn(tree).filter((text) => /[.,]$/.test(text))).toEqual([]);
});

function halvesIn(tree: Tree): Halves[] {
  if (typeof tree !== 'object') return [];
  if ('first' in tree) return [tree as Halves];
  return Object.values(tree).flatMap(halvesIn);
}

test('care texts come in halves: all of at least twenty-five sentences occur before one repeats', () => {
  const { itemLines, itemReasons, itemSeconds } = ITEM_TEXTS;
  const items = ITEM_CATEGORIES.flatMap((category) =>
    [itemSeconds[category], itemReasons[category], itemReasons.akin].flatMap((second) =>
      ITEM_ACTIONS.map((action) => ({ first: itemLines[category][action], second })),
    ),
  );
  for (const { first, second } of [...halvesIn([CARE, ALL_TIPS]), ...items]) {
    const all = first.length * second.length;
    const told = Array.from({ length: all }, (_, count) =>
      fillSentence({ first, second }, { seed: 7, field: 'care', count }, {}),
    );
    expect(all).toBeGreaterThanOrEqual(25);
    expect(new Set(told).size).toBe(all);
    expect(first.filter((half) => !/^[A-Z{].*[^.,]$/.test(half))).toEqual([]);
    expect(second.filter((half) => !/^[a-zG{].*[^.,]$/.test(half))).toEqual([]);
  }
});

// Follows any first half with any subject: the second half has its own subject or is an imperative.
const OWN_SUBJECT = new RegExp(
  [
    /^so [a-z]/,
    /^(?:and|but|as|though)(?: for a while| then| now| only)? (?:it|its|you|your|that|this|these|such|there|what|another)\b/,
    /^(?:and|as|though)(?: only)? (?:the|a|one|half|some|most|all|both|every|no|not|everyone|everything|anyone|nobody|nothing|something)\b/,
    /^(?:however well|whatever) (?:it|you)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

test('every second half of a care text has its own subject', () => {
  const seconds = [halvesIn(CARE).map(({ second }) => second), Object.values(ITEM_TEXTS.itemSeconds)];
  expect(seconds.flat(2).filter((half) => !OWN_SUBJECT.test(half))).toEqual([]);
  expect('and looks round for the cook').not.toMatch(OWN_SUBJECT);
});

test('lines for creatures with hidden stats do not mention them', () => {
  const asleep = [moodLines.sleeping, familyLines.sleeping];
  const words = textsIn([guarded, CARE_LINES.unreadable, SOUL_LINES.hiding, asleep, POSES]);
  const stats = /\d|hung|happ|health|trust|disciplin|sick|starv|weak/i;
  expect(words.filter((text) => stats.test(text))).toEqual([]);
});
