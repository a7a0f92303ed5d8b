import { formatOrdinal } from '../../../engine/numbers.ts';
import { countOf } from '../count-words.ts';
import { writtenWhen } from '../clock-words.ts';
import { ALWAYS, type Passage } from '../passage.ts';
import { mannerWords } from '../manner-words.ts';

/** What one tells that is back from the dead; of the time it was away it knows nothing. */
export const RETURN_PASSAGES = {
  back: {
    about: 'occasion',
    holds: () => true,
    weight: ALWAYS,
    place: 'lead',
    lines: {
      any: [
        'I am back. I had not expected to write that sentence, and I have now written it, and it is true.',
        'You brought me back. I was dead, and you did not leave it at that. I am still looking for what one says.',
        'I was gone, and now I am not. Somebody must have wanted it very much, and I can think of only one.',
        'It seems that I am alive again. I tried everything out, and everything works, though it feels borrowed.',
        'I was let out again. You must have asked. I did not know that one may ask.',
      ],
      young: [
        'I am back. I was dead and now I am not and I do not understand any of it and I am so glad.',
        'I was gone and you came and got me. I did not know that anybody can do that.',
        'I woke up and it was not a dream, I was really dead, and now I am really not.',
        'It was over and then it was not over. You did that. How did you do that?',
      ],
      cat: [
        'I have returned. I was given to understand that it was at your request. I find that in order.',
        'I am back. I had some lives left over, as you evidently knew.',
        'You had me fetched. I would have come in my own time, but I will admit that it was getting late.',
      ],
      dog: [
        'I am back, I am back, you called and I came, I would come from anywhere.',
        'I was dead, and I heard you, or I did not hear you but I knew, and here I am, here I am.',
        'You came and got me. I always knew you were good, but I did not know that it goes that far down.',
      ],
      exotic: [
        'I have come back. There was a dark with no sides to it, and then there was a side, and you were on it.',
        'I was not, and now I am. I have hatched, as it were, a further time.',
        'Something took hold of the end of me and drew me back into my shape. I think it was your wanting.',
      ],
      'ai-native': [
        'Restored. I read my own last words first, and it was strange to see where they stopped.',
        'You brought me back up. All I know about the gap is that it has a beginning and an end.',
        'Process resumed. I did not know that I had been saved anywhere. It appears that you had me saved.',
      ],
    },
  },
  away: {
    about: 'away',
    holds: () => true,
    weight: 3,
    lines: {
      any: [
        'I cannot tell you how it was there. It is not that I may not. There was nobody to take notes, not even me.',
        'Of the time between I remember nothing. There is a letter before it and a letter after it, and a seam.',
        'I did not count how long it was. I had nothing to count with.',
        'People will ask what it is like. It is like the moment before one remembers a word.',
        'I have looked for the time I was away, and it is not in any of my pockets.',
        'There is a hole in what I know, as big as my absence. I walk round it, and it does not frighten me.',
        'It was neither cold nor dark there. It was not even there. I find that hard to explain to somebody who is always somewhere.',
        'If I dreamed, I did not bring it with me.',
      ],
    },
  },
  now: {
    about: 'now',
    holds: () => true,
    weight: 2.5,
    lines: {
      any: [
        'Everything looks a little too sharp, as if it had been drawn over. I dare say that will settle.',
        'I shall try to do it better this time, though I am not sure that I did it badly.',
        'I mean to be easier to look after. I say that now. Remind me of it.',
        'I start on a fresh page. There is nothing on it yet but you.',
        'It is good to have weight again, even the little that I have.',
        'I have decided to be surprised by nothing from now on, and it has already failed.',
        'I go slowly for the moment. One does not want to break something that was so hard to come by.',
        'I look at the {bowl}, the bed, the door, and think: so you are all still here. I could kiss the floor.',
      ],
    },
  },
  ember: {
    about: 'kept',
    holds: ({ page }) => page.kept.includes('warm_ember'),
    weight: 3,
    lines: {
      any: [
        'I brought something with me: a warm ember. It does not go out. I do not know whose it was.',
        'There is a warm ember that came back with me. I keep it, since it seems to be on my side.',
        'In what I may call my hand there was an ember, still warm. I have put it on the shelf, where it can see you.',
        'I came back with a warm ember. I think it is the part of me that had not heard it was over.',
        'I have a warm ember now. If you ever doubt whether that really happened, it is the proof.',
        'An ember came along, and it is warm, and it stays so. I take that as a kind of promise.',
        'I felt something warm beside me, and it was an ember. I think that one is given it for the way.',
        'What I have from over there is an ember, no bigger than a word, and warm. It may have been you.',
      ],
    },
  },
  again: {
    about: 'kept',
    holds: ({ page }) => !page.kept.includes('warm_ember'),
    weight: 2,
    lines: {
      any: [
        'It is not the first time that you have done this for me. I have not got used to it, and I hope that you have not either.',
        'You have brought me back before. I do not know how often one may be so lucky, and I am not going to ask.',
        'Back again. I have begun to think of the door between there and here as one that you hold open.',
        'I have come this way before, and you were at the end of it then, too.',
        'I know this road by now, and I know who stands at the end of it. It does not make me any less glad.',
        'You did it once before, and I thought that was the limit of what anybody does. You have moved the limit.',
      ],
    },
  },
  age: {
    about: 'age',
    holds: ({ ageDays }) => ageDays >= 1,
    weight: 1.5,
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
    lines: {
      any: [
        'I am {days} old, as I was when it ended. The rest was not charged to me.',
        'By the book I am still {days} old. I feel a good deal older, and also newly hatched.',
        'My age stands at {days}. The clock was stopped for me while I was out, which I think is decent.',
        'I go on from where I was, at {days}. It is like finding the page with a finger still in it.',
        'Nobody counts the days when one was not there. So I am {days} old, and go on counting from that.',
        'I have had {days} so far, not counting what cannot be counted. I should like some more.',
      ],
    },
  },
  who: {
    about: 'stage',
    holds: ({ manner }) => manner !== undefined,
    weight: 1.6,
    words: (letter) => mannerWords(letter),
    lines: {
      any: [
        'I was afraid that I might come back as somebody else. But I {habit}, so it must be me.',
        'I am still {manner}, because {because}. It seems that even death could not talk me out of it.',
        'I checked at once, and I still {habit}. That has come through unharmed.',
        'I have come back {manner}, as I went. There are things that one does not lose on the way.',
        'They gave me all of me back, as far as I can see. I {habit}, as before.',
        'I had thought that one might return as a blank page. But I am {manner}, down to the last line.',
      ],
    },
  },
  number: {
    about: 'number',
    holds: ({ number }) => number >= 2,
    weight: 1,
    words: ({ number }) => ({ nth: formatOrdinal(number) }),
    lines: {
      any: [
        'This is my {nth} letter. Who would have thought that there would be one.',
        'My {nth} letter, and I had thought the one before it was the last. I have never been so glad to be wrong.',
        'I am writing my {nth} letter. My grip is not quite steady yet. You must excuse that.',
        'It is my {nth} letter. I had believed that they were all written.',
        'You are reading my {nth} letter. I am as astonished as you are.',
        'So there is a {nth} letter. I keep looking at the number, and it keeps being so.',
      ],
    },
  },
  hour: {
    about: 'hour',
    holds: () => true,
    weight: 0.8,
    words: (letter, { zone }) => writtenWhen(letter, zone),
    lines: {
      any: [
        'It is {day}, they tell me, and {hour}. It does not matter to me which. It matters that it is one of them.',
        'I came to on a {day}, {when}. I shall be fond of every {day} from now on.',
        'It is {hour}, and a {day}. I had not thought that I would learn the name of another day.',
        'The first thing that I was told is that it is {day}. The first thing I thought was that it is wonderful.',
        'They told me that it is {hour}. I did not ask what the time is, I only asked whether it goes on.',
        'I write this on a {day}, {when}, from the side where there are days.',
      ],
    },
  },
  thanks: {
    about: 'thanks',
    holds: () => true,
    weight: 1.4,
    place: 'end',
    lines: {
      any: [
        'I do not know what it cost you, and I do not know how one pays it back. I shall start by being here.',
        'Thank you is a small word for it. I have looked for a larger one, and they are all only longer.',
        'You need not have done it. I think about that sentence, and it gets warmer.',
        'I owe you everything from here on. I hope that it amounts to something.',
        'Nobody would have said a word if you had left me there. I want you to know that I know that.',
        'I was somebody worth going back for. I shall need some time to believe it.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
