import type { Lines } from './pick.ts';

/** What can be seen of one that hides all its stats, or some of them. */
export const GUARDED: Record<'closed' | 'opening', { readonly posture: Lines; readonly aside: Lines }> = {
  closed: {
    posture: [
      '{name} has turned its back and drawn itself in.',
      '{name} is a round, closed shape in the corner.',
      'It holds itself tight and lets nothing show.',
      '{name} keeps its face hidden and listens.',
      'It has gone still, the way it does when it is being looked at.',
      '{name} peeks out, finds you there, and folds up again.',
      'It keeps half behind something, and wholly on guard.',
    ],
    aside: [
      'It has not made up its mind about you.',
      'How it is doing, it keeps to itself.',
      'You would have to be let in to know more.',
      'Sit near, and ask for nothing.',
      'It is listening, that much can be seen.',
    ],
  },
  opening: {
    posture: [
      '{name} has lowered its guard by about the width of a hair.',
      'It rests with its side to you, which it did not use to do.',
      '{name} comes a step nearer and stops to think.',
      'It has uncurled as far as the nose.',
      '{name} lets you see one eye, and keeps the other back.',
      'It stays when you come in, though it shifts its weight.',
      '{name} rests in plain view, ready to change its mind.',
    ],
    aside: [
      'The rest it keeps to itself for now.',
      'It is letting you closer by inches.',
      'It still holds something back.',
      'A little more patience, and it may turn round.',
      'It watches what your hands are doing.',
    ],
  },
};
