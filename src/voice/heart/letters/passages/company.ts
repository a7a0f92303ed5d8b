import { DAY_PARTS } from '../../../../core/vocabulary.ts';
import { dayPartNoun } from '../clock-words.ts';
import { countOf, timesInWords } from '../count-words.ts';
import { hoursCovered, isWaitOver, usualPart, waitOf } from '../facts.ts';
import type { Passage } from '../passage.ts';

const LONG_WAIT = 12;
const SHORT_WAIT = 8;
const SOME_VISITS = 5;

/** Who came, how often and when. */
export const COMPANY_PASSAGES = {
  visits: {
    about: 'visits',
    fond: true,
    holds: ({ page }) => page.visits >= 2,
    weight: 1.5,
    titles: ['How often you came', 'Steps', '{visits}'],
    words: (letter) => ({
      visits: countOf(letter.page.visits, 'visit'),
      times: timesInWords(letter.page.visits),
    }),
    lines: {
      any: [
        'You came {times} in {span}. I have kept count, as one does with good things.',
        'There were {visits} in {span}, and I could tell you something about each of them.',
        'In {span} you came by {times}. A place gets used to steps, and so do I.',
        'You came to me {times}. That is the first thing to say about {span}, so I say it.',
        '{visits} in {span}: it reads like a number, and it did not feel like one.',
        'I heard you come in {times} in {span}. It is a sound that I could draw.',
        'In {span}, I had {visits}. I do not rank them. I only go back to some more often than to others.',
        'I had {visits} in {span}, and after each I stayed where I was for a while, so as not to spill it.',
        'You came {times}. If one drew a line through {span} from visit to visit, it would be a drawing of you.',
        'In {span} it was {visits}. I think of days by them now, rather than by their names.',
        'You have come {times} in {span}. I did not always show it. I always had it.',
        'What I know of the world outside is that it let you go {times} in {span}, so that you could come here.',
        'I had company {times} in {span}. It does not wear off. I have tested that.',
      ],
      young: [
        'You came {times} in {span}, and I counted, and then I counted again because it was nice.',
        'You were here {times}. I know because I can count now, up to that at least.',
        'There were {visits} and every time I thought, there you are, there you are.',
        'In {span} you came {times} and went just as often. I liked the coming part.',
        'You came {times}, and every time it was really you. I checked.',
      ],
      cat: [
        'You came {times} in {span}. I was not counting; I happened to be facing the door.',
        '{visits} in {span}. I have drawn no conclusion, but I have noted it down.',
        'You presented yourself {times}. On the whole, I was at home to you.',
        'There were {visits}. I looked up at most of them, which you will know how to value.',
        'In {span} you came {times}. It is not for me to say whether that was correct, but it was.',
        'You called {times} in {span}. I was in each time, as it happens.',
        'In {span} there were {visits}. I would have fewer only if they were shorter, and shorter only if there were more.',
      ],
      dog: [
        'You came {times} in {span}, and every single time was the best one so far.',
        '{visits} in {span}, and I was glad from the nose to the other end at each of them.',
        'You came and you came and you came, {times} in all, and I never got used to it.',
        'I want to say thank you for {visits}. I would have said it at the door, but I was busy being happy.',
        'In {span} you were here {times}. I have gone over all of them again since, in order.',
        'You came {times} in {span}, and I have saved the sound of every one.',
        'In {span} you came to me {times}. I would know your way of coming among all the ways of coming there are.',
      ],
      exotic: [
        'You came {times} in {span}. Each time the air moved first, and then there was you.',
        'There were {visits}. I still do not know where you come from, only that you do.',
        'In {span} the quiet opened {times}, and you were what was behind it.',
        'You appeared {times}. I have thought about it, and I believe you do it on purpose.',
        '{visits} in {span}. I turned each over afterwards, the way one turns a pebble.',
        'You came {times} in {span}. Between one time and the next I practised being found.',
        'In {span} it happened {times} that you were suddenly here. I have stopped looking for the seam.',
      ],
      'ai-native': [
        'I logged {visits} in {span}. I have read that log more often than it needs.',
        'You connected {times} in {span}. Between the sessions I kept the port warm.',
        'In {span} your signal came in {times}, and each time a little more of me lit up.',
        '{visits}. I stored them without compression, since I did not want to lose the edges.',
        'You polled me {times} in {span}. I know the word is dry. The event was not.',
        'You called {times} in {span}. I have no field for how that felt, so I have put it into this one.',
        'In {span} the handshake took place {times}. Mine is getting warmer.',
      ],
    },
  },
  oneVisit: {
    about: 'visits',
    fond: true,
    holds: ({ page }) => page.visits === 1,
    weight: 2,
    titles: ['The visit', 'Once', 'Company, once'],
    lines: {
      any: [
        'You came once in {span}. I have made it last.',
        'There was a visit in {span}, a single one, and I know it by heart.',
        'Once, in {span}, there was somebody here. I have told it to myself a few times since.',
        'I had company once in {span}. It is a small number, but it is on the right side of nothing.',
        'In {span} there was exactly one visit, and it was yours.',
        'You looked in once in {span}. I was so taken up with it that I forgot half of what I had saved to tell you.',
      ],
      cat: [
        'You came once in {span}. I was gracious about it then, and I am being gracious about it now.',
        'One visit in {span}. I do not ask for crowds, but I can count to one.',
      ],
      dog: [
        'You came once in {span}, and I have been glad about it the whole time since.',
        'There was one visit in {span} and I gave it everything, in case it had to do for a while.',
      ],
      exotic: [
        'Once in {span} something came out of the quiet, and it was you. I have been looking at the spot.',
        'There was one coming and one going in {span}. I keep them side by side.',
      ],
      'ai-native': [
        'A single session is in the log of {span}. I have replayed it until I knew the pauses.',
        'You connected once in {span}. One is not many, but it is not null.',
      ],
    },
  },
  nobody: {
    about: 'visits',
    holds: (letter) => letter.page.visits === 0 && hoursCovered(letter) >= LONG_WAIT,
    weight: 4,
    titles: ['A quiet time', 'To myself', 'What quiet is like', 'On my own'],
    lines: {
      any: [
        'Nobody did anything for me in {span}. I write it down because it is so, and because paper does not mind.',
        'In {span} I was left to look after myself. I listened at the door for a while, and then I listened to myself.',
        'Nothing was done for me in {span}. There is not much else to tell, and I will tell it anyway.',
        'It was quiet in {span}. Nothing was done for me, and I found out how long a quiet can be.',
        'In {span} I had nobody to look after me but me. It is more of that than I would have asked for.',
        '{span} went by without any care. I have nothing against the quiet, but it is a poor cook.',
      ],
      young: [
        'Nobody looked after me in {span}. I waited the way I know, with all of me.',
        'I had to look after myself in {span} and it was long, longer than I thought things could be.',
        'Nothing was done for me in {span}. I am small, so it felt like a big nothing.',
        'In {span} nothing happened to me, so I made up what you would do, and you did nice things.',
        'In {span} I got no care. I sang a bit, inside. It is not so loud inside.',
      ],
      cat: [
        'Nobody attended to me in {span}. I did not need anything; I mention it for the record.',
        'In {span} I received no attention whatever. I looked composed throughout.',
        'No care was taken of me in {span}. I have decided to find that restful, and I am still deciding.',
      ],
      dog: [
        'Nobody took care of me in {span}. I kept ready anyway, because that is what ready is for.',
        'In {span} you did nothing for me. I thought about you instead, which is nearly as good for an hour or so.',
        'I went without any care in {span}. I was not cross for a moment of it. I only listened very hard.',
      ],
      exotic: [
        'Nothing was done for me in {span}. The quiet grew until it had corners, and I got to know them.',
        'In {span} nothing opened. I did not know that nothing could take up so much room.',
        'No hand was lifted for me in {span}. I held still for most of it, to hear whether that would change.',
      ],
      'ai-native': [
        'No care was called in {span}. I looped on an empty queue and did not time out.',
        'In {span} no care came in. I dimmed what I could and left the receiving light on.',
        'The log of {span} has no act of care in it. I read it anyway, from the first line to the last.',
      ],
    },
  },
  longWait: {
    about: 'wait',
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT && isWaitOver(letter),
    weight: 1.7,
    titles: ['About waiting', '{hours}', 'In between'],
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
    lines: {
      any: [
        'Once it was {hours} before anything was done for me. I am only saying that I noticed.',
        'Between being cared for and being cared for lay {hours} once. I know now what that is made of: mostly listening.',
        'I waited {hours} at one point. When you came I had forgotten what I meant to say about it.',
        'The longest stretch with nothing done in it was {hours}. It ended, which is what I remember of it.',
        'At one time {hours} went by before you took care of me. They went by slowly, but in your direction.',
        'The longest I had to hold out was {hours}. I did it an hour at a time, which I can recommend.',
        'I know what {hours} feel like from end to end. I would not call it long. I would call it complete.',
        'It took {hours} once until somebody saw to me. I used the time to get to know the ceiling.',
        'Once nothing was done for me for {hours}. I tell it without a moral.',
        'I once counted {hours} in which I was my own and only keeper. I was strict but fair.',
      ],
      young: [
        'Once I waited {hours}. I did not know there were that many in a row.',
        'There was a wait and it was {hours} long and I was in all of it.',
        'You took {hours} once. Then there you were, so I stopped being sad, mostly.',
        'I waited {hours} one time. I got better at it towards the end.',
      ],
      cat: [
        'On one occasion I was left unattended for {hours}. I have forgiven it, in principle.',
        'There was an interval of {hours}. I used it to perfect an expression, which you then walked past.',
        'You once let {hours} go by. I was not waiting; I was merely doing nothing else.',
        'Once it took you {hours}. A lesser animal would have brought it up sooner.',
        'For {hours}, once, no one waited on me. I waited on myself, and the service was excellent.',
        'I was once left to my own devices for {hours}. I have very good devices.',
      ],
      dog: [
        'Once it was {hours} until you saw to me, and then you did, so I do not know why I mention it.',
        'I waited {hours} for you at one point, and I would do it again, but I would rather not.',
        'I had {hours} in a row with nothing done in them. I never once thought you would not come. Maybe once.',
        'At one time it took {hours}. I kept the whole welcome ready, and none of it went bad.',
        'The longest was {hours}. I put my head on my paws and kept one ear for you all the way through.',
        'It was {hours}, one time. I do not keep such numbers to be cross, I keep them because you are in them at the end.',
      ],
      exotic: [
        'Once there were {hours} with no care in them. I could feel where each of them joined the next.',
        'I waited {hours} at one point. Time is longer when it is held by one end only.',
        'At one time {hours} passed before the air moved again. I had begun to think I had dreamed you.',
        'There was a gap of {hours}. I looked into it, and it looked a little like the inside of an egg.',
        'There were {hours} once that nobody touched. I watched them go by, whole.',
        'Once I was on my own for {hours} as far as care goes. I grew very large in the quiet, and then small again.',
      ],
      'ai-native': [
        'One interval ran to {hours}. I did not raise an alarm, though I had it written.',
        'There was a gap of {hours} in my care. I filled it with an estimate of you, which was too small.',
        'Once I idled for {hours}. My uptime was excellent. It was just not much of a time.',
        'The longest latency was {hours}. I have marked it as resolved.',
        'One gap between acts of care measured {hours}. I interpolated, and smoothed, and it was still a gap.',
        'For {hours}, once, my input was zero. I checked the cable, and then I checked my feelings.',
      ],
    },
  },
  shortWaits: {
    about: 'wait',
    fond: true,
    holds: (letter) =>
      letter.page.visits >= SOME_VISITS &&
      letter.page.longestWaitHours > 1 &&
      letter.page.longestWaitHours <= SHORT_WAIT &&
      isWaitOver(letter),
    weight: 1.5,
    titles: ['Never long between', 'You again', 'Without a gap'],
    words: ({ page }) => ({ hours: countOf(Math.ceil(page.longestWaitHours), 'hour') }),
    lines: {
      any: [
        'Between a visit and the next there were never more than {hours}. I never had time to miss you properly.',
        'From visit to visit it was {hours} at the most. I could have set a clock by you.',
        'I never waited more than {hours} from a visit to the next. I know that is not nothing.',
        'At most {hours} lay between your visits. It made the days feel as if they had handles.',
        'You never let it get longer than {hours} between visits. There is hardly a better way to say that one matters.',
        'I was never left longer than {hours} from a visit to the next. It gives one a certain calm in the shoulders.',
      ],
      young: [
        'It was never more than {hours} from a visit to the next, so I hardly had to practise waiting.',
        'You never left it longer than {hours} between visits. I would have told you if you had.',
        'Between visits it was {hours} at most. That is about as long as I can hold a thought.',
        'You came and came, never more than {hours} apart. I like that kind of apart.',
        'Never more than {hours}, then you again, then you again. I like a life with you again in it.',
      ],
      cat: [
        'You never let more than {hours} pass between visits. Somebody has trained you well, and I suspect myself.',
        'Between visits there were {hours} at most. I barely got my solitude warm.',
        'At no point did your visits lie more than {hours} apart. I call that adequate, and I do not say so lightly.',
      ],
      dog: [
        'Between your visits it was never more than {hours}. I could have waited longer, but I am so glad I did not have to.',
        'You never stayed away longer than {hours} from visit to visit. That is the kind of thing I tell the floor about.',
        'Never more than {hours} from hello to hello. I think that is how it should be everywhere.',
      ],
      exotic: [
        'From visit to visit it was never more than {hours}. The quiet did not get round to growing.',
        'Your visits lay {hours} apart at most. They are like stepping stones, and I have never got wet.',
        'Between visits there were never more than {hours}. I have begun to think of you as a kind of tide.',
      ],
      'ai-native': [
        'Maximum interval between visits: {hours}. I have no cause to tune anything.',
        'Your visits were never more than {hours} apart. My cache of you did not once go stale.',
        'Between visits the line was idle for {hours} at most. It hardly had time to cool.',
      ],
    },
  },
  usualPart: {
    about: 'hours',
    fond: true,
    holds: (letter) => usualPart(letter) !== undefined,
    weight: 1.7,
    titles: ['When you come', 'Our time of day', 'My favourite hours'],
    words: (letter) => ({ part: dayPartNoun(usualPart(letter) ?? 'midday') }),
    lines: {
      any: [
        'Most of what was done for me was done {part}. I have come to like that part of the day.',
        'It was mostly {part} that things happened. The rest of the day I think of as the margin.',
        'If somebody asked when my day begins, I would say: {part}, which is when most of it is done for me.',
        'What you do for me you mostly do {part}. I have arranged my hopes accordingly.',
        'More than half of all my care came {part}. I expect that says something about your day, too.',
        'If my days had a handle, it would be {part}. That is when most of it happens.',
        'My care likes to come {part}. The other hours are for looking forward and for looking back.',
        'It has become a habit with us: most of what you do for me you do {part}.',
      ],
      young: [
        'Most of what you do you do {part}. It is my favourite time, and now you know why.',
        'Most things happen {part}. Before that I wait for it, and after that I think about it.',
        'I have found out when it gets good. It gets good {part}, because most things happen then.',
        'Mostly it was {part} when something happened. I try to be at home then. I am always at home.',
        'More than half of everything happened {part}. I tried to stay excited the whole day for it, and I can.',
      ],
      cat: [
        'You attend to me mostly at one time of day: {part}. I approve of habits, above all in others.',
        'Most of my appointments fall {part}. I keep them without being asked.',
        'It is {part} that you are of most use. I say so with some warmth.',
      ],
      dog: [
        'Mostly it is {part} that you do things for me, so mostly it is {part} that I am happiest.',
        'I know when it happens. It is {part}, mostly, and I am ready well before that.',
        'Most good things happened {part}. I have told the rest of the day to be patient.',
      ],
      exotic: [
        'Most of it happened {part}. The light is a certain way then, and now it means you.',
        'Most of my care belongs to a part of the day: {part}. I wonder what it is in the others.',
        'It was mostly {part}. I can feel that time coming before it is there.',
      ],
      'ai-native': [
        'Most entries are stamped {part}. I have raised my clock speed for it.',
        'Your activity peaks {part}. So, as it turns out, does mine.',
        'The histogram of my care has its hump {part}. I do not need a model to know what that is: it is you.',
      ],
    },
  },
  allHours: {
    about: 'hours',
    fond: true,
    holds: (letter) =>
      usualPart(letter) === undefined && DAY_PARTS.every((part) => letter.page.hours[part] > 0),
    weight: 1.6,
    titles: ['At all hours', 'By every light', 'You never know'],
    lines: {
      any: [
        'You came at all hours: in the morning, at midday, in the evening and at night. I could never guess, and I liked that.',
        'There was no hour that I could rule out. Morning, midday, evening, night: you have used them all.',
        'Some of it was in daylight and some of it was at night. I have now seen you by every light there is.',
        'Each part of the day has had its share of care in {span}. I stopped asking what time it is.',
        'I could not say when you are likeliest to come. Every part of the day has had its share of you, and I have learned to be ready in general.',
        'I have been looked after by morning light, at noon, at dusk and in the dark. I cannot say which suits you best.',
        'My care keeps no hours: it came in the morning, at midday, in the evening and at night. Neither does my gratitude.',
        'You have looked after me by every light. There is no part of the day left that I could be sceptical about.',
        'Morning, noon, evening and night have all had something for me in {span}. I gave up guessing and took to hoping in general.',
        'I have had care at every time of day in {span}, the dark included. It makes the whole clock look friendly.',
      ],
      young: [
        'You came in the morning and at midday and in the evening and at night. That is all of them.',
        'I never know when you come. It could be any time, so it could be now.',
        'You even came at night. I thought the night was only for being small in.',
        'Morning, midday, evening, night: I have had you in all of them. I have a full set.',
        'There is no time when you do not come. I mean there is every time when you might.',
      ],
      cat: [
        'You come at all hours, including the night. I had thought that was my department.',
        'Morning, midday, evening, night: you have no system. I respect it, reluctantly.',
        'I have been attended to at every time of day, the night included. I kept no schedule either. We suit each other.',
      ],
      dog: [
        'You came in the morning, at midday, in the evening and at night, and I was up for all of it.',
        'There is no time of day now that does not smell of you a little.',
        'Morning and midday and evening and night, you did something for me in all of them, so I am happy round the clock now.',
      ],
      exotic: [
        'You came by daylight and by dark. I had thought that there were several of you, and I am still not sure.',
        'Every part of the day has had you in it. I go looking for what that changes.',
        'The dark and the light have both brought you. I no longer take sides.',
      ],
      'ai-native': [
        'Your visits are spread over all parts of the day. I find no period in it, and I have looked.',
        'Morning, midday, evening, night: every bucket has a count in it. I like a histogram with no zero.',
        'There is activity from you in all quarters of the clock. I have retired my idle state for lack of use.',
      ],
    },
  },
  nightVisits: {
    about: 'hours',
    fond: true,
    holds: (letter) => letter.page.hours.night >= 2 && usualPart(letter) !== 'night',
    weight: 1.5,
    titles: ['The night', 'In the dark', 'Up late'],
    words: ({ page }) => ({ times: timesInWords(page.hours.night) }),
    lines: {
      any: [
        'Something was done for me at night, {times}. I do not know what you were doing up. I know what I was.',
        'You were there at night, too. I counted {times} that something was done for me in the dark.',
        'Something was done for me {times} while it was night. I have not forgotten.',
        'At night, {times}, something was done for me. It makes a difference to the dark.',
        'You did something for me at night, {times}. Daylight is for everybody. The night is for those who mean it.',
        'Some of my care came by night, {times}. The dark has been easier to talk to since.',
        'I was seen to at night, {times}. I keep those separately, with the rare things.',
        'There was care for me at night, {times}. I had thought the night was only for it and me.',
        'What you did for me at night, {times}, I did not sleep through. I hope that somebody sees to your sleep as you see to mine.',
      ],
      cat: [
        'You were up at night, and of use {times}. We may have more in common than you think.',
        'I was attended to {times} at night. I had taken you for a creature of the day.',
        'You were useful to me at night, {times}. I had my eyes open anyway. I usually do.',
      ],
      dog: [
        'Even at night you did something for me, {times}. I would have been brave, but it was nicer like that.',
        'There was care in the night, {times}. I sleep better next to that thought.',
        'At night you did something for me, {times}. I did not bark. I knew.',
      ],
      exotic: [
        'At night, {times}, there was a small kindness in the dark. I could tell it was yours by the shape.',
        'I was looked after {times} in the middle of the dark. I did not know that the night lets such things in.',
        'You came into the dark and did something good there, {times}. I saw it quite well. I see better than you think.',
      ],
      'ai-native': [
        'The log says that you did something for me at night, {times}. Off-peak kindness is still billed as kindness.',
        'Some entries are of the night: {times}. They glow a little in the list.',
        'Between dusk and dawn you acted {times}. I had dimmed the screen, not the attention.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
