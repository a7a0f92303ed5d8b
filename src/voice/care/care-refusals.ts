import type { CareOutcome } from '../../core/care/care.ts';
import type { Family } from '../../core/vocabulary.ts';
import { NOUNS } from '../engine/nouns.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';

/** Why care did not happen. */
export type CareRefusalReason = Extract<CareOutcome, { refused: unknown }>['refused'] | 'egg';

interface CareRefusalFacts {
  readonly name: string;
  readonly family: Family;
  readonly seed: number;
  /** What tells one asking from the next: the local hour, or how often it was asked. */
  readonly count: number;
}

interface RefusalWords {
  readonly error: string;
  readonly message: string;
  /** What to do instead. */
  readonly suggestion: string;
}

export function refusalWords(whyNot: CareRefusalReason, facts: CareRefusalFacts): RefusalWords {
  const { error, messages, suggestions } = REFUSAL_LINES[whyNot];
  const { seed, count } = facts;
  const say = (line: string) => fillTemplate(line, { ...NOUNS[facts.family], name: facts.name });
  return {
    error: say(error),
    message: say(pickLine(messages, { seed, field: 'refusal', count })),
    suggestion: say(pickLine(suggestions, { seed, field: 'refusal-tip', count })),
  };
}

interface RefusalLines {
  readonly error: string;
  readonly messages: Lines;
  readonly suggestions: Lines;
}

export const REFUSAL_LINES: Record<CareRefusalReason, RefusalLines> = {
  asleep: {
    error: '{name} is sleeping',
    messages: [
      '{name} is asleep and stays that way.',
      '{name} turns over and sleeps on.',
      'You find {name} asleep {there}, and put everything back where it was.',
      '{name} is dreaming, and nothing you brought is as good.',
      'Not now: {name} has only just got comfortable.',
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
    ],
    suggestions: [
      'Call GET /api/house/status with its creature_id: it hatches when you first look at it.',
      'Look at it once with GET /api/house/status, and then send this again.',
    ],
  },
};
