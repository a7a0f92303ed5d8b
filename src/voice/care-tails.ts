import type { ItemCategory, Timing } from '../core/vocabulary.ts';
import type { Lines } from './pick.ts';

/** What it made of the item. */
export const CATEGORY_TAILS: Record<ItemCategory, Lines> = {
  loved: [
    'You could not have chosen better.',
    'It will remember this one.',
    'Of all things, it hoped for that.',
  ],
  liked: [
    'It was a good choice.',
    'It likes that well enough to ask again.',
    'That was nearly its favourite.',
  ],
  neutral: [
    'It takes what it is given.',
    'It has no strong feelings about the choice.',
    'Anything would have done.',
  ],
  disliked: [
    'It would rather have had something else.',
    'It makes the face it makes.',
    'It puts up with the choice, for your sake.',
  ],
  harmful: ['Never again, please.', 'Keep that away from it.', 'It should not be offered that twice.'],
};

/** What it made of the hour of its meal. */
export const TIMING_TAILS: Record<Timing, Lines> = {
  early: [
    'It was a little soon for a meal.',
    'The last meal was not long ago.',
    'It had not begun to look for you yet.',
    'Later would have counted for more.',
    'The window was not open yet.',
  ],
  on_time: [
    'You came just when it expected you.',
    'Right on time.',
    'It had only begun to listen for you.',
    'This is how it learns to count on you, one dinner at a time.',
    'The hour was right, and it noticed.',
  ],
  late: [
    'It had been waiting.',
    'It noticed the hour.',
    'Late, but you came.',
    'It forgives the delay, mostly.',
    'Dinner was overdue, and it had said so.',
  ],
  missed_window: [
    'It waited far longer than it should have.',
    'The waiting took something out of it.',
    'It had stopped expecting you.',
    'One meal does not quite make up for the ones that never came.',
    'It is not sure of the next time.',
  ],
};

/** A lesson to one that is weak, or does not trust yet. */
export const CAUTION: Lines = [
  'It is in no state for lessons just now.',
  'It needed comfort more than correction.',
  'This was not the day for it.',
];
