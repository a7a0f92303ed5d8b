import type { FeedingStatus, Mood, Path, Stage, Trait } from '../core/vocabulary.ts';
import type { Lines } from './pick.ts';

type Two = readonly [string, string];
/** Of odd length, so that a pair of sentences is long in coming back. */
type Five = readonly [string, string, string, string, string];

export type Daypart = 'morning' | 'afternoon' | 'evening' | 'night';

export const MOOD_ASIDES: Record<Exclude<Mood, 'happy' | 'content' | 'curious'>, Five> = {
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

/** Of one that sleeps while its life is draining away. */
export const SLEEPING_UNFED: Five = [
  'It must eat the moment it wakes.',
  'It went to bed without a meal, and cannot afford many more such nights.',
  'Be there when it opens its eyes, with food.',
  'Sleep slows what is wrong, and does not mend it.',
  'It has been too long since its last meal.',
];

export const FEEDING_ASIDES: Record<Exclude<FeedingStatus, 'ok' | 'due_soon'>, Five> & {
  readonly due_soon: Two;
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

export const STAGE_ASIDES: Record<Stage, Five> = {
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

export const DAYPART_ASIDES: Record<Daypart, Two> = {
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

export const PATH_ASIDES: Record<Path, Two> = {
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

export const TRAIT_ASIDES: Record<Trait, Two> = {
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
