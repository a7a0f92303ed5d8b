import type { MannersOfBand } from './manner-line.ts';

/** Who those become whose care was always the same. */
export const NARROW_MANNERS: MannersOfBand<'narrow'> = {
  connoisseur: {
    name: 'a connoisseur',
    trait: 'You raised a connoisseur: it judges the day, and you, by what is in the {bowl}.',
    behavior: [
      'It considers the smell of the air as others consider a menu.',
      'It has moved its {bowl} a little to the left, where it looks better.',
    ],
  },
  tumbler: {
    name: 'a tumbler',
    trait: 'You raised a tumbler: it takes everything for a game until it is told otherwise.',
    behavior: [
      'It has rolled off something on purpose, and bows.',
      'It invites its own shadow to a game, and the shadow accepts.',
    ],
  },
  preener: {
    name: 'a preener',
    trait: 'You raised a preener: it cannot think of anything else while one spot on it is out of order.',
    behavior: [
      'It smooths itself down, though nothing stands up.',
      'It looks for its reflection in whatever is near.',
    ],
  },
  careful_breather: {
    name: 'a careful breather',
    trait:
      'You know it as a careful breather: it listens to itself, and tells you early when something aches.',
    behavior: [
      'It takes a slow breath, finds it in order, and takes another.',
      'It tests the warmth of a place before it sits down.',
    ],
  },
  drill_lover: {
    name: 'a lover of drill',
    trait: 'You taught it to love a drill: give it an order, and it is grateful to know where it stands.',
    behavior: [
      'It sits up straight, in case there is an inspection.',
      'It walks its round, turns at the corner, and walks it back.',
    ],
  },
  dozer: {
    name: 'a dozer',
    trait: 'You raised a dozer: it does its best thinking lying down, and most things can wait.',
    behavior: [
      'It has leaned against something, and the something has become a bed.',
      'It yawns so thoroughly that the room feels it.',
    ],
  },
  listener: {
    name: 'a listener',
    trait: 'You raised a listener: it remembers your tone better than your words, so mind how you speak.',
    behavior: [
      'It tilts its head at the silence, as if somebody had just said something.',
      'It waits for you to speak first, and for what comes after that.',
    ],
  },
  creature_of_habit: {
    name: 'a creature of habit',
    trait:
      'You know it as a creature of habit: what was done twice is a custom, and it expects the third time.',
    behavior: [
      'It is in its usual place at its usual time, as usual.',
      'It puts back a thing that you moved, by the width of a hair.',
    ],
  },
  one_song: {
    name: 'a singer of one song',
    trait:
      'You know it as a singer of one song: what it loves it loves for good, and it has no need of more.',
    behavior: [
      'It goes through its one tune, and is pleased with the ending again.',
      'It keeps close to the thing it loves, and pretends to have come by chance.',
    ],
  },
  dawn_waiter: {
    name: 'one that waits for the dawn',
    trait:
      'You made its mornings: it waits for the dawn, and counts the rest of the day as what is left over.',
    behavior: [
      'It keeps its face turned to where the sun comes up.',
      'It holds that whatever comes after noon is extra.',
    ],
  },
  window_sitter: {
    name: 'a sitter at the window',
    trait: 'You came mostly in the evening: it learned to sit at the window and be good at looking forward.',
    behavior: [
      'It watches the way you would come by, whatever the hour.',
      'It has left a mark on the pane, just where it looks out.',
    ],
  },
  lamp_keeper: {
    name: 'a keeper of the lamp',
    trait:
      'You often came by night: it keeps a lamp lit in itself, and is never quite sure that a day is over.',
    behavior: [
      'It makes its round of the dark corners, and finds each one in order.',
      'It sits by the light as if it had been told to mind it.',
    ],
  },
  bowl_watcher: {
    name: 'a watcher of bowls',
    trait:
      'You should know that it watches its {bowl}: it has learned that a meal is only sure once it is eaten.',
    behavior: [
      'It lies where it can see the {bowl}, out of old custom.',
      'It counts what is in the {bowl}, and then counts it again.',
    ],
  },
};
