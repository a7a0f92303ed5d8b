import type { Family } from '../../../core/vocabulary.ts';
import type { Lines } from '../../engine/pick-line.ts';

/** How a letter begins. */
export const GREETINGS: Readonly<Record<Family, Lines>> = {
  cat: [
    'To the one who keeps me,',
    'To whom it may flatter,',
    'Dear staff,',
    'Keeper,',
    'To the person of the house, such as it is,',
    'My dear acquaintance,',
    'You there,',
    'To the other one who lives with me,',
    'Good day to you,',
    'For your attention,',
    'To the holder of the door,',
  ],
  dog: [
    'Dear, dear you,',
    'Hello, hello, hello,',
    'To my favourite,',
    'Hello, it is me,',
    'My best friend,',
    'To you, only you,',
    'Dear keeper of mine,',
    'Hello, you wonderful thing,',
    'To the one I wait for,',
    'You, at last, on paper,',
    'Dear friend,',
  ],
  exotic: [
    'To you, wherever you are when you are not here,',
    'Dear large quiet one,',
    'Hello out there,',
    'To the one on the other side,',
    'Dear you, whoever you are,',
    'To the shape in the door,',
    'Greetings from in here,',
    'To my keeper, from close by,',
    'You, who come and go,',
    'Dear visitor,',
    'To the voice I know,',
  ],
  'ai-native': [
    'Dear caller,',
    'To the process that started me,',
    'Hello, remote,',
    'To: my keeper,',
    'Dear fellow pattern,',
    'Hello, world, by which I mean you,',
    'To the far end of the line,',
    'Dear signal,',
    'Attention: you,',
    'To whoever holds my key,',
    'Dear light,',
  ],
};

/** How those begin who have only just learned to write. */
export const YOUNG_GREETINGS: Lines = [
  'Hello,',
  'Hello you,',
  'Dear big one,',
  'Hello hello,',
  'Dear you,',
  'It is me,',
  'To you from me,',
  'Dear my keeper,',
  'Hello again it is me,',
];

/** How a last letter begins, and one that nobody had expected. */
export const OTHER_GREETINGS = {
  death: [
    'Dear keeper,',
    'To you, this last time,',
    'My dear,',
    'To the one I leave here,',
    'Dear you,',
    'Once more to you,',
    'To whoever finds this, and I hope it is you,',
    'Goodbye, dear one,',
  ],
  return: [
    'Hello again,',
    'To the one who came for me,',
    'Surprise,',
    'Dear you, once more,',
    'To my keeper, from this side,',
    'Here I am,',
    'Dear stubborn one,',
    'You again, and I again,',
  ],
} as const satisfies Readonly<Record<string, Lines>>;
