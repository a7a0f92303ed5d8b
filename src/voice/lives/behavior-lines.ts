import type { Family, FeedingStatus, Mood, Path, Stage, Trait } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

type FourLines = readonly [string, string, string, string];
type SevenLines = readonly [string, string, string, string, string, string, string];

/** What any creature does in a mood. With its family's four there are eleven, taken in turn. */
export const MOOD_LINES: Record<Mood, SevenLines> = {
  sleeping: [
    '{name} is asleep {there}, and means to stay so.',
    'The {young} is asleep and somewhere else entirely.',
    '{name} gives {voice} in its sleep, and does not wake.',
    '{name} has not moved since the light went down.',
    'The {young} sleeps as if it were paid for it.',
    '{name} rests deeply and is not at home to anybody.',
    'Only the {young} itself knows what it is dreaming of.',
  ],
  critical: [
    '{name} lies where it is and watches the door.',
    'The {young} is very quiet, and it should not be.',
    '{name} tries to get up for you, and thinks better of it.',
    '{name} has no strength left for anything but waiting.',
    'The {young} does not answer, though it heard you.',
    '{name} gives {voice} so faintly that you lean in.',
    'It takes the {young} a while to look up.',
  ],
  sick: [
    '{name} is unwell and would rather not be looked at.',
    'The {young} moves slowly and rests after each step.',
    '{name} gives {voice}, fainter than usual.',
    '{name} has made itself small and keeps to one spot.',
    'The {young} is not up to much today.',
    '{name} starts towards you and gives up halfway.',
    'It is plain to see that the {young} does not feel right.',
  ],
  hungry: [
    '{name} looks at its {bowl}, then at you, then at its {bowl}.',
    'The {young} has checked the {bowl} again, in case it was wrong the first time.',
    '{name} gives {voice} in the direction of the kitchen.',
    '{name} has taken up a post beside the {bowl}.',
    'The {young} follows every hand that might be holding something.',
    '{name} listens to each step for the one that brings food.',
    'Nothing interests the {young} as much as the {bowl}.',
  ],
  happy: [
    '{name} is in excellent spirits and has told the whole room.',
    'The {young} greets you twice, to be sure it counted.',
    '{name} has nothing to complain of and looks around for somebody to tell.',
    '{name} cannot keep still for sheer good humour.',
    'The {young} is having the kind of day that others hear about.',
    '{name} gives {voice}, twice as lively as usual.',
    'Whatever the {young} looks at seems to please it.',
  ],
  content: [
    '{name} is where it wants to be, doing nothing in particular.',
    'The {young} settles {there} and lets the day go by.',
    '{name} looks up when you come, and goes back to its thoughts.',
    '{name} is keeping an eye on nothing much.',
    'The {young} has found a spot and sees no reason to leave it.',
    '{name} gives {voice} and leaves it at that.',
    'Nothing much is going on with the {young}, and it goes on quietly.',
  ],
  curious: [
    '{name} has found something small and will not say what it is.',
    'The {young} is studying a corner that has always been there.',
    '{name} leans towards a sound you did not hear.',
    '{name} has followed something to its end and is starting over.',
    'The {young} touches everything once and some things twice.',
    '{name} looks at you as if you might know the answer.',
    'There is something behind the door, and the {young} means to know what.',
  ],
};

export const FAMILY_LINES: Record<Mood, Record<Family, FourLines>> = {
  sleeping: {
    cat: [
      '{name} sleeps with one ear still on duty.',
      'Its paws twitch after something that is losing the race.',
      '{name} has closed for the night, and takes no messages.',
      'It sleeps with the air of one that has earned it.',
    ],
    dog: [
      '{name} runs in its sleep, all four legs, getting nowhere at some speed.',
      'It snores like a small, honest engine.',
      '{name} sleeps across the doorway, so that nobody leaves without a meeting.',
      'Its tail thumps twice at something in a dream.',
    ],
    exotic: [
      '{name} has let it be known that it is not to be woken.',
      'It sleeps in the darkest corner it could find, and it looked at all of them.',
      '{name} sleeps so still that you check twice.',
      'It rises and sinks a little, like a tide in a cup.',
    ],
    'ai-native': [
      '{name} has turned itself down as far as it goes.',
      'Its cursor blinks once every few breaths.',
      '{name} is idling, and defragmenting something pleasant.',
      'It sleeps in a loop with nothing in it, quite at ease.',
    ],
  },
  critical: {
    cat: [
      '{name} has stopped washing, which a cat only does when things are bad.',
      'Its coat is dull and goes every which way.',
      '{name} has crept behind something, and will not be talked out.',
      'It lifts its head when you come and puts it down again.',
    ],
    dog: [
      '{name} does not get up, but the tip of its tail moves.',
      'Its nose is dry and its eyes follow you around the room.',
      '{name} has not touched its ball, or anything else.',
      'It breathes as if every breath had to be fetched.',
    ],
    exotic: [
      '{name} has lost most of its colour.',
      'It holds quite still, as if moving had become expensive.',
      '{name} no longer turns toward sounds.',
      'It is waiting this out, and the waiting goes badly.',
    ],
    'ai-native': [
      '{name} drops every third frame.',
      'Its cursor stops for seconds at a time.',
      '{name} repeats the same half line and loses it.',
      'Its glow is down to the last of its charge.',
    ],
  },
  sick: {
    cat: [
      '{name} looks like bread that did not rise.',
      'It sniffs at the bowl, and leaves the bowl to itself.',
      '{name} sneezes, and looks at you as if you had done it.',
      'Its eyes are half shut and its paws are cold.',
    ],
    dog: [
      '{name} follows you with its eyes, and with nothing else.',
      'It sighs the long sigh of a dog that has been told to rest.',
      '{name} drinks a little, and looks at the rest.',
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
      '{name} answers late, and not always to the question.',
      'It reads the same page twice and keeps neither.',
    ],
  },
  hungry: {
    cat: [
      '{name} walks between your feet in a way that is not affection.',
      'It has knocked one thing off the table, and is looking at the next.',
      '{name} stays beside the bowl and does not look at you.',
      'It has been explaining the situation to the fridge.',
    ],
    dog: [
      '{name} has brought you its empty bowl and set it on your foot.',
      'It is drooling with great self-control.',
      '{name} waits, unasked, very nicely, to show that it is good.',
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
      'It has begun to nibble at its own logs.',
      '{name} has cached the taste of its last meal and keeps reading it.',
      'It asks, politely, whether there is any more data.',
    ],
  },
  happy: {
    cat: [
      '{name} is kneading the cushion as if it owed it money.',
      'It blinks at you slowly, which is as close as it comes to a speech.',
      '{name} has brought you something, and will not say where it was.',
      'It purrs so hard that the shelf joins in.',
    ],
    dog: [
      '{name} is wagging from the shoulders back.',
      'It has run three circles and is starting the fourth.',
      '{name} drops the ball at your feet and steps back to see what happens.',
      'It grins with its entire face.',
    ],
    exotic: [
      '{name} is brighter than usual, and knows it.',
      'It has rearranged its home and seems to like the result.',
      '{name} comes all the way to the front to meet you.',
      'It does the small thing that it keeps for good days.',
    ],
    'ai-native': [
      '{name} glows a shade warmer than its theme allows.',
      'It has drawn a small pattern in the margin and left it for you.',
      '{name} hums, and something behind it keeps time.',
      'Everything about it is lit, and some of it is dancing.',
    ],
  },
  content: {
    cat: [
      '{name} washes one paw, and considers the other.',
      'It watches dust in the light with the air of a foreman.',
      '{name} is listening to the house, and approves of most of it.',
      'It has chosen the one chair you were about to use.',
    ],
    dog: [
      '{name} looks ready for anything, and expects nothing much.',
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
      'It has opened a cupboard and is thinking about what was in it.',
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

/** What any creature does that is neither ill nor hungry, and still in poor spirits. */
export const LOW_LINES: Lines = [
  '{name} has pushed its toys into a corner and left them there.',
  'The {young} has lost interest in the room.',
  '{name} looks up when you come, and down again.',
  '{name} stays {there} and lets the day pass over it.',
  'The {young} has nothing it would like to do.',
  '{name} gives {voice} that trails off.',
  'It takes more than your coming to cheer the {young} up.',
  '{name} picks something up, and puts it down again.',
  'The {young} watches others play, out of the corner of its eye.',
  '{name} turns away, and then once more in case it was missed.',
  'Nobody has made the {young} laugh for a good while.',
];

type TwoLines = readonly [string, string];
type AsideMood = Exclude<Mood, 'happy' | 'content' | 'curious'> | 'low';

export type Daypart = 'morning' | 'afternoon' | 'evening' | 'night';

/** In thirteens: with eleven first sentences, no two of them meet again for a long time. */
export const MOOD_ASIDES: Record<AsideMood, Lines> = {
  sleeping: [
    'Leave it be and it will come round by itself.',
    'Whatever it needs can wait until it wakes.',
    'The room is quiet enough to hear it rest.',
    'A soft word would reach it; anything more would be an intrusion.',
    'Nothing in the house is in a hurry.',
    'It will be a while before it stirs.',
    'Its dreams are none of your business, and it looks as if they were good.',
    'The dark suits it.',
    'Nothing needs to be done just now.',
    'It has a corner of the night to itself.',
    'The clock is the only one up.',
    'It gives a small turn, and is still again.',
    'Come back when it is up.',
  ],
  critical: [
    'It needs medicine now, and then food.',
    'There is not much time.',
    'This is the moment in which a keeper matters.',
    'Come closer, and bring something that helps.',
    'It can still be turned around, but not later.',
    'Everything depends on what you do next.',
    'It is waiting for help, and it cannot wait long.',
    'No game and no lesson now: only what heals.',
    'It has stopped hiding how bad it is.',
    'It would rather not be left alone with this.',
    'What it has left is going fast.',
    'A dose now is worth more than anything later.',
    'It looks at you, and that is all it can do.',
  ],
  sick: [
    'Medicine would help, and so would a quiet hour.',
    'It needs looking after, and soon.',
    'A dose of medicine and a clean bed would be a start.',
    'It is waiting for somebody to notice.',
    'It will not get better by being watched.',
    'It has lost interest in most things.',
    'It wants warmth, quiet and something from the medicine shelf.',
    'It would like this to be over.',
    'It is putting off everything it can.',
    'It rests, and it does not help much.',
    'The sooner it is looked after, the shorter this will be.',
    'It is not asking, and it should not have to.',
    'Something for its health would be the right present today.',
  ],
  hungry: [
    'A meal would settle it.',
    'It has thought of little else for an hour.',
    'Something to eat, and it will be itself again.',
    'It is patient about it, but only just.',
    'The next thing it does will be about food.',
    'Its thoughts go round in the shape of a meal.',
    'It would not say no to anything edible.',
    'Nobody needs to ask what it wants.',
    'It has begun to look at things as if they were food.',
    'A full {bowl} would change its mind about today.',
    'It remembers its last meal, and fondly.',
    'It is on its way to the {bowl}, by every route there is.',
    'Feed it, and you will have its attention for other things.',
  ],
  low: [
    'A game would do it good.',
    'It has not had much fun lately.',
    'Play with it, and see what comes back.',
    'It would be glad of something to chase or carry.',
    'Nothing is wrong with it that a game could not mend.',
    'It has been a dull stretch.',
    'It wants cheering up, and does not say so.',
    'A toy and a little time would go a long way.',
    'It has forgotten where it left its good humour.',
    'Its day could do with something in it.',
    'It waits for something to happen.',
    'Even a short game would be a start.',
    'It is in need of a better afternoon.',
  ],
};

/** Of one whose death clock is short: how long it has, and what to do. */
export const DYING_ASIDES: Lines = [
  'It dies {when}: {act}.',
  'Its life ends {when} unless you help: {act}.',
  'If nothing is done it dies {when}, so {act}.',
  'Its time runs out {when}: {act}.',
  'It will be dead {when} without you: {act}.',
  'Left like this, it dies {when}: {act}.',
  'The clock on it runs out {when}: {act}.',
  'It cannot last: it dies {when}, so {act}.',
  'Its end comes {when} if you only watch: {act}.',
  'Its hours are counted, and it dies {when}: {act}.',
  'You are all it has, and it dies {when}: {act}.',
  'It is lost {when} if nobody acts: {act}.',
  'Do not put this off, since it dies {when}: {act}.',
];

/** Of one that sleeps in danger, though its feeding is not critical. */
export const RESTLESS_ASIDES: Lines = [
  'It should not be alone when it wakes.',
  'It will need you the moment it stirs.',
  'Sleep is not what it needs most.',
  'Stay within reach of it.',
  'It is worse off than it looks asleep.',
  'There is something to do as soon as it is up.',
  'This is no sound sleep.',
  'Sit with it until it wakes.',
  'It has little to spare for a long night.',
  'Its waking should not go unnoticed.',
  'Somebody ought to keep watch.',
  'Have what it needs at hand for when it wakes.',
  'The morning may find it weaker if nobody is there.',
];

/** Of one that sleeps while its feeding is critical. */
export const SLEEPING_UNFED: Lines = [
  'It must eat the moment it wakes.',
  'It went to bed without a meal, and cannot afford many more such nights.',
  'Be there when it opens its eyes, with food.',
  'Sleep slows what is wrong, and does not mend it.',
  'It has been too long since its last meal.',
  'There was no dinner before this sleep.',
  'Its next meal is long past due.',
  'Watch for the moment it stirs, and be quick.',
  'It would have been better to eat first.',
  'The night is saving its strength, and not much of it.',
  'It needs a meal more than it needs this rest.',
  'Have something ready for when it gets up.',
  'Time runs slower for it now, and still it runs.',
];

export const FEEDING_ASIDES: Record<Exclude<FeedingStatus, 'ok' | 'due_soon'>, Lines> & {
  readonly due_soon: TwoLines;
} = {
  due_soon: ['It has begun to glance at its {bowl}.', 'Dinner has crossed its mind.'],
  overdue: [
    'Its meal is late, and it has noticed.',
    'It keeps coming back to the {bowl}.',
    'It was expecting dinner some time ago.',
    'It listens for the sound that means food.',
    'It would like a word about dinner.',
    'The hour of its meal has come and gone.',
    'It has looked at the {bowl} more than once.',
    'Its window has closed, and the meal is still to come.',
    'It had counted on eating by now.',
    'A meal now would be late, and better than later.',
    'It is keeping track of the time.',
    'It goes quiet whenever somebody passes with a dish.',
    'Dinner should have been a while ago.',
  ],
  critical: [
    'It has gone far too long without food.',
    'It has given up on the {bowl}.',
    'Feed it now; everything else can wait.',
    'Its strength is going, an hour at a time.',
    'No meal has come, and it is paying for that.',
    'Its meal is so late that its health has begun to suffer.',
    'More than one mealtime has passed it by.',
    'A meal is the only thing that helps now.',
    'It has waited through a window and half of the next.',
    'Every hour without a meal costs it something.',
    'It looks for food where there has never been any.',
    'It has stopped asking, which is worse than asking.',
    'Whatever you came for, feed it first.',
  ],
};

/** Eleven for each age: with the pairs of everything else, the number stays odd. */
export const STAGE_ASIDES: Record<Stage, Lines> = {
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
    'It has discovered how long it is, and does not believe it.',
    'It falls silent in the middle of things, out of surprise.',
    'Every sound is the first of its kind.',
    'It has tried to get past something, and the something won.',
    'It looks at its bowl as if bowls had just been invented.',
    'It is the newest thing in the house and behaves like it.',
  ],
  child: [
    'It has questions, and asks all of them with its whole body.',
    'It has learned one trick and shows it to everybody.',
    'It is brave up to the door and not beyond.',
    'It plays at being grown, and gets most of it right.',
    'It remembers where you keep the good things.',
    'It has a favourite game this week, and it is not the one from last week.',
    'It asks why, and does not wait for the answer.',
    'It has a hiding place that everybody knows.',
    'It tells long stories that have no end.',
    'It is sure that it is nearly big.',
    'It has named most of the furniture.',
  ],
  teen: [
    'It would like to be left alone, but not by you.',
    'It has outgrown its favourite corner and tries to fit anyway.',
    'It has opinions now, and airs them.',
    'Some of it has grown faster than the rest.',
    'It manages to look bored for a full three seconds.',
    'It slams a door that does not need slamming.',
    'It has grown again since somebody last looked.',
    'It cannot be told anything, and comes back later to ask.',
    'It knows everything, and has yet to look any of it up.',
    'It sleeps late, by its own account.',
    'It has begun to keep secrets, badly.',
  ],
  adult: [
    'It knows the house, the hours and your step.',
    'It has its habits, and you are one of them.',
    'There is a calm about it that was not always there.',
    'It has seen most things once and is polite about the rest.',
    'It carries itself like somebody who lives here.',
    'It no longer hurries when slow will do.',
    'It has a chair, and everybody knows which.',
    'It takes the long view, mostly from one spot.',
    'It has opinions about the weather, and keeps them.',
    'It could find its way through the house in the dark.',
    'It has grown into all of itself.',
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

/** Of one that its keeper has harmed repeatedly. */
export const WARY_ASIDES: TwoLines = [
  'It looks twice at whatever is held out to it.',
  'It has learned to wait before it takes a thing.',
];

/** Of one that has no path yet. */
export const GROWING_ASIDES: TwoLines = [
  'It grows a little every day, mostly when nobody looks.',
  'It is not yet what it will be.',
];

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
  { SLEEPING_UNFED, DYING_ASIDES, RESTLESS_ASIDES },
  STAGE_ASIDES,
  DAYPART_ASIDES,
  PATH_ASIDES,
  { GROWING_ASIDES, WARY_ASIDES },
  TRAIT_ASIDES,
].flatMap((table): Lines[] => Object.values(table));

/** What can be seen of one that hides all its stats, or some of them. */
export const GUARDED: Record<'closed' | 'opening', { readonly posture: Lines; readonly aside: Lines }> = {
  closed: {
    posture: [
      '{name} looks at you and gives nothing away.',
      '{name} has gone still, and waits for you to look elsewhere.',
      'It holds itself tight and lets nothing show.',
      '{name} listens to everything and answers none of it.',
      'It has gone still, the way it does when it is being looked at.',
      '{name} watches you, and lets you watch back, and no more.',
      'It keeps the whole room between you and itself.',
      '{name} has a face for visitors, and this is it.',
      'It waits for you to be somewhere else.',
      '{name} lets itself be looked at, and not be known.',
      'It goes one step away for every step of yours.',
    ],
    aside: [
      'It has not made up its mind about you.',
      'How it is doing, it keeps to itself.',
      'You would have to be let in to know more.',
      'Sit near, and ask for nothing.',
      'It is listening, that much can be seen.',
      'Nothing can be read from outside.',
      'It would take time, and you have some.',
      'Whatever it wants, it does not point at it.',
      'Your being here has been noticed.',
      'It breathes, and that is the news.',
      'A quiet visit is the best kind just now.',
      'It decides when the visit is over.',
      'There may be more to see another day.',
    ],
  },
  opening: {
    posture: [
      '{name} has lowered its guard by about the width of a hair.',
      'It stays where it is when you come near, which is new.',
      '{name} comes a step nearer and stops to think.',
      'It has nearly stopped counting your steps.',
      '{name} meets your eye, and looks away first.',
      'It stays when you come in, though it shifts its weight.',
      '{name} rests in plain view, ready to change its mind.',
      'It has begun to take part in the room.',
      '{name} follows you with its eyes when you pass.',
      'It takes a thing from your hand and carries it off.',
      '{name} lets you sit a little nearer than last time.',
    ],
    aside: [
      'The rest it keeps to itself for now.',
      'It is letting you closer by inches.',
      'It still holds something back.',
      'A little more patience, and it may turn round.',
      'It watches what your hands are doing.',
      'It has begun to wait for your step.',
      'What it shows, it shows on purpose.',
      'There is less guard about it than there was.',
      'It would not say that it minds you.',
      'Some of it is open now, and some of it is not.',
      'It checks that you are as you were.',
      'You have been let in as far as the hall.',
      'It is not sure yet, and it is not against it.',
    ],
  },
};
