import type { WishKind } from '../../core/heart/wishes-table.ts';
import type { Action } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

/** What it wishes for, in a few words: they follow "wishes for". */
export const WISH_NOUNS: Readonly<Record<WishKind, string>> = {
  // To eat.
  new_taste: 'a taste it has never had',
  old_favourite: 'an old favourite to eat',
  breakfast: 'breakfast in the morning',
  picnic: 'a picnic at midday',
  supper: 'supper in the evening',
  fish: 'a bite of fish',
  fruit: 'a piece of fruit',
  roast: 'a good piece of meat',
  sweet: 'something sweet',
  greens: 'something from the garden',
  drink: 'something to drink',
  morsel_of_data: 'a morsel of data',
  sip_of_light: 'a sip of light',
  // To play.
  new_game: 'a game it has never played',
  same_toy: 'its favourite game again',
  morning_game: 'a game in the morning',
  midday_game: 'a game at midday',
  dusk_game: 'a game in the evening',
  ball: 'a ball to play with',
  puzzle: 'a puzzle',
  toy: 'a toy',
  song: 'music to play to',
  shiny: 'something shiny',
  outing: 'an outing',
  chase_of_light: 'a light to chase',
  riddle_of_code: 'a riddle made of code',
  once_more: 'one more round',
  // To be clean.
  new_scent: 'a wash with something new',
  favourite_cloth: 'a wash with what it loves',
  morning_wash: 'a wash in the morning',
  tidy_noon: 'a tidy noon',
  evening_wash: 'a wash in the evening',
  brush: 'a good brushing',
  bath: 'a bath',
  // To rest.
  new_nest: 'a new place to sleep',
  noon_nap: 'a nap at midday',
  quiet_evening: 'an early night',
  blanket: 'something soft to sleep in',
  lullaby: 'a lullaby',
  night_light: 'a light to fall asleep by',
  bedtime_story: 'a story at bedtime',
  // To learn.
  lesson: 'a lesson at midday',
  new_trick: 'a lesson of a new kind',
  old_trick: 'a lesson it knows and loves',
  // To be with somebody.
  to_be_told: 'a few words from you',
  long_story: 'a long story',
  sitting_together: 'company without words',
  morning_words: 'a word in the morning',
  noon_thoughts: 'a word at midday',
  evening_words: 'a word in the evening',
  hello_first: 'a hello before anything else',
  soon_again: 'you to come back soon',
  something_else: 'something else for a change',
};

/**
 * Its wish has come true, whatever it was. Company reaches those who sleep and a meal may find no room, so that no line says that it
 * is awake or what it made of the care.
 */
export const GRANTED_LINES = [
  'And it was just what {name} had wished for.',
  '{name} had not dared to count on this, and here it is.',
  'So wishes do come true, as {name} has always said.',
  '{name} will tell the furniture about this for days.',
  'You heard what {name} wished for, and it will not forget who did.',
  'This one goes on the shelf, where {name} keeps what matters.',
  'Of all there is in the house, this was what {name} had hoped for.',
  '{name} has had its wish, and the whole room seems lighter.',
  'A wish less, and something to keep: {name} could not be more pleased.',
  '{name} gives {voice}, which is as near to thank you as anyone could come.',
  'It had wished for this, and {name} is all joy, right to the edges.',
  'There was a wish, and you were the one who granted it to {name}.',
  'A small thing to you, and to {name} the thing it had wished for.',
] as const;

/** The same by what was done; true as well of a wish that anything would have granted. */
export const GRANTED_BY_ACTION: Readonly<Record<Action, Lines>> = {
  feed: [
    'That was more than food to {name}: it was a wish.',
    'Somewhere in that {bowl} was a wish, and {name} has it now.',
  ],
  play: [
    'There was a wish in that game, and {name} has it now.',
    'A wish can come true in the middle of a game, as {name} now knows.',
  ],
  clean: [
    'Being clean is the least of it: {name} had wished for this.',
    'There was a wish under it all, and {name} has it back.',
  ],
  medicine: [
    'It was a wish that came with a spoon, and {name} has it now.',
    'Of all places there was a wish in that dose, and {name} found it.',
  ],
  discipline: [
    'There was a wish inside that lesson, and {name} found it.',
    'Not everyone gets a wish out of a lesson; {name} did.',
  ],
  sleep: [
    'Even rest can be a wish, and to {name} it was one.',
    'A wish came true beside the bed, and {name} may keep it.',
  ],
  reflect: [
    '{name} had wished for this, and you came.',
    'You sat down beside a wish of {name}, and got up from one that came true.',
  ],
};

/** How the wish is brought up among the next steps, after all that is necessary. */
export const WISH_STEPS = [
  'If you have a moment: {name} wishes for {what}.',
  'When all else is done: {name} wishes for {what}.',
  'Only if you like: {name} wishes for {what}.',
] as const;
