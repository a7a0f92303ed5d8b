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
        '{name} goes quiet in the way that means good food',
        '{name} eats as if nobody had ever fed it before',
        'The {bowl} rings when {name} gets to the end of it',
      ],
      second: [
        'and it looks round for the cook',
        'and you can see it unclench',
        'and it checks the floor for anything it missed',
        'and not a crumb is left',
        'and the room is better for it',
        'and then it sits back and is simply there',
        'and something in it settles',
        'and it stays by the {bowl} a moment longer',
        'and it wants nothing else just now',
      ],
    },
    reduced: {
      first: [
        '{name} eats what it has room for',
        'A few bites are enough for {name}',
        '{name} eats the best part first and then stops',
        '{name} clears one side of the {bowl}',
        'It is a light meal for {name}',
        '{name} nibbles more than it eats',
        '{name} eats slowly and with long pauses',
        '{name} takes a little and thinks about it',
        'Half a meal is a meal for {name}',
      ],
      second: [
        'and the rest stays where it is',
        'and it gives you a long look',
        'and nobody is in a hurry',
        'and it stays for the company',
        'and that will do for now',
        'and it looks content enough',
        'and it saves its hunger for the next time',
        'and there is no harm in that',
        'and it lies down beside what is left',
        'and it licks its lips over it',
        'and the {bowl} will be there later',
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
        'and there is always the next meal',
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
        'For {name} the game takes up all the room there is',
      ],
      second: [
        'and you are asked for one more round',
        'and you are glad you came',
        'and for a while there is nothing else in the world',
        'and the end comes too soon',
        'and nothing gets broken',
      ],
    },
    reduced: {
      first: [
        '{name} plays along for a bit',
        '{name} gives the game half its mind',
        'It is a short game for {name}',
        '{name} joins in for a round',
        'The game gets as far as the rug',
        '{name} is in it for a minute or so',
        'A little game is enough for {name}',
        '{name} bats at it and lets it roll',
        'There is a little play left in {name}',
      ],
      second: [
        'and that is enough for now',
        'and then it is over',
        'and something else turns out to be interesting',
        'and you both leave it there',
        'and nobody minds',
        'and it looks pleased all the same',
        'and it keeps some of it for later',
        'and you both know it was short',
        'and no one counts the rounds',
        'and it wanders off in good spirits',
        'and it comes back to see whether you are still there',
      ],
    },
    wasted: {
      first: [
        '{name} had no need of a game',
        'The game changes nothing',
        '{name} lets you play and watches',
        'You play and {name} is kind enough to join in',
        '{name} has all the fun it can hold',
        '{name} would rather do nothing just now',
        'Play slides off {name} today',
      ],
      second: [
        'and nobody is the worse for it',
        'and the thought is what counts',
        'and the toy goes back where it was',
        'and there was nobody here to cheer up',
        'and you are forgiven for asking',
        'and it is none the worse for it',
        'and it is happy as it is',
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
        'and some of the water ends up on you',
        'and the worst of the dirt is gone',
        'and every corner has had its turn',
        'and the water tells the rest',
        'and it holds its head a little higher',
        'and the light finds it again',
      ],
    },
    reduced: {
      first: [
        'There is not much left to clean on {name}',
        '{name} puts up with a quick going-over',
        'You find one spot on {name}',
        'It is a small wash for {name}',
        '{name} needed little of this',
      ],
      second: [
        'and there is little to show for it',
        'and the rest was fine already',
        'and you are done in no time',
        'and the brush is hardly wet',
        'and a touch is all it takes',
        'and it shakes off what is left',
        'and the towel gets its share',
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
        'and the water stays clear',
        'as a second look confirms',
        'and that is no bad thing',
        'and nobody is surprised',
        'and that was worth knowing',
        'and it shines as it did before',
        'and nothing came off but time',
      ],
    },
  },
  medicine: {
    effective: {
      first: [
        '{name} swallows it',
        '{name} keeps it down and it works',
        '{name} takes the medicine',
        '{name} lets you help',
        'A little of the strain goes out of {name}',
      ],
      second: [
        'and you can see it ease',
        'and that is half the cure',
        'and its breath comes easier',
        'and it gives you a long look',
        'and the worst of the ache lets go',
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
        'and there was only a little to help',
        'and most of the spoon was spare',
        'and the little that was wrong is better',
        'and half the spoon would have done',
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
        'and you may as well stop there',
        'and that settles it',
        'and the dose goes to waste',
        'and it is glad to be well',
        'and it looks at you as the well look at doctors',
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
        'and it did not enjoy the lesson',
        'and it will remember',
        'and there is not much joy in it',
        'and the room is a little quieter',
        'and that is one lesson learned',
      ],
    },
    reduced: {
      first: [
        '{name} already knows most of this',
        '{name} hears you out',
        'It is a small lesson for {name}',
        '{name} picks up the little that was left',
        'You go over old ground with {name}',
      ],
      second: [
        'and one small thing sticks',
        'and you are patient with each other',
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
        'and the asking only costs good humour',
        'and one more time makes no difference',
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
        'and you keep the noise down',
        'and the time passes by itself',
        'and the good of it shows',
      ],
    },
    reduced: {
      first: [
        '{name} lies down for a moment and gets up again',
        '{name} shuts one eye',
        'It is a short rest for {name}',
        '{name} rests without being very tired',
        '{name} had little to sleep off',
      ],
      second: [
        'and that does it',
        'and the bed is hardly warm',
        'and the day goes on',
        'and it takes no time at all',
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
        'and there is no plan to it',
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
        'and the calm does the rest',
        'and only a little is added',
        'and that is a good place to be',
        'and nobody counts the minutes',
        'and there is no need to hurry',
      ],
    },
    wasted: {
      first: [
        'There is nothing left to prove between you and {name}',
        'You sit with {name}',
        '{name} believes in you as far as believing goes',
        'Nothing between you and {name} needs mending',
        'What {name} thinks of you cannot rise any further',
        'An hour beside {name} changes nothing today',
        '{name} lets you sit there',
      ],
      second: [
        'and all is as it was',
        'and the quiet is a good one',
        'and nothing needs to be added',
        'and this day is no different',
        'and there is comfort in that',
      ],
    },
  },
};

/** A meal on time that found it nearly full, and so added little. */
export const NEARLY_FULL: Halves = {
  first: [
    '{name} was nearly full and eats with pleasure all the same',
    'There was a little room left in {name}',
    '{name} tops itself up',
    'Being nearly full, {name} takes its time over the meal',
    '{name} was nearly full and makes room for this',
    'A small gap in {name} is closed',
    '{name} fills up to the brim',
    '{name} finishes what little it had room for',
    'The last corner of {name} is filled',
    '{name} enjoys a light meal',
    'Nearly full already, {name} eats to be on the safe side',
  ],
  second: [
    'and that is what a meal on time is for',
    'and it never had to go hungry',
    'and it is full now',
    'and everything is as it should be',
    'and it settles down well fed',
    'and nothing more was needed',
    'and it looks content',
    'and that was just enough',
    'and all is well',
  ],
};

/** What care that was effective comes to with a thing it dislikes: it does its work, and delights nobody. */
export const RELUCTANT: Partial<Record<Action, Halves>> = {
  feed: {
    first: [
      '{name} eats for want of anything else',
      '{name} chews for a long time and swallows',
      '{name} gets through the {bowl} without much joy',
      '{name} eats with its mind on other food',
      '{name} gets it down',
    ],
    second: [
      'and it is fed all the same',
      'and nobody calls it a feast',
      'and the meal does some good',
      'and you hear a sigh',
      'and that is one meal done',
    ],
  },
  play: {
    first: [
      '{name} plays because you asked',
      '{name} goes through the motions of the game',
      '{name} plays on without much heart',
      'The game gets some life out of {name}',
      '{name} gives the game a fair try',
    ],
    second: [
      'and it is a little brighter for it',
      'and the time does pass',
      'and your company is the best of it',
      'and another game would have done more',
      'and nobody asks for a second round',
    ],
  },
  clean: {
    first: [
      '{name} bears the wash and waits for the end',
      '{name} complains all the way through',
      '{name} is cleaned under protest',
      '{name} stiffens and lets you work',
      'The dirt leaves {name} sooner than the frown does',
    ],
    second: [
      'and it is cleaner all the same',
      'and the wash does some good',
      'and you are as quick as you can be',
      'and the end is a relief',
      'and nobody sings',
    ],
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
      'and its body takes it badly',
      'and it looks smaller',
      'and the harm is done',
      'and it will be felt for a while',
      'and its look asks what that was',
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
      'and that is the end of the game',
      'and the harm is plain to see',
      'and nobody laughs',
      'and the fun is gone',
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
      'and you can see that it burns',
      'and there is a raw place now',
      'and the rest is left undone',
      'and no shine is worth that',
      'and the small sound it makes is hard to forget',
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
      'and it will take a while to pass',
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
      'and nothing good was taught',
      'and you can see that it hurt',
      'and the fright stays',
      'and no rule is the clearer for it',
      'and it stays wary after you have stopped',
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
      'and one side of it is cold',
      'and the attempt did harm',
      'and you can see it ache',
      'and the strain shows',
      'and it has less strength than before',
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
      'and there is not a sound',
      'and the rest is its own affair',
      'and nothing more is shown',
      'and you make nothing of it',
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
      'and it comes no closer',
      'and it may have been a good game',
      'and that is all you can tell',
      'and that is as much as you get',
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
      'and you take no longer than you must',
      'and the rest stays as it is',
      'and it keeps itself folded in',
      'and then it is over',
      'and you leave it in peace afterwards',
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
      'and that is all anyone can see',
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
      'and you keep it short',
      'and you leave it at that',
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
      'and it is still on guard',
      'and what follows is hidden',
      'and it keeps as far from you as there is room',
      'and nothing more can be seen',
      'and you keep still',
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
      'and you ask for nothing',
      'and you keep the distance it likes',
      'and you are as quiet as you can be',
      'and you leave it at that',
      'and it may have noticed',
    ],
  },
};

/** What it made of the item. A favourite is praised where it did something, and otherwise kept for another time. */
export const CATEGORY_TAILS: Record<ItemCategory | 'spared' | 'savoured', Halves> = {
  loved: {
    first: [
      'You could not have chosen better',
      'Of all things it hoped for that',
      'It will remember this one',
      'That is the one it would have picked',
      'Nothing on the shelf comes closer to its heart',
      'Its whole face goes soft at that',
      'You have found the short way to its heart',
    ],
    second: [
      'and such things count',
      'and everyone can tell',
      'and the choice was yours',
      'and you may be sure of that',
      'and you did well to bring it',
      'and it does not hide it',
      'and it was a good idea',
      'and you will see that face again',
      'and it is grateful in its own way',
    ],
  },
  spared: {
    first: [
      'It was the right thing',
      'The choice was a favourite',
      'There is nothing wrong with what you brought',
      'It likes that more than almost anything',
      'It knows the good stuff when it meets it',
      'It gives you the look it keeps for favourites',
      'You know what it loves',
      'It would have danced for that on an empty stomach',
      'That is still its favourite',
    ],
    second: [
      'though the moment had little use for it',
      'though there was hardly room for it',
      'so keep it for another time',
      'though not much was needed today',
      'and it will be glad of that later',
      'though it takes only a little this time',
      'and a smaller share would have done',
      'though it is nearly content already',
      'and a little of it goes a long way now',
      'though it keeps the joy for later',
      'so bring it when it needs it more',
    ],
  },
  // A favourite at the right hour, to one that was nearly full.
  savoured: {
    first: [
      'What you brought is a favourite of its own',
      'It had a weakness for that before today',
      'For that there is always a corner free',
      'It picks out the best of it first',
      'A favourite is a favourite at any size',
      'It takes this one slowly, as one does with good things',
      'That one it would know with its eyes shut',
      'It has been hoping to see that again',
      'Little of it is needed to please it',
    ],
    second: [
      'and it makes the most of it',
      'and every bit of it is welcome',
      'and it looks pleased about it',
      'and it lingers over the taste',
      'and nothing about it is lost',
      'and that shows',
      'and the hour suits it as well',
      'and it will be as glad of it next time',
      'and you can see that it enjoys it',
      'and it is content with that',
      'and that makes a good meal',
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
      'and you may bring it again',
      'and it makes no fuss about it',
      'and it would say so if it could',
      'and that is good to know',
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
      'and that is all there is to it',
      'and that is fine too',
      'and it will be the same next time',
      'and no harm comes of it',
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
      'and it bears you no grudge',
      'and you can tell',
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
      'as it does real harm',
      'whatever it looked like',
      'and that is no matter of taste',
      'however well it was meant',
      'and this was proof enough',
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
      'It was still busy with the meal before',
      'You were ahead of its hunger',
    ],
    second: [
      'so the meal counted for less',
      'and a meal at its hour does more',
      'and it goes by the clock',
      'and no bell had rung yet',
      'and the gain was smaller for it',
      'and a little patience does more',
      'so give it time to grow hungry',
      'and the {bowl} could have waited',
      'and its hunger comes by itself',
    ],
  },
  on_time: {
    first: [
      'You came when it expected you',
      'The hour was right',
      'It had only begun to listen for you',
      'The meal came in its window',
      'Dinner and the clock agree',
      'Its hunger and you arrived together',
      'That was the moment for a meal',
      'Nobody had to look at the {bowl} twice',
      'The clock has nothing to complain of',
    ],
    second: [
      'and that was noticed',
      'and it learns to count on you',
      'and all is as it should be',
      'and that is one more meal it could rely on',
      'and no bell was needed',
      'and the row goes on',
      'and it had not doubted it',
      'and a good day is made like that',
      'and it did not have to wait',
      'and it takes that for granted by now',
      'and its stomach agrees',
    ],
  },
  late: {
    first: [
      'It had been waiting',
      'It had begun to wonder about you',
      'The meal was overdue',
      'You came late',
      'Its window had closed before you came',
      'The {bowl} had been empty for a while',
      'Its mealtime was over before you came',
    ],
    second: [
      'and you are mostly forgiven',
      'but you did come',
      'and the next meal can be better',
      'and the wait was a long one',
      'and it goes by the clock',
      'and it says nothing about it',
      'and a sooner hour would be kinder',
      'and it was glad all the same',
      'and it will listen earlier next time',
    ],
  },
  missed_window: {
    first: [
      'It waited far longer than it should have',
      'It had stopped expecting you',
      'The waiting took something out of it',
      'More than one window went by',
      'The meals before this one never came',
      'It had gone without for a long time',
      'The hour for a meal was long over',
    ],
    second: [
      'and it is not sure of the next time',
      'and one meal does not quite make up for it',
      'and that is not soon forgotten',
      'and its trust comes back slowly',
      'and the next meal matters more',
      'and it eats without looking up',
      'and a promise would not help it now',
      'and it needs you sooner than that',
      'and its body remembers',
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
    'and its look says so',
    'so let it be for a while',
    'and a kind word would do more',
    'and there will be better days',
    'however well you meant it',
  ],
};
