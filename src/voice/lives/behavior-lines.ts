import type { Family, FeedingStatus, Mood, Path, Stage, Trait } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

type ThreeLines = readonly [string, string, string];
type FourLines = readonly [string, string, string, string];

/** What any creature does in a mood. With its family's four there are seven, one for each hour in turn. */
export const MOOD_LINES: Record<Mood, ThreeLines> = {
  sleeping: [
    '{name} is asleep {there}, folded up as small as it goes.',
    'The {young} is asleep and somewhere else entirely.',
    '{name} lets out {voice} in its sleep, and does not wake.',
  ],
  critical: [
    '{name} lies where it is and watches the door.',
    'The {young} is very quiet, and it should not be.',
    '{name} tries to get up for you, and thinks better of it.',
  ],
  sick: [
    '{name} is unwell and would rather not be looked at.',
    'The {young} moves slowly and rests after each step.',
    '{name} gives {voice}, thinner than usual.',
  ],
  hungry: [
    '{name} looks at its {bowl}, then at you, then at its {bowl}.',
    'The {young} has checked the {bowl} again, in case it was wrong the first time.',
    '{name} gives {voice} in the direction of the kitchen.',
  ],
  happy: [
    '{name} is in excellent spirits and has told the whole room.',
    'The {young} greets you twice, to be sure it counted.',
    '{name} has nothing to complain of and looks around for somebody to tell.',
  ],
  content: [
    '{name} is where it wants to be, doing nothing in particular.',
    'The {young} settles {there} and lets the day go by.',
    '{name} looks up when you come, and goes back to its thoughts.',
  ],
  curious: [
    '{name} has found something small and will not say what it is.',
    'The {young} is studying a corner that has always been there.',
    '{name} tilts its head at a sound you did not hear.',
  ],
};

export const FAMILY_LINES: Record<Mood, Record<Family, FourLines>> = {
  sleeping: {
    cat: [
      '{name} sleeps with one ear still on duty.',
      'Its paws twitch after something that is losing the race.',
      '{name} has wrapped its tail over its nose and closed for the night.',
      'It sleeps upside down, which looks wrong and evidently is not.',
    ],
    dog: [
      '{name} runs in its sleep, all four legs, getting nowhere at some speed.',
      'It snores like a small, honest engine.',
      '{name} sleeps across the doorway, so that nobody leaves without a meeting.',
      'Its tail thumps twice at something in a dream.',
    ],
    exotic: [
      '{name} has tucked itself away until only an outline is left.',
      'It sleeps in the darkest corner it could find, and it looked at all of them.',
      '{name} sleeps so still that you check twice.',
      'Its breathing is slow and a little uneven, like a tide in a cup.',
    ],
    'ai-native': [
      '{name} has dimmed to a single pixel, which pulses.',
      'Its cursor blinks once every few breaths.',
      '{name} is in low power, defragmenting something pleasant.',
      'It sleeps in a loop with nothing in it, quite at ease.',
    ],
  },
  critical: {
    cat: [
      '{name} has stopped washing, which a cat only does when things are bad.',
      'Its coat stands dull and every which way.',
      '{name} has crept behind something, and will not be talked out.',
      'It lifts its head when you come and puts it down again.',
    ],
    dog: [
      '{name} does not get up, but the tip of its tail moves.',
      'Its nose is dry and its eyes follow you around the room.',
      '{name} has not touched its ball, or anything else.',
      'It leans its whole weight against the wall and breathes.',
    ],
    exotic: [
      '{name} has lost most of its colour.',
      'It holds quite still, as if moving had become expensive.',
      '{name} no longer turns toward sounds.',
      'It has pulled itself in and is waiting this out, badly.',
    ],
    'ai-native': [
      '{name} drops every third frame.',
      'Its cursor stops for seconds at a time.',
      '{name} repeats the same half line and loses it.',
      'Its glow is down to the last of the battery.',
    ],
  },
  sick: {
    cat: [
      '{name} sits hunched, like a loaf that did not rise.',
      'It turns from the bowl, sniffs, and turns back to the wall.',
      '{name} sneezes, and looks at you as if you had done it.',
      'Its eyes are half shut and its paws are cold.',
    ],
    dog: [
      '{name} follows you with its eyes and stays on its bed.',
      'It sighs the long sigh of a dog that has been told to rest.',
      '{name} drinks a little and lies down in front of the water.',
      'Its ears hang lower than they are built to.',
    ],
    exotic: [
      '{name} keeps to the warm end and does not explore.',
      'It has gone a shade paler since you last looked.',
      '{name} shivers a little, though nothing in the room is cold.',
      'It takes a long time to answer a touch.',
    ],
    'ai-native': [
      '{name} throws small errors and apologises for none of them.',
      'Its colours are a few bits short.',
      '{name} runs hot and answers late.',
      'It reads the same page twice and keeps neither.',
    ],
  },
  hungry: {
    cat: [
      '{name} walks between your feet in a way that is not affection.',
      'It has knocked one thing off the table, and is looking at the next.',
      '{name} sits beside the bowl with its back to you.',
      'It has been explaining the situation to the fridge.',
    ],
    dog: [
      '{name} has brought you its empty bowl and set it on your foot.',
      'It is drooling with great self-control.',
      '{name} sits, unasked, very straight, to show that it is good.',
      'It licks the place where food was.',
    ],
    exotic: [
      '{name} is turning over everything that might have food beneath it.',
      'It follows your hand closely, in case the hand is lunch.',
      '{name} waits at the spot where meals arrive.',
      'It has eaten the edge of its bedding, without enthusiasm.',
    ],
    'ai-native': [
      '{name} polls its input and finds it empty, again.',
      'It has begun to chew on its own logs.',
      '{name} has cached the taste of its last meal and keeps reading it.',
      'It asks, politely, whether there is any more data.',
    ],
  },
  happy: {
    cat: [
      '{name} is kneading the cushion as if it owed it money.',
      'It blinks at you slowly, which is as close as it comes to a speech.',
      '{name} carries its tail straight up, with a small hook at the end.',
      'It purrs so hard that the shelf joins in.',
    ],
    dog: [
      '{name} is wagging from the shoulders back.',
      'It has run three circles and is starting the fourth.',
      '{name} drops the ball at your feet and steps back, certain of you.',
      'It grins with its entire face.',
    ],
    exotic: [
      '{name} is brighter than usual, and knows it.',
      'It has rearranged its home and seems to like the result.',
      '{name} comes all the way to the front to meet you.',
      'It makes the small noise that it keeps for good days.',
    ],
    'ai-native': [
      '{name} glows a shade warmer than its theme allows.',
      'It has drawn a small pattern in the margin and left it for you.',
      '{name} hums, and the fan keeps time.',
      'Every light it has is on, and some of them are dancing.',
    ],
  },
  content: {
    cat: [
      '{name} washes one paw, and considers the other.',
      'It watches dust in the light with the air of a foreman.',
      '{name} has folded its paws under and is now a loaf.',
      'It has chosen the one chair you were about to use.',
    ],
    dog: [
      '{name} lies with its chin on its paws and one eyebrow up.',
      'It is chewing a stick in a thoughtful way.',
      '{name} has found the warm patch of floor and is keeping it warm.',
      'It walks its round of the room and reports nothing.',
    ],
    exotic: [
      '{name} is taking the air, at its own pace.',
      'It rests on its favourite spot, which looks like all the others.',
      '{name} arranges a leaf, and then arranges it back.',
      'It watches the room as if the room might do something.',
    ],
    'ai-native': [
      '{name} idles pleasantly, with plenty of memory to spare.',
      'It is sorting its thoughts by colour.',
      '{name} blinks its cursor in a slow, even beat.',
      'It is rereading something you said, and has underlined a part.',
    ],
  },
  curious: {
    cat: [
      '{name} has put one paw into a box to see what the box does.',
      'It stares at the wall, a little to the left of where you would.',
      '{name} is following a beetle with professional interest.',
      'It has opened a cupboard and is sitting in it, thinking.',
    ],
    dog: [
      '{name} is reading the carpet with its nose, line by line.',
      'It has dug up a question and half the flower bed.',
      '{name} cocks its head one way, then the other, and has not decided.',
      'It has its nose in your bag and is making notes.',
    ],
    exotic: [
      '{name} is testing every surface in reach.',
      'It peers around the edge of things before it goes around them.',
      '{name} has discovered its reflection, and is being polite to it.',
      'It has moved a pebble three times and is still not sure.',
    ],
    'ai-native': [
      '{name} is following links, and has forgotten where it began.',
      'It is running a small experiment on the clock.',
      '{name} asks what the word blue is for.',
      'It has opened a new tab in its mind and is typing slowly.',
    ],
  },
};

type TwoLines = readonly [string, string];
/** Of odd length, so that a pair of sentences is long in coming back. */
type FiveLines = readonly [string, string, string, string, string];

export type Daypart = 'morning' | 'afternoon' | 'evening' | 'night';

export const MOOD_ASIDES: Record<Exclude<Mood, 'happy' | 'content' | 'curious'>, FiveLines> = {
  sleeping: [
    'Leave it be and it will come round by itself.',
    'Whatever it needs can wait until it wakes.',
    'The room is quiet enough to hear it rest.',
    'A soft word would reach it; anything more would be an intrusion.',
    'Nothing in the house is in a hurry.',
  ],
  critical: [
    'It needs medicine now, and then food.',
    'There is not much time.',
    'This is the moment in which a keeper matters.',
    'Come closer, and bring something that helps.',
    'It can still be turned around, but not later.',
  ],
  sick: [
    'Medicine would help, and so would a quiet hour.',
    'It needs looking after, and soon.',
    'A dose of medicine and a clean bed would be a start.',
    'It is waiting for somebody to notice.',
    'It will not get better by being watched.',
  ],
  hungry: [
    'A meal would settle it.',
    'It has thought of little else for an hour.',
    'Something to eat, and it will be itself again.',
    'It is patient about it, but only just.',
    'The next thing it does will be about food.',
  ],
};

/** Of one that sleeps while its feeding is critical. */
export const SLEEPING_UNFED: FiveLines = [
  'It must eat the moment it wakes.',
  'It went to bed without a meal, and cannot afford many more such nights.',
  'Be there when it opens its eyes, with food.',
  'Sleep slows what is wrong, and does not mend it.',
  'It has been too long since its last meal.',
];

export const FEEDING_ASIDES: Record<Exclude<FeedingStatus, 'ok' | 'due_soon'>, FiveLines> & {
  readonly due_soon: TwoLines;
} = {
  due_soon: ['It has begun to glance at its {bowl}.', 'Dinner has crossed its mind.'],
  overdue: [
    'Its meal is late, and it has noticed.',
    'It keeps coming back to the {bowl}.',
    'It was expecting dinner some time ago.',
    'It listens for the sound that means food.',
    'It would like a word about dinner.',
  ],
  critical: [
    'It has gone far too long without food.',
    'It has given up on the {bowl}.',
    'Feed it now; everything else can wait.',
    'Its strength is going, an hour at a time.',
    'No meal has come, and it is paying for that.',
  ],
};

export const STAGE_ASIDES: Record<Stage, FiveLines> = {
  egg: [
    'It is warm on one side.',
    'Something inside shifts, and settles.',
    'It rocks a little when you speak.',
    'It keeps its own counsel.',
    'Nothing shows yet, and a great deal is going on.',
  ],
  baby: [
    'Everything is new to it, its own shadow above all.',
    'It falls over once, and pretends that was the plan.',
    'It has not worked out yet how big it is.',
    'It keeps you in sight, to be on the safe side.',
    'The world is about as wide as the room, and that is plenty.',
  ],
  child: [
    'It has questions, and asks all of them with its whole body.',
    'It has learned one trick and shows it to everybody.',
    'It is brave up to the door and not beyond.',
    'It plays at being grown, and gets most of it right.',
    'It remembers where you keep the good things.',
  ],
  teen: [
    'It would like to be left alone, but not by you.',
    'It has outgrown its favourite corner and tries to fit anyway.',
    'It has opinions now, and airs them.',
    'Some of it has grown faster than the rest.',
    'It manages to look bored for a full three seconds.',
  ],
  adult: [
    'It knows the house, the hours and your step.',
    'It has its habits, and you are one of them.',
    'There is a calm about it that was not always there.',
    'It has seen most things once and is polite about the rest.',
    'It carries itself like somebody who lives here.',
  ],
};

export const DAYPART_ASIDES: Record<Daypart, TwoLines> = {
  morning: [
    'The morning is still fresh and it has plans for some of it.',
    'It has stretched already and considers the day open.',
  ],
  afternoon: [
    'The afternoon is long and it is in no hurry.',
    'It has followed the warm light across the floor since noon.',
  ],
  evening: [
    'The day is winding down, and it is winding down with it.',
    'It listens to the evening settle into the house.',
  ],
  night: ['The house is dark, and it is up all the same.', 'It keeps the night company.'],
};

export const PATH_ASIDES: Record<Path, TwoLines> = {
  high_care: [
    'It has never doubted that somebody would come.',
    'It moves like one that was always fed on time.',
  ],
  balanced: [
    'It has known a late dinner or two, and holds nothing against you.',
    'It takes the day as it comes, having met several kinds.',
  ],
  low_care: ['It keeps a little distance, from habit.', 'It checks the way out before it settles.'],
  rescue: [
    'It was nearly lost once, and stays close a little longer for it.',
    'There is an old hurt that it no longer favours.',
  ],
};

export const TRAIT_ASIDES: Record<Trait, TwoLines> = {
  punctual: ['It knows what time it is, and that you know.', 'It glances at where a clock would be.'],
  forgiving: [
    'Whatever happened yesterday, it has put down somewhere and left.',
    'It bears no grudges, having nowhere to keep them.',
  ],
  suspicious: ['It keeps one eye on you, on principle.', 'It looks behind you, in case you brought someone.'],
  grateful: [
    'It looks at you as if you had hung the moon, and hung it well.',
    'Small kindnesses stay with it, you can tell.',
  ],
  stoic: ['Its face gives away nothing, on purpose.', 'If it has a complaint, it is saving it.'],
  anxious: [
    'It starts at a noise, and then looks embarrassed.',
    'It checks that you are still there, and then checks again.',
  ],
  vocal: ['It comments on all of this, at length.', 'It has a good deal to say and starts at the beginning.'],
  stubborn: [
    'It will move when it decides to and not before.',
    'It has been asked to come down, and is considering a reply.',
  ],
  gentle: ['It steps around the smallest things.', 'It touches everything as if it might be asleep.'],
  nocturnal: [
    'It comes properly alive only when the lights go down.',
    'Daylight has always struck it as a bit much.',
  ],
  social: [
    'It is better with company, and you are company.',
    'It tells you about its day before you can ask.',
  ],
  solitary: [
    'It likes you best from across the room.',
    'It enjoys its own company, and has invited you to watch.',
  ],
};

/** Everything that may follow a first sentence, for whoever reads the whole table. */
export const ASIDES: readonly Lines[] = [
  MOOD_ASIDES,
  FEEDING_ASIDES,
  { SLEEPING_UNFED },
  STAGE_ASIDES,
  DAYPART_ASIDES,
  PATH_ASIDES,
  TRAIT_ASIDES,
].flatMap((table): Lines[] => Object.values(table));

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
