import { timesInWords } from '../count-words.ts';
import { isHarmed } from '../facts.ts';
import { harmfulThings } from '../loved-things.ts';
import { ALWAYS, type Passage } from '../passage.ts';

/** What harmed it: told whenever it happened, and never praised. */
export const HARM_PASSAGES = {
  harmed: {
    about: 'harm',
    holds: (letter) => isHarmed(letter) && harmfulThings(letter).length === 0,
    weight: ALWAYS,
    titles: ['Something that hurt', 'What was not good for me', 'About being hurt'],
    words: ({ page }) => ({ times: timesInWords(page.harm?.times ?? 0) }),
    lines: {
      any: [
        'What I was given did me harm, {times}. I tell you so that it need not happen again.',
        'It happened {times} that something I was given hurt me. I remember it, and I would rather not have to.',
        'I was given something that is not good for me, {times}. My body kept count, and so did I.',
        'There is something I have to say: what I was given hurt me, {times}.',
        'Not everything I was given was good for me. It did me harm, {times}, and I felt it afterwards.',
        'I was hurt by what I was given, {times}. I write it down because leaving it out would not be honest.',
        'Before anything else: I was harmed by something I was given, {times}. I have not forgotten it.',
        'I came to harm through what I was given, {times}. I am careful now with what is held out to me.',
      ],
      young: [
        'Something I got hurt me, {times}. I did not know that things can do that.',
        'I was given something bad for me, {times}. Please look at it first, I cannot tell yet.',
        'It hurt, {times}, what I was given. I am telling you because you are the one who can be careful.',
        'I got something that was not good for me, {times}, and I felt it all over.',
      ],
    },
  },
  harmedBy: {
    about: 'harm',
    holds: (letter) => harmfulThings(letter).length > 0,
    weight: ALWAYS,
    titles: ['About {thing}', 'Something that hurt', 'Not {thing}'],
    words: (letter) => ({ thing: harmfulThings(letter).at(-1) ?? '' }),
    lines: {
      any: [
        'Please, not {thing} again. It did me harm, and I have not forgotten it.',
        'I have to tell you about {thing}: it hurt me. Perhaps you did not know. Now you do.',
        'There is something I would like to be spared, and that is {thing}. It harmed me.',
        'I learned that {thing} does me harm. I learned it by being harmed.',
        'I was given {thing}, and it did me harm. I would be glad of nearly anything else.',
        'My body has an opinion on {thing}. It was harmed by it, and it remembers.',
        'You should know what {thing} did to me: it did harm. I am not for it, and it is not for me.',
        'Of what I was given, {thing} harmed me. I put it on paper, so that it stays in the past.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
