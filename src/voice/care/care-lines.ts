import type { Action, Effectiveness, ItemAction, ItemCategory, Timing } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

/** What an act of care comes to. Reflecting reaches those who sleep, so its lines never say that it is awake. */
export const OPENINGS: Record<Action, Record<Effectiveness, Lines>> = {
  feed: {
    effective: [
      '{name} eats, steadily, down to the last bit.',
      '{name} empties the {bowl} and looks round for the cook.',
      'The {bowl} is full, and then it is not.',
      '{name} eats with its whole attention.',
      'Dinner goes down well with {name}, and so does the company.',
      '{name} takes the first bite carefully and the rest at speed.',
      '{name} eats, and something in it unclenches.',
      'There is a silence of the kind that means good food.',
      '{name} finishes, and checks the floor for anything it missed.',
    ],
    reduced: [
      '{name} eats what it has room for, and leaves the rest tidily.',
      '{name} has a small meal and a long look at you.',
      'A few bites, and {name} is done.',
      '{name} eats the best part first and then stops.',
      '{name} eats in no great hurry.',
      'It is a light meal, and {name} takes its time over it.',
      '{name} clears one side of the {bowl} and considers the other.',
      '{name} nibbles, for the pleasure of it.',
      'Half the {bowl} is enough for {name} today.',
    ],
    wasted: [
      '{name} sniffs at the {bowl} and leaves it: there is no room.',
      '{name} is full, and looks at you with mild concern.',
      'The food stays where it is, and so does {name}.',
    ],
  },
  play: {
    effective: [
      '{name} plays until it has to stop and rest.',
      '{name} wins, by rules it made up on the way.',
      'For a while there is nothing in the world but the game.',
      '{name} plays with its whole body and some of the furniture.',
      'You tire first, and {name} is kind about it.',
      '{name} pounces, misses, and counts it as a point.',
      '{name} brings the game back to you, to begin again.',
    ],
    reduced: [
      '{name} plays along for a bit, then drifts off.',
      '{name} gives the game half its mind.',
      'It is a short game, and {name} calls it.',
    ],
    wasted: [
      '{name} could not be happier, and the game changes nothing.',
      '{name} is already as merry as it gets.',
      'You play, and {name} is kind enough to join in.',
    ],
  },
  clean: {
    effective: [
      '{name} holds still, more or less, and comes out shining.',
      'You get most of it off {name} and some of it on yourself.',
      '{name} looks new, and a little offended.',
      'The tangles go, the dust goes, and {name} stays.',
      '{name} shakes itself once and admires the result.',
    ],
    reduced: [
      'There is not much left to clean on {name}.',
      '{name} puts up with a quick going-over.',
      'You find one spot on {name}, and deal with it.',
    ],
    wasted: [
      '{name} is spotless, and stays so.',
      'There is nothing to clean, though you look.',
      'You polish what already shines.',
    ],
  },
  medicine: {
    effective: [
      '{name} swallows it and looks at you for a long moment.',
      'It tastes awful, and it works.',
      '{name} takes the medicine, and something in it eases.',
      '{name} lets you help, which is half the cure.',
      'A little of the strain goes out of {name}.',
    ],
    reduced: [
      '{name} takes it, though it hardly needs it.',
      'It helps {name} a little, as there is only a little to help.',
      '{name} swallows it with a look that asks why.',
    ],
    wasted: [
      '{name} is well, and the medicine has nothing to do.',
      '{name} spits it out, quite rightly.',
      'There is nothing to cure, and {name} says so.',
    ],
  },
  discipline: {
    effective: [
      '{name} gets the point and does not enjoy it.',
      '{name} listens, looks away, and remembers.',
      'A rule is a rule, and {name} has now met this one.',
      '{name} sulks for a minute and then does it right.',
      '{name} tests the line once more, finds it still there, and leaves it.',
    ],
    reduced: [
      '{name} already knows most of this.',
      '{name} hears you out and learns a little.',
      'It is a small lesson, and {name} has had the larger ones.',
    ],
    wasted: [
      '{name} knows all this by heart.',
      'There is nothing left to teach here, and {name} waits for you to notice.',
      '{name} does it right before you have finished asking.',
    ],
  },
  sleep: {
    effective: [
      '{name} turns round twice and lies down.',
      'You dim the light, and {name} lets itself rest.',
      '{name} dozes for a bit and gets up smoother.',
      'A short rest does {name} good.',
      '{name} settles, sighs, and is quieter afterwards.',
    ],
    reduced: [
      '{name} lies down for a moment and gets up again.',
      '{name} shuts one eye.',
      'It is a short rest, since {name} is not very tired.',
    ],
    wasted: [
      '{name} is rested and sees no reason to lie down.',
      '{name} lies there with its eyes open, to please you.',
      'There is no tiredness left to sleep off.',
    ],
  },
  reflect: {
    effective: [
      'You sit by {name} for a while, and that is all.',
      'You think about {name}, and something of it gets across.',
      'Nothing happens, in good company.',
      'You put a day with {name} into words and leave them where it can find them.',
      'An hour with {name} passes through your mind again, slowly.',
      'You remember what {name} was like when you met.',
      'You give {name} your attention and ask for nothing back.',
    ],
    reduced: [
      'There is little left between you and {name} to smooth.',
      'You sit with {name}, and it is as easy as it was.',
      'It is a quiet moment with {name}, on top of many.',
    ],
    wasted: [
      'There is nothing left to prove between you and {name}.',
      '{name} trusts you as far as trust goes.',
      'You sit with {name}, and nothing needs mending.',
    ],
  },
};

/** What a harmful item does, whatever else the numbers say. */
export const HARMED: Record<ItemAction, Lines> = {
  feed: [
    '{name} eats it, and is sorry at once.',
    'That was not food for {name}, and its body says so.',
    '{name} brings it up again, and looks smaller.',
  ],
  play: [
    '{name} gets hurt, and the game is over.',
    '{name} backs away from it and stays there.',
    'That was no toy, and {name} found out the hard way.',
  ],
  clean: [
    '{name} flinches: it burns.',
    'The dirt comes off {name}, and so does something that should not.',
    '{name} pulls away, raw where you touched it.',
  ],
  medicine: [
    'It was the wrong medicine, and {name} is worse for it.',
    '{name} shakes, and does not stop for a while.',
    'What helps others does not help {name}.',
  ],
  discipline: [
    '{name} cowers, and learns nothing but that.',
    'That was not a lesson for {name}, only a hurt.',
    '{name} shrinks from you and stays shrunk.',
  ],
  sleep: [
    '{name} cannot rest there, and gets up worse.',
    'It was no place to sleep, and {name} is stiff with it.',
    '{name} lies awake, cold on one side.',
  ],
};

/** When the care itself ended its life. */
export const KILLED: Lines = [
  '{name} does not get up again. It was more than it could bear.',
  'That was the last thing {name} had strength for.',
  '{name} is gone, and this is what did it.',
];

/** Of one that hides its stats: what can be seen, which is little. */
export const UNREADABLE: Record<Action, Lines> = {
  feed: [
    '{name} waits until you look away, and then the food is gone.',
    'You set the food down, and {name} takes it into its corner.',
    '{name} eats with its back to you.',
  ],
  play: [
    '{name} follows the game with its eyes and gives nothing away.',
    '{name} joins in from a distance.',
    'You play, and {name} keeps one eye on you throughout.',
  ],
  clean: [
    '{name} holds itself stiff and lets you finish.',
    '{name} permits it, barely.',
    'You clean what {name} lets you reach.',
  ],
  medicine: [
    '{name} takes it and turns away.',
    'You leave the medicine, and later it is gone.',
    '{name} lets you help and shows nothing.',
  ],
  discipline: [
    '{name} hears you out from behind its guard.',
    '{name} tightens and waits for it to be over.',
    'What {name} makes of that, it does not say.',
  ],
  sleep: [
    '{name} settles where it can see you.',
    '{name} lies down, still on guard.',
    'You make it dark, and {name} goes quiet.',
  ],
  reflect: [
    'You stay near {name} and ask for nothing.',
    'You keep {name} company, at the distance it likes.',
    'You think of {name}, quietly, where it can hear.',
  ],
};

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
