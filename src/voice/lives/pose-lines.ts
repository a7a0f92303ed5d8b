import type { Lines } from '../engine/pick-line.ts';

// Lines about the clock and the meals of a creature. None follows from a stat, since some species hide theirs.

/** In danger, and awake. */
export const AFRAID_LINES: Lines = [
  '{name} has pressed itself into a corner and watches the door.',
  'The {young} starts at every sound, and none of them is the right one.',
  '{name} gives {voice}, barely, and waits for an answer.',
  '{name} has made itself as little as it can.',
  'The {young} looks at everyone who passes, and they all pass.',
  '{name} does not know what this is, only that it is alone in it.',
  'The {young} holds quite still, as if that would help.',
  '{name} has stopped playing and started counting steps.',
  'Somebody should be here, and the {young} knows it.',
  '{name} trembles {there} and does not come out.',
  'The {young} has been brave for a long time now.',
];

/** Asleep, though it is in danger. */
export const RESTLESS_LINES: Lines = [
  '{name} sleeps, but not well.',
  'The {young} is asleep and getting away from something.',
  '{name} turns over, and over, and does not wake.',
  '{name} gives {voice} in its sleep, and it is not a good dream.',
  'The {young} sleeps as if it were listening for the door.',
  '{name} has fallen asleep waiting.',
  'The {young} frowns in its sleep, as if it were late for something.',
  '{name} sleeps so lightly that you stand still.',
  'Nobody was there to say good night to the {young}.',
  '{name} lies {there}, asleep, and far too still.',
  'The {young} is dreaming of footsteps.',
];

/** Nothing is wrong yet, and nobody has come for a while. */
export const WAITING_LINES: Lines = [
  '{name} keeps looking at the door.',
  'The {young} has chosen a spot from which it can see who comes in.',
  '{name} hears steps outside, and they go by.',
  '{name} is waiting, and is being polite about it.',
  'The {young} has gone to the window, and come back, and gone again.',
  '{name} gives {voice}, to find out whether anybody is home.',
  'The {young} thinks that it must be nearly time.',
  '{name} has put a toy by the door, in case.',
  'It has been a quiet day for the {young}, and a long one.',
  '{name} stays {there} and listens for the stairs.',
  'The {young} has stopped in the middle of a game to listen.',
];

/** Its meal is late, whether it is hungry or not. */
export const UNFED_LINES: Lines = [
  '{name} is waiting for its meal.',
  'The {young} has been to its {bowl} and found nothing in it.',
  '{name} keeps an eye on its {bowl}, and the other on you.',
  '{name} has not been told about dinner, and would like to be.',
  'The {young} gives {voice}, and looks at its {bowl} for an answer.',
  '{name} thinks that mealtime was earlier than this.',
  'The {young} listens for the step that brings its meal.',
  '{name} has stopped what it was doing to wait for its meal.',
  'The hour for a meal has passed, and the {young} has noticed.',
  '{name} waits beside an empty {bowl}.',
  'The {young} had other plans for mealtime than this one.',
];
