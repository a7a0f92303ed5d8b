import type { CareOutcome } from '../../core/care/care.ts';
import { bodyOf, type BodyOwner } from '../../core/species/bodies.ts';
import { nounsOf } from '../engine/nouns.ts';
import { fillTemplate, fillTemplates, pickLine, type Lines } from '../engine/pick-line.ts';

/** Why care did not happen. */
export type CareRefusalReason = Extract<CareOutcome, { refused: unknown }>['refused'] | 'egg';

interface CareRefusalFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  /** What tells one asking from the next. */
  readonly count: number;
  /** How far it is from letting it happen: `trust 12 of 40`. */
  readonly progress?: string | undefined;
}

interface RefusalWords {
  readonly error: string;
  readonly message: string;
  /** What to do instead. */
  readonly suggestion: string;
}

export function refusalWords(whyNot: CareRefusalReason, facts: CareRefusalFacts): RefusalWords {
  const { error, messages, suggestions } = REFUSAL_LINES[whyNot];
  const turn = { seed: facts.seed, count: facts.count, subject: { body: bodyOf(facts) } };
  const words = nounsOf(facts, facts.name);
  const message = [
    pickLine(messages, { ...turn, field: 'refusal' }),
    pickLine(NO_HARM_DONE, { ...turn, field: 'refusal+' }),
  ];
  const suggestion = pickLine(suggestions, { ...turn, field: 'refusal-tip' });
  return {
    error: fillTemplate(error, words),
    message: fillTemplates(message, words),
    suggestion: withProgress(fillTemplate(suggestion, words), facts.progress),
  };
}

function withProgress(suggestion: string, progress: string | undefined): string {
  return progress === undefined ? suggestion : `${suggestion} It is at ${progress}.`;
}

interface RefusalLines {
  readonly error: string;
  readonly messages: Lines;
  readonly suggestions: Lines;
}

/** Said after any of them: a refusal changes nothing. */
export const NO_HARM_DONE: Lines = [
  'Nothing has changed.',
  'No harm is done.',
  'It bears you no grudge.',
  'There will be another time.',
  'So you let it be.',
  'That is all for the moment.',
  'It counts neither for you nor against you.',
  'You leave it at that.',
  'It is as it was before you asked.',
  'Asking cost nothing.',
  'Neither of you minds.',
  'Not everything has to happen at once.',
  'You have lost nothing by it.',
];

export const REFUSAL_LINES: Record<CareRefusalReason, RefusalLines> = {
  asleep: {
    error: '{name} is sleeping',
    messages: [
      '{name} is asleep and stays that way.',
      '{name} turns over and sleeps on.',
      'You find {name} asleep {there}, and go on tiptoe.',
      '{name} is dreaming, and nothing you brought is as good.',
      'Not now: {name} is fast asleep.',
      '{name} breathes slowly and does not stir.',
      'One ear of {name} moves, and that is all.',
      '{name} has its eyes shut, and means it.',
      'Whatever it was, {name} sleeps through it.',
      '{name} sighs in its sleep and is gone again.',
      'The room is dark, and {name} is far away in it.',
    ],
    suggestions: [
      'Let it sleep: everything falls at half the pace meanwhile. Only reflect reaches it now.',
      'Come back when it is awake, or send reflect: that does not wake it.',
    ],
  },
  wants_play_first: {
    error: '{name} wants to play first',
    messages: [
      '{name} looks past the food, at the toy behind you.',
      '{name} nudges the {bowl} aside: a game comes first.',
      'No game, no dinner, says {name}, and means it.',
      '{name} is too full of jumps to eat.',
      '{name} waits for you to play, with the food going cold between you.',
      '{name} takes the food for a toy, and then asks for a real one.',
      'First a game, then dinner: {name} has its order of things.',
      '{name} runs off three steps and looks whether you follow.',
      'Dinner can wait, as {name} sees it, and the game cannot.',
      '{name} sniffs at the {bowl} and bounces away from it.',
      '{name} will sit still to eat when it has run, and not before.',
    ],
    suggestions: [
      'Send play once, then feed: it eats after a game, and wants a new one before every meal.',
      'Play with it first, in this same visit, and offer the food again.',
    ],
  },
  too_shy: {
    error: '{name} is too shy for that',
    messages: [
      '{name} closes up before you are near.',
      '{name} has curled itself shut, and waits for you to go.',
      'There is no way in, and {name} would like it to stay so.',
      '{name} does not know you well enough for this.',
      'You reach out, and {name} becomes a ball.',
      '{name} turns away, and shows you nothing but its back.',
      'A step too near, and {name} is shut.',
      '{name} would rather be looked at from over there.',
      'All you see of {name} is the outside.',
      '{name} holds its breath until your hand is gone.',
      'This is too much for {name}, and too soon.',
    ],
    suggestions: [
      'Send reflect, which it always lets through, until it knows you well enough to uncurl.',
      'Do nothing to it yet: reflect a few times a visit, and it will let you closer.',
    ],
  },
  egg: {
    error: "The egg hasn't hatched yet",
    messages: [
      '{name} is still an egg, and needs nothing but a look.',
      'Whatever {name} is going to be, it is not out yet.',
      'You cannot care for {name} through the shell.',
      '{name} has a shell around it, and all it needs inside.',
      'There is nobody to hold yet: {name} is an egg.',
      '{name} has not hatched, and has no use for this.',
      'The shell of {name} is whole, and care stops there.',
      '{name} is in there, and cannot come to the door.',
      'An egg takes no care, and {name} is one.',
      'It is too soon: {name} has yet to see the light.',
      '{name} waits inside its egg for somebody to look.',
    ],
    suggestions: [
      'Call GET /api/house/status with its creature_id: it hatches when you first look at it.',
      'Look at it once with GET /api/house/status, and then send this again.',
    ],
  },
};
