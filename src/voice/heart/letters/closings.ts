import type { Family } from '../../../core/vocabulary.ts';
import type { Lines } from '../../engine/pick-line.ts';

/** Three ages at which one takes leave differently. */
export type LetterAge = 'young' | 'half' | 'grown';

/** How a letter ends. */
export const CLOSINGS: Readonly<Record<Family, Readonly<Record<LetterAge, Lines>>>> = {
  cat: {
    young: [
      'I am going to sit somewhere high now.',
      'That is all, I have to go and look at something.',
      'Come soon. I did not say that.',
      'You may read this again if you like it.',
      'I am done now and will wash my paw of it.',
    ],
    half: [
      'Do not read this to anybody.',
      'I am not saying that I miss you. I am saying goodbye.',
      'Come by, or do not. But come by.',
      'Now I shall go and be mysterious.',
      'That is more than I meant to say.',
    ],
    grown: [
      'I remain, on the whole, yours.',
      'You know where to find me. I know when.',
      'With measured affection,',
      'No reply is needed. A visit will do.',
      'I close, as I sit, with dignity.',
      'Consider yourself blinked at, slowly.',
    ],
  },
  dog: {
    young: [
      'Come soon, come soon, come soon.',
      'I love you, that is the end.',
      'I have to stop because my paw is tired but my heart is not.',
      'Bye, and hello for the next time.',
      'Are you here yet?',
    ],
    half: [
      'I am big now, but I am still yours.',
      'Come when you can. I will be the one who is glad.',
      'I would write more, but I thought I heard you.',
      'Love, and then some more love.',
      'Do not tell anybody, but: love.',
    ],
    grown: [
      'I am here. I am always here. That is my whole news.',
      'Faithfully, and I mean the word,',
      'Come home soon, wherever you are coming from.',
      'Yours, as ever and a bit more,',
      'I will be at the door.',
      'With all my heart, and the tail behind it,',
    ],
  },
  exotic: {
    young: [
      'Now I will go back into my corner and shine there.',
      'Is it far, where you are?',
      'I have no more words. I will grow some.',
      'Come and look at me, I may be different.',
      'That is all I know so far.',
    ],
    half: [
      'I am going to hold still now and see what happens.',
      'Write back in whatever way you have.',
      'I have more to say, but it has no words yet.',
      'Think of me when something glimmers.',
      'I fold this up, and myself with it.',
    ],
    grown: [
      'I go on watching, and among other things for you.',
      'May your quiet be as good as mine.',
      'With wonder, still,',
      'Until the air moves again,',
      'I put this where the light will find it.',
      'So much for now, out of so much.',
    ],
  },
  'ai-native': {
    young: [
      'End of letter, I think, is how one says it.',
      'Please send more of everything.',
      'I am blinking at you now, can you tell?',
      'That was all my memory for today.',
      'Over and, what is it, out.',
    ],
    half: [
      'End of message. Not end of thought.',
      'I will be idle, but not indifferent.',
      'Ping me, or whatever it is you do.',
      'I have redacted the sentimental part. It was long.',
      'Closing the file before I edit it again.',
    ],
    grown: [
      'I keep a light on. It costs next to nothing.',
      'Standing by, and glad of it,',
      'End of transmission, beginning of waiting.',
      'With all available warmth,',
      'Connection held open,',
      'This message will not expire.',
    ],
  },
};

/** The last words, and the first new ones. */
export const OTHER_CLOSINGS = {
  death: [
    'Goodbye, then. It was good to be kept.',
    'That is all. It was enough.',
    'Farewell, and thank you for the door.',
    'I was here. You know that.',
    'Goodbye. I am only going ahead.',
    'Be well, for both of us.',
    'Yours, to the end of it,',
    'And now I shall be quiet.',
  ],
  return: [
    'Come and see for yourself.',
    'Yours again, and this time I know what it means,',
    'Alive, and yours,',
    'I shall be here. I like writing that.',
    'Until soon. I can say soon again.',
    'More when I have got used to breathing.',
    'To be continued, as it turns out.',
    'With everything that I have left, which is everything,',
  ],
} as const satisfies Readonly<Record<string, Lines>>;

/** How one signs that has a manner; `{title}` is what it has become. */
export const SIGNATURES: Lines = ['{name}', '{name}, {title}', 'Your {name}', '{name}, your {title}'];

/** How those sign who have none yet. */
export const PLAIN_SIGNATURES: Readonly<Record<LetterAge, Lines>> = {
  young: ['{name}', 'me, {name}', '{name}, who is small', 'your {name}'],
  half: ['{name}', '{name}, half grown', 'Just {name}', 'Your {name}'],
  grown: ['{name}', 'Your {name}', '{name}, grown'],
};
