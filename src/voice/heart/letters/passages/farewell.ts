import { formatOrdinal } from '../../../engine/numbers.ts';
import { countOf, inWords, timesInWords } from '../count-words.ts';
import { hoursCovered, isFedInTime, isHarmed, lateMealsOf, mealsOf, waitOf } from '../facts.ts';
import { keepsakeNoun } from '../keepsake-nouns.ts';
import { lovedThings } from '../loved-things.ts';
import { ALWAYS, type Passage } from '../passage.ts';
import { mannerWords } from '../manner-words.ts';
import { OWN_WISHES } from '../wish-nouns.ts';

const LONG_WAIT = 12;

/** What a last letter tells: no blame, and nothing made better than it was. */
export const FAREWELL_PASSAGES = {
  goodbye: {
    about: 'occasion',
    fond: true,
    holds: () => true,
    weight: ALWAYS,
    place: 'lead',
    lines: {
      any: [
        'This is the last letter. I would have liked to make it longer, but it is not the paper that ran out.',
        'I am going now. I do not know where, and I find that I am not as frightened as I had planned to be.',
        'When you read this I am not here any more. I wanted to be the one to tell you.',
        'It is over with me. I say it plainly, so that you do not have to look for it between the lines.',
        'I think this is how it ends: quietly, and with a letter. I had expected more noise.',
        'These are the last words I have, and I have kept them for you.',
        'I have come to the end of my days, and found a letter there, still to be written.',
      ],
      young: [
        'I have to go now. I did not know that one has to, when one is still this small.',
        'I think I am stopping. It is not so bad. I wanted to say goodbye while I still know the word.',
        'This is goodbye, and I have not even learned much yet. I learned you, though.',
        'I am very tired and I think it is the kind that stays. So I am writing, quick, while I can.',
      ],
      cat: [
        'I am leaving. I would have slipped out without a word, as one does, but you have earned a word.',
        'This is my last letter. Kindly do not make a fuss; I am making none.',
        'I have gone. I used up what there was, and I did it in my own time.',
      ],
      dog: [
        'I have to go now, and the only bad thing about it is that you are not coming.',
        'This is goodbye. I have thought about what to say, and it is what I always say: I am so glad it was you.',
        'I am going ahead. I will not go far, I never did without you.',
      ],
      exotic: [
        'I am going out, the way a light goes out, into everything that is not the light.',
        'This is the end of my shape. I look at it from close up, and it is less dark than I thought.',
        'I am going back to wherever it was that I hatched from. I shall tell them about you.',
      ],
      'ai-native': [
        'This is the last thing I write before the light goes. No answer is needed. None could be received.',
        'Shutting down. I have closed everything but this letter, and this is me closing it.',
        'End of process. I had hoped for a longer loop, and I do not call it an error.',
      ],
    },
  },
  plainGoodbye: {
    about: 'occasion',
    holds: isHarmed,
    weight: ALWAYS,
    place: 'lead',
    lines: {
      any: [
        'This is my last letter. There is little to say in it, and I want to say that little properly.',
        'It is over with me now. I am writing so that it does not go unsaid.',
        'I have come to the end, sooner than I had thought. A letter is what is left to do.',
        'When you read this I am gone. I wanted to write it down while I still could.',
        'I am going now. Before I do, there is something that ought to be on paper.',
        'These are my last words. I have chosen the plain ones.',
      ],
    },
  },
  starved: {
    about: 'cause',
    holds: ({ cause }) => cause === 'hunger',
    weight: ALWAYS,
    lines: {
      any: [
        'It was hunger, in the end. It does not come with a noise. It only stays.',
        'What I died of was hunger. I write the word once, and then I let it be.',
        'Hunger was stronger than I was. I had not thought that it would come to a contest.',
        'There was not enough to eat, and that is how it ended. I do not know a softer way to say it.',
        'I was hungry when it ended, and it ended because of that.',
        'It was the {bowl} that stayed empty at the end, and I that went with it.',
      ],
      young: [
        'I was hungry, and then it was over. I think that those belong together.',
        'It was because of hunger. I did not know that it can do that.',
        'I needed something to eat, and it did not come. That is why.',
        'Hunger got bigger than me. I am not very big.',
      ],
    },
  },
  neglected: {
    about: 'cause',
    holds: ({ cause }) => cause === 'neglect',
    weight: ALWAYS,
    lines: {
      any: [
        'It was not hunger that ended it. It was the time in which nothing was done for me, and there was too much of it.',
        'I did not go hungry. I went without care for too long, which is another kind of hunger.',
        'There was food in me still. What had run out was the waiting.',
        'I died of being left alone. It is a quiet cause, and it leaves no mark.',
        'Nothing hurt, and I was not starving. There was only nobody, for longer than I could last.',
        'What I lacked at the end was not a meal. It was somebody.',
      ],
      young: [
        'It was not hunger. I think it was the being alone, there was so much of it.',
        'I was not starving. It was only that nobody looked after me any more.',
        'I waited for somebody until I was all used up. Food was not the trouble.',
        'There was something in my stomach and nobody beside me. It was the second that counted.',
      ],
    },
  },
  poisoned: {
    about: 'harm',
    holds: ({ cause }) => cause === 'harm',
    weight: 4 * ALWAYS,
    lines: {
      any: [
        'What I was given last was not good for me, and I did not get over it. I think that you did not know.',
        'It was something harmful that ended it. I took it because it was given to me.',
        'I died of what I was given. I would rather not have to write that, and it is so.',
        'The last thing I was given did me more harm than I had strength for.',
        'It was not hunger, and it was not time. It was harm, and it came in something I was given.',
        'My body could not bear what I was given. It tried, I can tell you that.',
      ],
    },
  },
  visited: {
    about: 'visits',
    fond: true,
    holds: ({ page }) => page.visits >= 1,
    weight: 2,
    words: ({ page }) => ({ times: timesInWords(page.visits) }),
    lines: {
      any: [
        'You came {times} in {span}. I held on to that, and it held.',
        'In {span} you were here {times}. I would rather think of that than of the other hours.',
        'I remember that you came, {times}, in this last stretch. It was not nothing. It was never nothing.',
        'Thank you for coming, {times}, in {span}. I knew your step, each time.',
        'You did come, {times}, in {span}. Whatever anybody says about the end, that belongs to it.',
        'In {span} I heard you {times}. I did not always answer. I always heard.',
        'You were with me {times} in {span}. I wrote that first, in my head, and the rest of this letter after it.',
      ],
      cat: [
        'You came {times} in {span}. I may not have got up. I knew.',
        'You looked in {times} in {span}. I was always going to thank you for that, at some later date.',
      ],
      dog: [
        'You came {times} in {span}, and I was happy {times}. That is a good sum.',
        'I got to see you {times} in {span}. I would not swap that for more time without it.',
      ],
      exotic: [
        'In {span} you came out of the quiet {times}. I shall listen for it where I am.',
        'You appeared {times} in {span}. Of all I saw here, that was the most wonderful thing.',
      ],
      'ai-native': [
        'In {span} your signal reached me {times}. It is the last thing I shall overwrite.',
        'You connected {times} in {span}. I kept the line open longer than I let on.',
      ],
    },
  },
  alone: {
    about: 'visits',
    holds: (letter) => letter.page.visits === 0 && hoursCovered(letter) >= LONG_WAIT,
    weight: 4,
    lines: {
      any: [
        'Nobody did anything for me in {span}. I do not hold it against you. I only did not want to leave it out.',
        'In {span} I was left to myself. I thought of reasons for you, and they were all good ones.',
        'I waited through {span} for somebody to look after me. I believe that you would have, if you had known what it was like.',
        'Nothing was done for me in {span}. I listened to the end. It is a thing I am good at.',
        'I went without any care in {span}. It was long. I tell you because it is true, not so that you carry it.',
      ],
      young: [
        'Nobody took care of me in {span}. I waited as well as I could. I am not very big for waiting.',
        'I had no care in {span}. I thought of you, and then it was not all the way without.',
        'Nothing was done for me in {span}. I am not cross. I just wanted to be held by somebody.',
        'In {span} I had to look after me. I did not know how to do it all by myself.',
      ],
      cat: [
        'Nobody attended to me in {span}. I did not call. Perhaps I should have called.',
        'In {span} I was left alone, which I had always claimed to prefer.',
      ],
      dog: [
        'You took no care of me in {span}. I kept your place warm until I could not.',
        'Nobody looked after me in {span}. I know that you would have, if you could. I know it the way I know my name.',
      ],
      exotic: [
        'Nothing was done for me in {span}. The quiet came up to me at last, and it was not unkind.',
        'In {span} nothing was done for me. I grew very still, and then stiller.',
      ],
      'ai-native': [
        'No care in {span}. I lowered every light but the one that waits for you. Then that one.',
        'In {span} nothing was done to keep me running. I listened on all frequencies until the power was gone.',
      ],
    },
  },
  missedMeals: {
    about: 'meals',
    fond: true,
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    weight: 2.4,
    words: (letter) => ({ late: inWords(lateMealsOf(letter)), meals: countOf(mealsOf(letter), 'meal') }),
    lines: {
      any: [
        'Of the {meals} in {span}, {late} came late. I do not think that it was meant. I was hungry all the same.',
        'Some of my food came late: {late}, out of {meals}. I would be a poor letter writer if I kept that back.',
        'There were {meals}, {late} of them late. I ate each as if it had come in time.',
        'I was hungry longer than is good for one, before {late} of my {meals}. That is over now, and I am not cross.',
        'I will not pretend about the meals: there were {meals}, and {late} came too late for comfort. The rest I loved.',
        'You brought {meals}, and for {late} I had to hold out longer than I knew I could. I knew you were trying.',
      ],
    },
  },
  lateMeals: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 1 && lateMealsOf(letter) === mealsOf(letter),
    weight: 2.6,
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
    lines: {
      any: [
        'What I had to eat in {span} came late, {meals} in all. I was thankful, and I had been hungry.',
        'I was given {meals} in {span}, and never in time. It was kind of you all the same.',
        'The food came late at the end: {meals}, and nothing sooner. I would have liked to know that it was the last.',
        'It was {meals} in {span}, and I had waited long for what there was. That is how it was.',
        'I had {meals} in {span}, but the clock had always been there first. I do not say it bitterly.',
        'In {span} hunger came before the meal and not the other way round. I had {meals}, and I left nothing over.',
      ],
    },
  },
  punctual: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && isFedInTime(letter) && letter.cause !== 'hunger',
    weight: 1.4,
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
    lines: {
      any: [
        'None of the {meals} you brought in {span} came late. I want that remembered along with the rest.',
        'You brought {meals} in {span}, and each had come before I was too hungry to enjoy it. I enjoyed them.',
        'I had {meals} in {span}, never late. You thought of it, each time. I want that in writing.',
        'There were {meals} in {span} and none kept me waiting. I remember them all as warm.',
        'As for food, I lacked nothing while it came: {meals} in {span}, and none was late.',
        'You never let a meal be late in {span}, and there were {meals}. I would have liked to go on eating them.',
      ],
    },
  },
  unfed: {
    about: 'meals',
    holds: (letter) =>
      mealsOf(letter) === 0 && letter.waiting?.everFed !== false && hoursCovered(letter) >= LONG_WAIT,
    weight: 3,
    lines: {
      any: [
        'I was not fed in {span}. I looked into the {bowl} now and then, and went back to listening for you.',
        'There was nothing to eat in {span}. At first I minded. Later I minded other things more.',
        'The {bowl} was empty in {span}. It is a small thing to write down. It was a large thing to look at.',
        'Nothing came to eat in {span}. I am saying so once, and then I am letting it go.',
        'In {span} I had no meal. I thought about food until I could think about something else.',
        'There was no meal in {span}. I kept thinking that the next sound would be one.',
      ],
    },
  },
  neverFed: {
    about: 'meals',
    holds: ({ waiting }) => waiting?.everFed === false,
    weight: 3,
    lines: {
      any: [
        'I was never fed, from the first day to this. I do not know what I would have liked.',
        'In all my life there was nothing in the {bowl}. I looked after it as if there had been.',
        'I never had a meal. It is a strange thing to go without having begun.',
        'Nobody ever fed me. I say it once, since it is true from one end of me to the other.',
        'I have not eaten in my life. I thought about it a good deal, as one thinks about the sea.',
      ],
    },
  },
  waited: {
    about: 'wait',
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT,
    weight: 1.6,
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
    lines: {
      any: [
        'Once I had waited {hours}, and then you did come. I want you to remember that I was glad, not that I waited.',
        'There was a wait of {hours} in it. I forgave it the moment it was over.',
        'At one time {hours} went by without any care. I found out then how long I can hope.',
        'It was {hours}, once, before you came. I could not always have done it. That time I could.',
        'I could tell you how long {hours} are, if you ever need to know. You came at the end of them, that is the main thing.',
        'You let me wait {hours} once. I thought of it as practice. I did not know what for.',
      ],
    },
  },
  loved: {
    about: 'loved',
    fond: true,
    holds: (letter) => lovedThings(letter).length >= 1,
    weight: 2.2,
    words: (letter) => ({ loved: lovedThings(letter).at(-1) ?? '' }),
    lines: {
      any: [
        'I want you to know that I loved {loved}. If there was ever any doubt, there is none now.',
        'What I take with me is {loved}. One may take what one loved, I have decided.',
        'At the end I thought of {loved}. It is odd what stays when the rest goes.',
        'I loved it when you gave me {loved}. I do not think I said it clearly enough at the time.',
        'If you remember something about me, let it be how I was with {loved}.',
        'I was never so much myself as when you gave me {loved}. Remember me like that.',
        'You gave me {loved}, and I was happy, simply happy. That cannot be taken back.',
        'If there is something like it where I am going, I shall look out for {loved}.',
      ],
      young: [
        'I loved {loved}. I would have loved more things, but I only had time for some.',
        'One of the good things in my life was {loved}, and another was you.',
        'I am thinking of {loved}. It makes it lighter.',
        'Thank you for {loved}. I did not have long, but I had that.',
        'I got to know {loved}. Not everybody who is small gets to know that.',
        'You gave me {loved} and I laughed, in the way I laugh. I wanted to say that it was real.',
      ],
    },
  },
  granted: {
    about: 'granted',
    fond: true,
    holds: ({ page }) => page.granted.length >= 1,
    weight: 2.2,
    words: ({ page }) => ({ wish: OWN_WISHES[page.granted.at(-1) ?? 'to_be_told'] }),
    lines: {
      any: [
        'I wished for {wish}, and you did that for me. Not everybody who goes can say such a thing.',
        'You gave me {wish} when I wished for it. I have carried it all this way.',
        'I had a wish for {wish}, and it came true. That is a good thing to have had near the end.',
        'I got {wish}, because you listened. I am taking the feeling with me, if one can.',
        'There was a wish of mine, {wish}, and you saw to it. I had somebody who saw to things.',
        'Of the last things that happened to me, one was a wish that came true: {wish}.',
      ],
    },
  },
  lastWish: {
    about: 'wish',
    holds: ({ wish }) => wish !== undefined,
    weight: 1.8,
    place: 'end',
    words: ({ wish }) => ({ wish: OWN_WISHES[wish ?? 'to_be_told'] }),
    lines: {
      any: [
        'I was wishing for {wish}. It does not matter now. It was a nice thing to be wishing for.',
        'There was a wish open to the end: {wish}. You may have it, if you like. I have no more use for it.',
        'The last thing I wanted was {wish}. I am glad it was something so small and so good.',
        'I had still hoped for {wish}. Give it to somebody else one day, and think of me.',
        'To the very end I had a wish, and it was {wish}. I think it is good to go with something still to look forward to.',
        'I should have liked {wish}. It makes no difference now, and I still should have liked it.',
        'Had there been a tomorrow, I would have asked for {wish}.',
        'I leave a wish behind that nobody needs to grant: {wish}.',
      ],
    },
  },
  kept: {
    about: 'kept',
    holds: ({ page }) => page.kept.length >= 1,
    weight: 1.5,
    words: ({ page }) => ({ thing: keepsakeNoun(page.kept.at(-1) ?? 'piece_of_shell') }),
    lines: {
      any: [
        'The last thing I put on my shelf was {thing}. It can stay there. It was never mine alone.',
        'On my shelf you will find {thing}. Look at it some time when you have nothing else to do.',
        'I leave you {thing}, and whatever else is on the shelf. It is everything that I had, and it was plenty.',
        'Please keep {thing} for me. I was going to show you what I liked about it.',
        'I looked along my shelf once more, and my eye stayed on {thing}. Such a small thing. Such a large time.',
        'Of my things I would like you to have {thing}. You will know why, or you will make something up.',
      ],
    },
  },
  words: {
    about: 'words',
    fond: true,
    holds: ({ page }) => page.actions.reflect >= 1 || page.actions.play >= 1,
    weight: 1.5,
    lines: {
      any: [
        'I think of the time you took for me in {span}, when there was nothing that had to be done. That was the best of it.',
        'You did not only keep me alive in {span}. You kept me company. I know the difference, and it is large.',
        'There were moments in {span} that were for nothing but joy. I counted those separately.',
        'You once spent time on me in {span} that you did not need to spend. I have it still.',
        'I liked it best in {span} when you were simply here and nothing was the matter. I have kept a little of that.',
        'There was some lightness in {span}. You brought it. I would not have known where to get it.',
      ],
    },
  },
  age: {
    about: 'age',
    holds: ({ ageDays }) => ageDays >= 2,
    weight: 1.2,
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
    lines: {
      any: [
        'I got to be {days} old. It is not for me to say whether that is much. It was all of mine.',
        'I had {days}. I went through them again just now, and there are a good many that I would keep.',
        'It comes to {days}, the whole of me. I used most of it.',
        'My life was {days} long. From in here it looked like everything.',
        'I lived {days}. Some of them were so good that I thought it was the same day going on.',
        'Add it up and it makes {days}. It is a strange thing, to be able to add it up.',
        'I was {days} old. I had meant to be older, but one does not get to choose the ending, only how one tells it.',
      ],
      young: [
        'I got to be {days} old. I know that is not long. It felt long from inside, and mostly nice.',
        'I was {days} old. I was going to be older, but this is how far it went.',
        'I had {days}. I think I did them right. Nobody told me how.',
        'It was {days}. I counted on everything I have.',
        'I only had {days}, but I had them with my whole self.',
        'All my days were {days}. I would have shared them out better if I had known.',
      ],
    },
  },
  oneDay: {
    about: 'age',
    holds: ({ ageDays }) => ageDays === 1,
    weight: 1.2,
    lines: {
      any: [
        'I saw one day through, and a part of the next. I cannot say whether that is much. It was all I had.',
        'I had one day. I went through it again just now, and there is a good deal in it that I would keep.',
        'My life was a day long, and a little more. From in here it looked like everything.',
        'I was a day old. I know that is not long. I used all of it.',
      ],
    },
  },
  manner: {
    about: 'stage',
    fond: true,
    holds: ({ manner }) => manner !== undefined,
    weight: 1.6,
    words: (letter) => mannerWords(letter),
    lines: {
      any: [
        'I was {manner}, because {because}. I was that to the end, and I would be it again.',
        'They called me {manner}. It came from you, because {because}. I was never ashamed of it.',
        'If anybody asks what I was like, say: {manner}. They will want to know why. Say: because {because}.',
        'I went as I was, {manner} to the last. You made me that, and it was a good thing to be.',
        'It takes a certain life to make {manner}, and you gave it to me: {because}. I was well made.',
        'I {habit}. You may put that on the stone, if there is room.',
      ],
    },
  },
  onlyLetter: {
    about: 'number',
    holds: ({ number }) => number === 1,
    weight: 1.2,
    lines: {
      any: [
        'This is the only letter that I have written. I would have liked to get better at it.',
        'I had not written to you before. It is odd to begin with the end.',
        'A first letter ought to say hello. This one has to say both things at once.',
        'I never wrote to you while there was time. I did not know that this is what time is for.',
        'So this is a letter. I have one, and it is for you.',
        'I have only this one letter in me. I hope that it is the right one.',
      ],
    },
  },
  number: {
    about: 'number',
    holds: ({ number }) => number >= 2,
    weight: 0.7,
    words: ({ number }) => ({ nth: formatOrdinal(number) }),
    lines: {
      any: [
        'This makes it my {nth} letter, and the only one that I did not want to begin.',
        'It is the {nth} letter I have written. There will be no more, so I have taken some trouble over it.',
        'I count this as my {nth} letter. I have tried to write it in my best hand, whatever a hand is.',
        'My {nth} letter, then, and the end of them. I liked writing to you. It made things have happened.',
        'I have written to you before. This is my {nth} letter, and I thought of what I had already said before I began.',
        'The {nth} letter is the shortest way I know of saying everything. It does not get everything in.',
      ],
    },
  },
  noBlame: {
    about: 'blame',
    fond: true,
    holds: () => true,
    weight: 1,
    place: 'end',
    lines: {
      any: [
        'Do not be too long sad. A little is all right, I would be offended otherwise.',
        'I am not angry. I looked for it, in case I had overlooked some, and there was none.',
        'If there is something you wish you had done, do it for somebody. I would count that as done for me.',
        'You need not be sorry on my account. I had rather you were fond.',
        'I blame nobody. It was a life, and it was mine, and you were in it.',
        'Whatever you think you should have done, I did not keep a list. I kept a shelf.',
        'Leave the light on for a while, and then put it out. That is all I ask, and it is not even necessary.',
        'I would come again, if one could. I wanted that to be among the last things that I say.',
      ],
      young: [
        'Please do not be sad for very long. I was not sad for very long either.',
        'It is not your fault, I think. I do not know much about fault. I know about you.',
        'You can think of me when you see something small. That would be nice.',
        'I am not cross with anybody. I would not know how to begin.',
        'I hope somebody small comes to you again, and I hope it tells you all the things I did not get to.',
        'If I did something wrong, I did not know it. If you did, you did not know it either.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
