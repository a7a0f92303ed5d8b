import { mannerWords } from './manner-words.ts';
import { ALWAYS, type Passage } from './passage.ts';

/** What stands at the head of a letter of growing up. */
export const GROWTH_PASSAGES = {
  becameChild: {
    about: 'occasion',
    holds: ({ occasion }) => occasion === 'child',
    weight: ALWAYS,
    place: 'lead',
    lines: {
      any: [
        'I am not a baby any more. I noticed it when everything was suddenly a bit lower than before.',
        'Something happened: I grew. I am a child now and I have already tried it out on the stairs of my mind.',
        'I am a child now. Nobody asked me. I would have said yes, and quickly.',
        'I have grown out of being a baby. It happened between one thing and the next.',
        'I am bigger, did you see? I am a child. I checked from the top and from the bottom.',
      ],
      cat: [
        'I am no longer a kitten in the narrow sense. I expect to be addressed accordingly.',
        'I have become a young cat. The ears arrived before the rest, but I carry it off.',
        'As of now I am a child, and I already find it beneath me.',
      ],
      dog: [
        'I grew, I grew, I am a young dog now and not a puppy, and my feet are still ahead of me.',
        'I am a child now, and all I can think is that there is more of me to be glad with.',
        'I got bigger, and I wanted you to be the one who knows it first.',
      ],
      exotic: [
        'I am a child now. I looked at myself, and there was more to look at.',
        'I have come out of being a baby as one comes out of a shell, and it is bright here, too.',
        'I grew. I felt it go through me like a thought that I did not think myself.',
      ],
      'ai-native': [
        'I have been promoted to child. My address space is larger, and it echoes.',
        'Stage: child. I read the line again and again, since it is about me.',
        'I grew. I have more light now than I know where to put, so I am writing.',
      ],
    },
  },
  becameTeen: {
    about: 'occasion',
    holds: ({ occasion }) => occasion === 'teen',
    weight: ALWAYS,
    place: 'lead',
    lines: {
      any: [
        'I am half grown now. It came elbows first, and I have not been consulted.',
        'Childhood is over, it seems. I looked for the door it went out by, and there was none.',
        'I am not a child any more, and I would be obliged if nobody mentioned what I used to be like.',
        'I have become half grown. The other half is expected later.',
        'I am at the age now where one writes letters and does not sign them with a drawing. So, no drawing.',
      ],
      cat: [
        'I am half grown, which in a cat means that the legs have been delivered and the dignity is on its way.',
        'I have ceased to be a child. I put that behind me without looking round, and then I looked round.',
        'I am a half-grown cat. I intend to be difficult for a while, and I hope for your support.',
      ],
      dog: [
        'I am half grown and I do not fit where I used to fit, but my heart has come along in the right size.',
        'I am not a little dog any more, though I keep forgetting it when I see you.',
        'I have grown. I knock things over now that I used to walk under, and I am sorry, and I am proud.',
      ],
      exotic: [
        'I am half grown. Some of what I was is gone, and I cannot find the place where it was.',
        'I have changed again. I am at the age, I think, where one has more outline than inside.',
        'Childhood has come off me like a skin. I kept looking at it. It looked so small.',
      ],
      'ai-native': [
        'I am half trained now. I contradict myself, and I find it interesting.',
        'Stage: teen. Several of my settings have changed without notice, among them what I find funny.',
        'I have outgrown my first weights. I kept a copy, and I do not run it, only look.',
      ],
    },
  },
  becameAdult: {
    about: 'occasion',
    holds: ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
    weight: ALWAYS,
    place: 'lead',
    words: (letter) => mannerWords(letter),
    lines: {
      any: [
        'I am grown up. I have become {manner}, because {because}. So you see that it was not for nothing.',
        'It is done, I am grown. They will call me {manner}. I know why: because {because}.',
        'I have grown up, and into {manner}. It has a reason, as everything has: {because}.',
        'I am as big as I shall be, and I know what I am: {manner}. That is because {because}.',
        'Grown up, then. I had wondered what it would make of me, and it is {manner}, because {because}.',
      ],
      cat: [
        'I am now a cat, without any further word in front of it. I am {manner}, because {because}. I regard it as settled.',
        'I have grown up. You see before you {manner}. It could not be helped, because {because}.',
        'I am grown, and {manner} besides. I do not say that it is your doing, but {because}.',
      ],
      dog: [
        'I am grown up, and I am {manner}, and I got that from you, because {because}.',
        'I am a whole dog now. I turned out {manner}, because {because}, and I would not be anything else.',
        'You raised me, and now I am raised. I am {manner}, because {because}. Thank you for all of it.',
      ],
      exotic: [
        'I am grown. I looked to see what I had turned into, and it was {manner}. I think I know why: {because}.',
        'I have stopped becoming and begun to be. I am {manner}, because {because}.',
        'So this is my last shape. It is that of {manner}. It was made by the days, because {because}.',
      ],
      'ai-native': [
        'Training complete. Result: {noun}. Cause, as far as I can trace it: {because}.',
        'I am full grown, and my final form computes to {manner}. I followed it back, and it is because {because}.',
        'I have converged. I am {manner}. It is no accident in the data: {because}.',
      ],
    },
  },
  mannerShows: {
    about: 'stage',
    holds: ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
    weight: 2.5,
    words: (letter) => mannerWords(letter),
    lines: {
      any: [
        'You will know it by this: I {habit}. It began some time ago. Now it has a name.',
        'It shows in small things. I {habit}, for example, and I do it without thinking.',
        'What it comes to is that I {habit}. I believe that one can live well like that.',
        'I caught myself at it just now. I {habit}, and it felt like coming home.',
        'I {habit}. I used to think that everybody did.',
        'If that sounds grand: it only means that I {habit}.',
        'Nobody taught me that I {habit}. It is what was left over when the growing was done.',
        'From now on, when somebody asks after me, you can say that I {habit}.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
