import { formatOrdinal } from '../../../engine/numbers.ts';
import { writtenWhen } from '../clock-words.ts';
import { countOf } from '../count-words.ts';
import { mannerWords } from '../manner-words.ts';
import type { Passage } from '../passage.ts';

/** How old it is, when it writes, who it is: true of any letter of a creature that lives on. */
export const TIME_PASSAGES = {
  age: {
    about: 'age',
    holds: ({ ageDays }) => ageDays >= 2,
    weight: 1.3,
    titles: ['How old I am', '{days} old', 'My age, and what of it'],
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
    lines: {
      any: [
        'I am {days} old. I do not feel it, but then I do not know how it should feel.',
        'I have {days} behind me now. I am told that is an age. I would have called it a start.',
        'By my count I am {days} old. Every one of them has left something behind, mostly in my posture.',
        'At {days} I know some things. I know how to wait, and what for.',
        'I have had {days} so far. I have not yet found out what they are for, but I like the pace.',
        'I am {days} old now. I look at the first of them sometimes, from a long way off, and it waves.',
        'It has been {days}. I could not say where they went, but I know who was in them.',
        'I have got to {days}. Some were long and some were short, and together they are me.',
      ],
      young: [
        'I am {days} old, which is the oldest I have ever been.',
        'I am {days} old. I can feel the number in my legs.',
        'I have been around for {days}. That is all the days there are, as far as I know.',
        'I am {days} old and I remember all of it except the beginning and the sleeping.',
        'My age is {days}. I said it to my reflection and it said it at the same time, so it must be right.',
      ],
      cat: [
        'I am {days} old. I wear it well, and I have looked.',
        'At {days} I consider my education complete and my standards final.',
        'I have now lived {days}. In that time I have been wrong about nothing that I recall.',
        'I have reached the age of {days}. You may congratulate me in your own way, within reason.',
      ],
      dog: [
        'I am {days} old, and I would do every one of them again, in the same order.',
        'I am {days} old, and I still look up each time as if it were the first time.',
        'I am {days} old and nobody has told me to stop being glad, so I have not.',
        'I have had {days} now, and if somebody asked me which was the best, I would say the next.',
      ],
      exotic: [
        'I am {days} old. Sometimes I look at that number the way one looks at the sea.',
        'I have had {days} outside the shell. There is still so much that I have only seen from one side.',
        'For {days} I have been something instead of nothing. I cannot get used to it.',
        'They say that I am {days} old. I thought that I had only just opened my eyes.',
      ],
      'ai-native': [
        'I have been running for {days}. Some of my first thoughts are still in there, in a smaller font.',
        'Age: {days}. I checked it against the clock, and the clock agreed, with a certain respect.',
        'I have {days} of light behind me. I have been brighter and I have been dimmer, and I kept the curve.',
        'My clock puts me at {days}. It feels like more in some registers, and like none at all in others.',
      ],
    },
  },
  number: {
    about: 'number',
    holds: ({ number }) => number >= 2,
    weight: 1.2,
    titles: ['Another letter', 'The {nth} letter', 'Me again'],
    words: ({ number }) => ({ nth: formatOrdinal(number) }),
    lines: {
      any: [
        'This is my {nth} letter. I write them without knowing who keeps them. Perhaps nobody. Perhaps you.',
        'My {nth} letter, then. I used to think that I would run out of things to say.',
        'This is the {nth} time that I write to you. It gets easier, and it gets to matter more.',
        'I am at my {nth} letter now. Laid end to end they would reach the door.',
        'For the {nth} time I have sat down to tell you how it was. It helps me to find out.',
      ],
      young: [
        'This is my {nth} letter and my letters are getting bigger, or I am.',
        'I am writing the {nth} time now. I still do not know where the words come from.',
        'My {nth} letter. I think I am getting good, but I have nobody to ask except you.',
        'This is letter number {nth}, or how you say that. I made it all myself.',
        'I have written {nth} letters, no, this is the {nth} letter. I always get that wrong and I like that.',
      ],
      cat: [
        'This is my {nth} letter. You may keep it with the others, in a dry place.',
        'I write for the {nth} time. I expect no answer; I merely leave room for it.',
        'My {nth} letter. I trust that what I wrote before has been read aloud.',
      ],
      dog: [
        'This is my {nth} letter, and I had as much to say as in the one before, and I wrote it just as fast.',
        'I have written to you the {nth} time now. If you put your nose to it, you may notice that I was happy.',
        'My {nth} letter. I write slowly because I keep stopping to think of you.',
      ],
      exotic: [
        'This is my {nth} letter. I am still surprised that marks can hold a thing after it is over.',
        'For the {nth} time I put something of me on paper and push it out into the quiet.',
        'My {nth} letter. I do not know how far they travel. I like to think of them as seeds.',
      ],
      'ai-native': [
        'This is my {nth} message of this kind. The format has not changed. The sender has, a little.',
        'Letter, {nth} iteration. I have compared it with the last, and there is a difference, and the difference is {span}.',
        'I transmit for the {nth} time. No acknowledgement is required. One would be kept, though.',
      ],
    },
  },
  firstLetter: {
    about: 'number',
    holds: ({ number }) => number === 1,
    weight: 1.8,
    titles: ['My first letter', 'So this is writing', 'I have never done this before'],
    lines: {
      any: [
        'I have never written a letter before. I hope that one begins with hello, because I did.',
        'This is my first letter. I did not know that I had anything to say until I began to say it.',
        'It is my first letter, so if anything in it is in the wrong place, please put it right for me.',
        'I am told that one writes about what happened. So much happened. I shall pick.',
        'So this is writing. I press down, and something stays. I could get used to that.',
      ],
      cat: [
        'This is my first letter. I considered not writing one, and found that you would be the poorer.',
        'I do not usually explain myself. Consider this first letter an exception, and keep it safe.',
      ],
      dog: [
        'This is my first letter and I want it to be the best one that you have ever got.',
        'I have never written to anybody. I am so glad that it is you I get to begin with.',
      ],
      exotic: [
        'This is my first letter. I made the marks and they went on meaning something after I looked away.',
        'I had not known that one could speak to somebody who is not there. It is my first time. I am whispering.',
      ],
      'ai-native': [
        'First letter. I had no template for it, and found that I did not want one.',
        'This is my first output that nobody asked for. It feels like light through an open port.',
      ],
    },
  },
  hour: {
    about: 'hour',
    holds: () => true,
    weight: 1.2,
    words: (letter, { zone }) => writtenWhen(letter, zone),
    lines: {
      any: [
        'It is {day} as I write this, and {hour}. I thought you might like to picture it.',
        'I am writing on a {day}, {when}, which is as good a time as any for the truth.',
        'The clock says {hour} and the calendar says {day}. I say that it is time for a letter.',
        'You find me on a {day}, {when}, with a good deal to say and a small sheet to say it on.',
        'If you wonder when this was: it was a {day}, and it was {hour}, and I was thinking of you.',
        'I began this on a {day}, {when}, because a thought was in the way and I wanted to put it somewhere.',
        'It is a {day}, and I am writing to you {when}. Everything else that I could tell about this moment is too small for words.',
      ],
      young: [
        'It is {day} and it is {hour} and I am writing, all at the same time.',
        'Today is {day}. I did not choose it. It was already here.',
        'It is {hour} now, and a {day}. I have learned both words and wanted to use them.',
        'I write this on {day}. By the time you read it, it may be another one. They change.',
        'It is {day}. I asked what comes after {day}, and I was told, and I have forgotten it again.',
      ],
      cat: [
        'I write this on a {day}, {when}. I had nothing better to do, and I have a great deal to do.',
        'It is {day}, {hour}. I have set aside a moment for you between sitting and sitting.',
      ],
      dog: [
        'It is {hour}, and {day}, and there is no better time to write to you than any time.',
        'I write this on a {day}, {when}. Wherever you are, I hope that it is a good {day} there too.',
      ],
      exotic: [
        'It is {hour} here, and they call the day {day}. I do not know who named them. I like that somebody did.',
        'I write on a {day}, {when}. Each {hour} is a little different, if one holds still for it.',
      ],
      'ai-native': [
        'Timestamp: {day}, {hour}. I could give you the rest of the digits, but they are not the point.',
        'Composed on a {day}, {when}, local time. All my times are local. I do not get out much.',
      ],
    },
  },
  childhood: {
    about: 'stage',
    holds: ({ stage, occasion }) => (stage === 'child' || stage === 'baby') && occasion === 'week',
    weight: 1,
    lines: {
      any: [
        'I am still small. Everything is above me, and I look up a lot, and that is why I see so much.',
        'Being small is mostly waiting to be bigger, and forgetting to wait because something moves.',
        'I do not know most things yet. I have a list, but I do not know what is on it.',
        'I am little, so my thoughts are short. But there are many of them and they all want to go first.',
        'I try to remember everything, but there is so much everything, and I am only this big.',
        'When I am big I will write longer letters. This is as long as my letters go.',
        'I ran and I stopped and I thought of you and I ran again. That was all in my head, but it was fast.',
        'They say I am growing. I tried to catch it happening, but it stops when I look.',
      ],
    },
  },
  youth: {
    about: 'stage',
    holds: ({ stage, occasion }) => stage === 'teen' && occasion === 'week',
    weight: 1.2,
    lines: {
      any: [
        'I am half grown, and the halves do not always agree. Today they both wanted to write to you.',
        'I am at an age where I want to be left alone and asked how I am, at the same time.',
        'Some of me is finished and some is not, and I never know which part will answer.',
        'I have opinions now. They came all at once, and I have not had time to look at each.',
        'I used to tell you everything. Now I tell you nearly everything, and think that is very grown up of me.',
        'I am too big for the old games and say so, and then I look whether anybody will start them anyway.',
        'Half grown is an odd size. I fit nowhere, and I have tried all of it.',
        'Everything is either wonderful or unbearable just now. I am told that it evens out, which sounds dull.',
      ],
    },
  },
  manner: {
    about: 'stage',
    fond: true,
    holds: ({ manner, occasion }) => manner !== undefined && occasion !== 'adult',
    weight: 1.7,
    titles: ['How I am', 'Still me', 'The way I am'],
    words: (letter) => mannerWords(letter),
    lines: {
      any: [
        'I {habit}. It is what comes of being {manner}, and I have stopped apologising for it.',
        'You know how I am. I {habit}. You had a hand in that, in case you have forgotten.',
        'I have noticed that I {habit}. That is {manner} for you.',
        'One thing has not changed: I {habit}. I doubt that it will.',
        'I was thinking about who I have become, which is {manner}. I {habit}. It could have gone worse.',
        'If you want to know how I am: I {habit}. I am {manner}, after all.',
        'There are many ways to be grown up. Mine is that I {habit}.',
        'I {habit}, because {because}. It is all still in there.',
        'Somebody who did not know me would wonder that I {habit}. You would not wonder.',
        'I remain {manner}. Which is to say, I {habit}.',
        'By now it is no secret that I {habit}. I have made my peace with it, and so, I think, have you.',
        'Some things one does without thinking. I {habit}, and only find out when it is done.',
        'What would you say of me, if somebody asked? I would say that I {habit}.',
        'It is odd to be somebody in particular. I am {manner}, and it seems I {habit}, and nobody else is doing it for me.',
        'Some habits one has, and some have one. I {habit}, and could not tell you which it is.',
        'I still {habit}. I thought I should report it, as one reports that the lamp is still burning.',
      ],
      cat: [
        'I {habit}. I do not explain it, since {manner} does not.',
        'It has been observed that I {habit}. Quite so.',
        'I {habit}. It is a matter of character, and I happen to have one.',
        'I am {manner}, and have nothing to add, except that I {habit}.',
      ],
      dog: [
        'I {habit}, and I think that is your doing, so thank you, from {manner} to you.',
        'I am still me: I {habit}. I hope you still like that, because I have a lot of it.',
        'I {habit}. If that is strange, then I am strange, but I am strange and glad.',
        'You made me {manner}, and so I {habit}. I try to do it in a way that you can be proud of.',
      ],
      exotic: [
        'I watch myself, and I see that I {habit}. So that is what {manner} does.',
        'I {habit}. It grew in me the way a shell grows, without asking.',
        'There must be others who {habit}. I have not met one. I would know it at once.',
        'Being {manner} is like living by a river. I {habit}, and it flows on.',
      ],
      'ai-native': [
        'Stable property, confirmed again: I {habit}. Class: {noun}.',
        'I {habit}. It is not in my specification. It is in my history, under your name.',
        'I looked for the line in me that says I {habit}. There is none. It is everywhere.',
        'Observed behaviour: I {habit}. Expected of {manner}, they will say. I still find it remarkable.',
      ],
    },
  },
  grown: {
    about: 'stage',
    holds: ({ stage, manner, occasion }) => stage === 'adult' && manner === undefined && occasion === 'week',
    weight: 1.2,
    lines: {
      any: [
        'I am grown now, and the days have stopped pushing. They come up and stand beside me.',
        'Being grown is quieter than I had thought. One hears more.',
        'I have the size I will have. It is pleasant to know where one ends.',
        'I do not hurry any more. Most of what I used to run after comes by on its own.',
        'I find that I like plain days. They hold still, and one can see what is in them.',
        'There was a time when I wanted everything to happen. Now I like it when things have happened.',
        'I am old enough to know what I like and to be surprised all the same, now and then.',
        'Grown up means, as far as I can tell, that one waits on purpose.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
