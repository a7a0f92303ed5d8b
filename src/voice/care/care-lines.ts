import type { Action, Effectiveness, ItemAction, ItemCategory, Timing } from '../../core/vocabulary.ts';
import type { Halves, Lines } from '../engine/pick-line.ts';

/**
 * What an act of care comes to, in two halves, of which every first goes with every second. Reflecting reaches those
 * who sleep, so its lines never say that it is awake.
 */
export const OPENINGS: Record<Action, Record<Effectiveness, Halves>> = {
  feed: {
    effective: {
      first: [
        '{name} eats with its whole attention',
        '{name} empties the {bowl}',
        'The food goes down well with {name}',
        '{name} takes the first bite carefully and the rest at speed',
        'There is a silence of the kind that means good food',
      ],
      second: [
        'and looks round for the cook',
        'and something in it unclenches',
        'and the floor is checked for anything it missed',
        'and not a crumb is left',
        'and the room is better for it',
      ],
    },
    reduced: {
      first: [
        '{name} eats what it has room for',
        'A few bites are enough for {name}',
        '{name} eats the best part first and then stops',
        '{name} clears one side of the {bowl}',
        'It is a light meal for {name}',
      ],
      second: [
        'and the rest stays where it is',
        'with a long look at you',
        'and nobody is in a hurry',
        'for the company more than the food',
        'and that will do for now',
      ],
    },
    wasted: {
      first: [
        '{name} sniffs at the {bowl} and leaves it',
        '{name} has no room for more',
        'The food stays where it is',
        '{name} looks at the food and then at you',
        'There is nowhere in {name} for this to go',
      ],
      second: [
        'and no offence is meant',
        'and you are both polite about it',
        'and that is all that happens',
        'as after any good meal',
        'and the {bowl} keeps its level',
      ],
    },
  },
  play: {
    effective: {
      first: [
        '{name} plays until it has to stop and rest',
        '{name} wins by rules it made up on the way',
        '{name} plays with its whole body and some of the furniture',
        '{name} pounces and misses and counts it as a point',
        'The game takes up all the room there is',
      ],
      second: [
        'and would begin again at once',
        'and you tire first',
        'and for a while there is nothing else in the world',
        'to the end and a little beyond',
        'and nobody keeps the score',
      ],
    },
    reduced: {
      first: [
        '{name} plays along for a bit',
        '{name} gives the game half its mind',
        'It is a short game',
        '{name} joins in for a round',
        'The game gets as far as the rug',
      ],
      second: [
        'and that is enough for today',
        'and then it is over',
        'and something else turns out to be interesting',
        'without any great need of it',
        'and nobody minds',
      ],
    },
    wasted: {
      first: [
        '{name} had no need of a game',
        'The game changes nothing',
        '{name} lets you play and watches',
        'You play and {name} is kind enough to join in',
        '{name} has all the fun it can hold',
      ],
      second: [
        'and nobody is the worse for it',
        'good as the game is',
        'and the toy goes back where it was',
        'since there was nothing left to lift',
        'however you throw it',
      ],
    },
  },
  clean: {
    effective: {
      first: [
        '{name} holds still for most of it',
        '{name} looks new',
        'The dust goes and {name} stays',
        'You get most of it off {name}',
        '{name} shakes itself once',
      ],
      second: [
        'and the result is admired',
        'and some of it ends up on you',
        'and the tangles are history',
        'right down to the last corner',
        'and the water tells the rest',
      ],
    },
    reduced: {
      first: [
        'There is not much left to clean on {name}',
        '{name} puts up with a quick going-over',
        'You find one spot on {name}',
        'It is a small wash',
        '{name} needed little of this',
      ],
      second: [
        'and that is soon dealt with',
        'and the rest was fine already',
        'in no time at all',
        'and the brush is hardly wet',
        'for the sake of good order',
      ],
    },
    wasted: {
      first: [
        '{name} was clean already',
        'There is nothing to clean on {name}',
        'You polish what already shines',
        '{name} comes out exactly as it went in',
        'The brush finds nothing',
      ],
      second: [
        'though you look everywhere',
        'as a second look confirms',
        'and that is no bad thing',
        'from one end to the other',
        'and it was worth knowing',
      ],
    },
  },
  medicine: {
    effective: {
      first: [
        '{name} swallows it',
        'It tastes awful and it works',
        '{name} takes the medicine',
        '{name} lets you help',
        'A little of the strain goes out of {name}',
      ],
      second: [
        'and something in it eases',
        'and that is half the cure',
        'and breathing comes easier',
        'with a long look at you',
        'and the worst of it lets go',
      ],
    },
    reduced: {
      first: [
        '{name} takes it without much need',
        'It helps {name} a little',
        '{name} swallows it with a look that asks why',
        'A small part of the dose finds work to do',
        '{name} was nearly well before this',
      ],
      second: [
        'as there was only a little to help',
        'and most of the spoon was spare',
        'and that small rest is mended too',
        'though half of it would have done',
        'and there the cure ends',
      ],
    },
    wasted: {
      first: [
        '{name} is in no need of medicine',
        'The medicine has nothing to do',
        '{name} spits it out and is quite right',
        'There is nothing here to cure',
        '{name} looks at the spoon and then at you',
      ],
      second: [
        'and the bottle goes back on its shelf',
        'and no harm is done',
        'and there is no better reason to stop',
        'and that settles it',
        'however you hold the spoon',
      ],
    },
  },
  discipline: {
    effective: {
      first: [
        '{name} gets the point',
        '{name} listens and looks away',
        'A rule is a rule and {name} has now met this one',
        '{name} tests the line once more and finds it still there',
        '{name} sulks for a minute and then does it right',
      ],
      second: [
        'and does not enjoy it',
        'and will remember',
        'without much joy in it',
        'and the room is a little quieter',
        'and that is one lesson learned',
      ],
    },
    reduced: {
      first: [
        '{name} already knows most of this',
        '{name} hears you out',
        'It is a small lesson',
        '{name} learns the little that was left',
        'You go over old ground with {name}',
      ],
      second: [
        'and a little of it is new',
        'with patience on both sides',
        'and there is not much more to add',
        'and the end of the book is near',
        'and it takes no more than a nod',
      ],
    },
    wasted: {
      first: [
        '{name} knows all this by heart',
        'There is nothing left to teach {name} here',
        '{name} does it right before you have finished asking',
        'You repeat what {name} could recite',
        'The lesson teaches nobody anything',
      ],
      second: [
        'and both of you know it',
        'and it only costs good humour',
        'and once more makes no difference',
        'and nothing is gained by more',
        'and that will not change',
      ],
    },
  },
  sleep: {
    effective: {
      first: [
        '{name} turns round twice and lies down',
        'You dim the light and {name} lets itself rest',
        '{name} dozes for a bit',
        'A short rest does {name} good',
        '{name} settles and sighs',
      ],
      second: [
        'and everything is smoother afterwards',
        'and some of the wear is slept off',
        'without a sound',
        'and the hour passes by itself',
        'and it shows a little',
      ],
    },
    reduced: {
      first: [
        '{name} lies down for a moment and gets up again',
        '{name} shuts one eye',
        'It is a short rest',
        '{name} rests without being very tired',
        'There was little to sleep off',
      ],
      second: [
        'and that does it',
        'and the bed is hardly warm',
        'so the day goes on',
        'and it takes no time',
        'and there it ends',
      ],
    },
    wasted: {
      first: [
        '{name} is rested already',
        '{name} lies there with its eyes open to please you',
        'There is no tiredness left to sleep off',
        '{name} sees no reason to lie down',
        'The bed stays as it was made',
      ],
      second: [
        'and nothing comes of it',
        'and the pillow keeps its shape',
        'so you might as well talk',
        'and the light goes on again',
        'and everyone is wide awake',
      ],
    },
  },
  reflect: {
    effective: {
      first: [
        'You sit by {name} for a while',
        'You think about {name}',
        'You put a day with {name} into words',
        'An hour with {name} passes through your mind again',
        'You give {name} your attention',
      ],
      second: [
        'and that is all',
        'and something of it gets across',
        'and nothing is asked in return',
        'slowly and without a plan',
        'and nothing else needs to happen',
      ],
    },
    reduced: {
      first: [
        'There is little left between you and {name} to smooth',
        'You rest a while beside {name}',
        'It is a quiet moment with {name}',
        'You go back over old days with {name}',
        'The silence with {name} is an easy one',
      ],
      second: [
        'as there have been many',
        'and only a little is added',
        'and that is a good place to be',
        'and nobody counts the minutes',
        'and it needs no finish',
      ],
    },
    wasted: {
      first: [
        'There is nothing left to prove between you and {name}',
        'You sit with {name}',
        '{name} believes in you as far as believing goes',
        'Nothing between you and {name} needs mending',
        'What {name} thinks of you cannot rise any further',
      ],
      second: [
        'and it stays as it is',
        'and the quiet is a good one',
        'and that was true yesterday too',
        'today as before',
        'and there are worse things to find out',
      ],
    },
  },
};

/** What a harmful item does, whatever else the numbers say. */
export const HARMED: Record<ItemAction, Halves> = {
  feed: {
    first: [
      '{name} eats it and is sorry at once',
      'That was not food for {name}',
      '{name} brings it up again',
      'The first bite is one too many for {name}',
      '{name} swallows and goes quiet',
    ],
    second: [
      'and its body says so',
      'and it looks smaller',
      'and the harm is done',
      'and it will be felt for a while',
      'with a look that asks what that was',
    ],
  },
  play: {
    first: [
      '{name} gets hurt',
      '{name} backs away from it',
      'That was no toy for {name}',
      'The game goes wrong for {name}',
      '{name} cries out and lets go',
    ],
    second: [
      'and the game is over',
      'and it was found out the hard way',
      'and nobody laughs',
      'and the fun goes with it',
      'and the bruise will show',
    ],
  },
  clean: {
    first: [
      '{name} flinches',
      'The dirt comes off {name} and so does something that should not',
      '{name} pulls away',
      'That was too sharp for {name}',
      '{name} comes out sore',
    ],
    second: [
      'and it burns',
      'and there is a raw place now',
      'and the rest is left undone',
      'and no shine is worth that',
      'with a small sound you do not forget',
    ],
  },
  medicine: {
    first: [
      'It was the wrong medicine for {name}',
      '{name} shakes and does not stop for a while',
      'What helps others does not help {name}',
      'The dose turns on {name}',
      '{name} fights what you gave it',
    ],
    second: [
      'and it is worse off now',
      'and there is less of its strength left',
      'and the cure was no cure',
      'and that has to be slept off',
      'as anyone can see',
    ],
  },
  discipline: {
    first: [
      '{name} cowers',
      'That was not a lesson for {name}',
      '{name} shrinks from you',
      'What {name} learns is to keep away',
      'That was too much for {name}',
    ],
    second: [
      'and nothing was taught',
      'and it hurt',
      'and the fright stays',
      'and no rule is the clearer for it',
      'long after you have stopped',
    ],
  },
  sleep: {
    first: [
      '{name} cannot rest there',
      'It was no place for {name} to sleep',
      '{name} lies awake',
      '{name} gets up stiff',
      'That bed does {name} no good',
    ],
    second: [
      'cold on one side',
      'and the rest did harm',
      'and all of it aches',
      'and the strain shows',
      'with less strength than before',
    ],
  },
};

/** When the care itself ended its life. */
export const KILLED: Lines = [
  '{name} does not get up again. It was more than it could bear.',
  'That was the last thing {name} had strength for.',
  '{name} is gone, and this is what did it.',
];

/** Of one that hides its stats: what can be seen, which is little. */
export const UNREADABLE: Record<Action, Halves> = {
  feed: {
    first: [
      '{name} waits until you look away',
      'You set the food down',
      '{name} eats with its back to you',
      'The food is gone when you turn round',
      '{name} takes the food into its corner',
    ],
    second: [
      'and that is all you see',
      'without a sound',
      'and the rest is its own affair',
      'and nothing more is shown',
      'while you pretend not to watch',
    ],
  },
  play: {
    first: [
      '{name} follows the game with its eyes',
      '{name} joins in from a distance',
      'You play where {name} can see it',
      '{name} keeps one eye on you throughout',
      'The game goes on near {name}',
    ],
    second: [
      'and nothing is given away',
      'without coming closer',
      'and it may have been a good game',
      'as far as you can tell',
      'and no more than that',
    ],
  },
  clean: {
    first: [
      '{name} holds itself stiff',
      '{name} barely permits it',
      'You clean what {name} lets you reach',
      '{name} waits for you to finish',
      'You work around what {name} keeps covered',
    ],
    second: [
      'and not a moment longer',
      'and the rest stays as it is',
      'with everything folded in',
      'until it is over',
      'and then it is left in peace',
    ],
  },
  medicine: {
    first: [
      '{name} takes it and turns away',
      'You leave the medicine for {name}',
      '{name} allows the help',
      '{name} swallows and says nothing',
      'The spoon comes back from {name} empty',
    ],
    second: [
      'and nothing shows',
      'and what it does stays inside',
      'as far as anyone can see',
      'and there the matter rests',
      'and you are none the wiser',
    ],
  },
  discipline: {
    first: [
      '{name} hears you out from behind its guard',
      '{name} tightens and waits for it to be over',
      'What {name} makes of that stays with it',
      'You say it and {name} listens',
      '{name} keeps its face turned away',
    ],
    second: [
      'and there is no reply',
      'and you cannot tell how it went',
      'and nothing moves',
      'word by word',
      'until you have finished',
    ],
  },
  sleep: {
    first: [
      '{name} settles where it can see you',
      '{name} lies down',
      'You make it dark for {name}',
      '{name} goes quiet',
      'A place is made and {name} takes it',
    ],
    second: [
      'still on guard',
      'and the rest is hidden',
      'as far from you as there is room',
      'and nothing more can be seen',
      'when it is ready',
    ],
  },
  reflect: {
    first: [
      'You stay near {name}',
      'You keep {name} company',
      'You think of {name}',
      'You sit where {name} can find you',
      'You say a few words near {name}',
    ],
    second: [
      'and ask for nothing',
      'at the distance it likes',
      'as quietly as you can',
      'and leave it at that',
      'where it can hear',
    ],
  },
};

/** What it made of the item. A favourite is praised where it did something, and otherwise kept for another time. */
export const CATEGORY_TAILS: Record<ItemCategory | 'spared', Halves> = {
  loved: {
    first: [
      'You could not have chosen better',
      'Of all things it hoped for that',
      'It will remember this one',
      'That is the one it would have picked',
      'Nothing on the shelf comes closer to its heart',
    ],
    second: [
      'and that counts',
      'by a good margin',
      'and the choice was yours',
      'if anyone should ask',
      'and there is no second place',
    ],
  },
  spared: {
    first: [
      'It was the right thing',
      'The choice was a favourite',
      'There is nothing wrong with what you brought',
      'It likes that more than almost anything',
      'It knows the good stuff when it meets it',
    ],
    second: [
      'at a moment that had little use for it',
      'and there was hardly room for it',
      'so keep some for another time',
      'though not much was needed today',
      'and it will be as welcome later',
    ],
  },
  liked: {
    first: [
      'It was a good choice',
      'It likes that well enough',
      'That was nearly its favourite',
      'It is glad of what you brought',
      'That suits it',
    ],
    second: [
      'as these things go',
      'and may be offered again',
      'without making a fuss about it',
      'most days of the week',
      'and leaves it at that',
    ],
  },
  neutral: {
    first: [
      'It takes what it is given',
      'It has no strong feelings about the choice',
      'Anything would have done',
      'It has met better and worse',
      'What you brought is neither here nor there',
    ],
    second: [
      'as far as it is concerned',
      'and that is fine too',
      'this time as any other',
      'in its own opinion',
      'and the subject is closed',
    ],
  },
  disliked: {
    first: [
      'It would rather have had something else',
      'It makes the face it makes',
      'It puts up with the choice',
      'That was not to its taste',
      'It had hoped for another thing',
    ],
    second: [
      'and bears you no grudge',
      'all things considered',
      'so choose differently next time',
      'and there it is',
      'as you may have guessed',
    ],
  },
  harmful: {
    first: [
      'Please not that again',
      'Keep that away from it',
      'It should not be offered that twice',
      'That belongs out of its reach',
      'There is no safe amount of that',
    ],
    second: [
      'now or later',
      'whatever it looked like',
      'if you wish it well',
      'not even as a joke',
      'from today on',
    ],
  },
};

/** What it made of the hour of its meal. */
export const TIMING_TAILS: Record<Timing, Halves> = {
  early: {
    first: [
      'It was a little soon for a meal',
      'The last meal was not long ago',
      'It had not begun to look for you yet',
      'Its window was not open yet',
      'The hour was early',
    ],
    second: [
      'so it counted for less',
      'and later would have done more',
      'by the clock it keeps',
      'and there is time',
      'as its window tells',
    ],
  },
  on_time: {
    first: [
      'You came when it expected you',
      'The hour was right',
      'It had only begun to listen for you',
      'The meal came in its window',
      'Dinner and the clock agree',
    ],
    second: [
      'and it noticed',
      'which is how it learns to count on you',
      'as it should be',
      'and that is one more to rely on',
      'and no bell was needed',
    ],
  },
  late: {
    first: [
      'It had been waiting',
      'It noticed the hour',
      'The meal was overdue',
      'You came late',
      'Its window had closed before you came',
    ],
    second: [
      'and most of that is forgiven',
      'and still in time to matter',
      'and the next one can be better',
      'and there was time to notice',
      'by the clock it lives by',
    ],
  },
  missed_window: {
    first: [
      'It waited far longer than it should have',
      'It had stopped expecting you',
      'The waiting took something out of it',
      'More than one window went by',
      'The meals before this one never came',
    ],
    second: [
      'and it is not sure of the next time',
      'and one meal does not quite make up for it',
      'and that is not soon forgotten',
      'however good this one was',
      'and the next one matters more',
    ],
  },
};

/** A lesson to one that is weak, or does not trust yet. */
export const CAUTION: Halves = {
  first: [
    'It is in no state for lessons just now',
    'It needed comfort more than correction',
    'This was not the day for it',
    'A lesson was the last thing it needed',
    'It had nothing to spare for rules',
  ],
  second: [
    'by the look of it',
    'so let it be for a while',
    'and kindness would do more',
    'as things stand',
    'however well it was meant',
  ],
};
