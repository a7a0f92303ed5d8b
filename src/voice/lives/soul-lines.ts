import type { Mood } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

/** How it feels, as the first half of a sentence. */
export const FEELINGS: Record<Mood, Lines> = {
  sleeping: [
    'It is asleep just now',
    'It is fast asleep',
    'It is dreaming of something',
    'It has gone to sleep',
    'It sleeps while you read this',
    'It is resting with its eyes shut',
    'It is out until it wakes by itself',
  ],
  critical: [
    'It is in danger and knows it',
    'It is barely holding on',
    'It is hurting badly',
    'It has very little left',
    'It feels itself slipping',
    'It is too weak to ask',
    'It needs you this minute',
  ],
  sick: [
    'It feels unwell',
    'It aches and hides it poorly',
    'It is under the weather',
    'It is not itself today',
    'It feels poorly and wants quiet',
    'It is ill and waiting to be helped',
    'It is running low on strength',
  ],
  hungry: [
    'It is hungry',
    'It thinks mostly of food',
    'It is hungry and says so',
    'It wants food and little else',
    'It could eat',
    'It is waiting for a meal',
    'It is hungry enough to be short with you',
  ],
  happy: [
    'It is happy',
    'It feels bright and wants to show you something',
    'It is having a very good day',
    'It is pleased with everything in sight',
    'It is as glad as it gets',
    'It is in high spirits',
    'It feels well and would like you to know',
  ],
  content: [
    'It is content',
    'It is at ease',
    'It feels settled',
    'It is comfortable and quiet',
    'It is quiet in itself',
    'It is calm',
    'It is doing fine',
  ],
  curious: [
    'It is curious about everything',
    'It wants to know what you know',
    'It is busy finding something out',
    'It is full of questions',
    'It has noticed something and means to follow it',
    'It is wide awake and poking at the world',
    'It is in the mood to learn',
  ],
};

/** Of one that has gone far too long without food, whatever its mood. */
export const UNFED: Lines = [
  'It has gone far too long without food',
  'It is worn from waiting for a meal',
  'It needs food before anything else',
  'It puts a brave face on a long wait',
  'It is wearing thin',
  'It has begun to pay for the meals that did not come',
  'It is still up, and should have been fed long ago',
];

/** Of one whose meal is late, though not yet missed. */
export const LATE: Lines = [
  'It is waiting for its meal',
  'Its meal is late, and it knows',
  'It expected its meal before this',
  'It has its mind on a meal that has not come',
  'It wonders what became of its meal',
  'It would like its meal now',
  'It has been patient about its meal',
];

/** Of one that has been left alone too long. */
export const ALONE: Lines = [
  'It is frightened',
  'It has been left alone too long',
  'It is afraid that nobody comes any more',
  'It has listened for you for a long time',
  'It does not feel safe',
  'It has had a long wait, and fears a longer one',
  'It needs somebody with it',
];

/** Of one that sleeps in danger. */
export const RESTLESS: Lines = [
  'It is asleep, and in danger',
  'It sleeps badly',
  'It is asleep, and not safe',
  'It sleeps, and should not be alone',
  'It has fallen asleep in a bad way',
  'It is asleep, and will need you when it wakes',
  'Its sleep is no rest',
];

/** Of one that nobody has come to for a while. */
export const WAITING: Lines = [
  'It has begun to wait for you',
  'It is waiting for somebody to come',
  'It listens for the door',
  'It has had a quiet while by itself',
  'It has been by itself for some time',
  'It would be glad of a visit',
  'It is wondering when you will come',
];

/** Of one whose death clock is short. */
export const DYING: Lines = [
  'It dies {when} unless you act: {act}',
  'It will be dead {when} if you do nothing: {act}',
  'Its life ends {when} without you: {act}',
  'It has no time left to wait and dies {when}: {act}',
  'You can still save it, but it dies {when}: {act}',
  'Its time runs out {when}: {act}',
  'Nothing else matters now, since it dies {when}: {act}',
];

/** Of one that is neither ill nor hungry, and still in poor spirits. */
export const LOW: Lines = [
  'It is low',
  'It has had little joy of late',
  'It is out of sorts',
  'It could do with a game',
  'It finds the days long',
  'It is in poor spirits',
  'It has lost its taste for fun',
];

/** What its trust in you comes to, as the second half of a sentence. */
export const TRUST_BANDS: readonly { readonly below: number; readonly lines: Lines }[] = [
  {
    below: 25,
    lines: [
      'it does not know yet whether to believe in you',
      'it keeps its distance',
      'it is still deciding about you',
      'it flinches a little when you are quick',
      'you are mostly a stranger to it',
    ],
  },
  {
    below: 50,
    lines: [
      'it is beginning to expect you',
      'it lets you come near',
      'it has started to learn your step',
      'it gives you the benefit of the doubt',
      'it likes you more than it shows',
    ],
  },
  {
    below: 75,
    lines: [
      'it trusts you',
      'it counts on you',
      'it looks for you when something is wrong',
      'it has let its guard down',
      'it takes you at your word',
    ],
  },
  {
    below: 90,
    lines: [
      'it trusts you with nearly everything',
      'it would follow you out of the room',
      'it knows you well and likes what it knows',
      'it rests easier when you are there',
      'it saves its best hours for you',
    ],
  },
];

export const DEVOTED: Lines = [
  'it trusts you without a second thought',
  'it has made you its home',
  'it would wait for you all day',
  'there is nobody it would rather see',
  'it has stopped wondering whether you will come',
];

/** Of one that was harmed repeatedly, however high its trust stands. */
export const HURT: Lines = [
  'it has not forgotten what it was given',
  'it looks twice at whatever you bring',
  'it keeps some of itself out of reach',
  'it comes to you and stops short',
  'what hurt it came from you, and it knows that',
];

const STILL_DISTANT = 25;

export function trustLines(trust: number, harmed = false): Lines {
  if (harmed && trust >= STILL_DISTANT) return HURT;
  return TRUST_BANDS.find(({ below }) => trust < below)?.lines ?? DEVOTED;
}

/** Of one that hides its stats: what it does about them, and what you can. */
export const HIDING: Record<'how' | 'so', Lines> = {
  how: [
    'It does not show you how it is',
    'It keeps how it feels to itself',
    'What goes on inside it is not for you yet',
    'It hides more than it shows',
    'It has its guard up',
    'It lets little show',
    'It is careful what it lets you see',
  ],
  so: [
    'so go gently',
    'so watch how it sits and how it moves',
    'and time will do more than questions',
    'so come often and ask for little',
    'and quiet company is what it answers to',
  ],
};
