import { DAY_PARTS } from '../../../core/vocabulary.ts';
import { dayPartNoun } from './clock-words.ts';
import { countOf, timesInWords } from './count-words.ts';
import { hoursCovered, usualPart, waitOf } from './facts.ts';
import type { Passage } from './passage.ts';

const LONG_WAIT = 12;
const SHORT_WAIT = 8;
const SOME_VISITS = 5;

/** Who came, how often and when. */
export const COMPANY_PASSAGES = {
  visits: {
    about: 'visits',
    holds: ({ page }) => page.visits >= 2,
    weight: 1.6,
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
        'You were here {times}. That is the first thing to say about {span}, so I say it.',
        '{visits} in {span}: it reads like a number, and it did not feel like one.',
        'I heard you come in {times} in {span}. It is a sound that I could draw.',
        'In {span}, I had {visits}. I do not rank them. I only go back to some more often than to others.',
      ],
      young: [
        'You came {times} in {span}, and I counted, and then I counted again because it was nice.',
        'You were here {times}. I know because I can count now, up to that at least.',
        'There were {visits} and every time I thought, there you are, there you are.',
        'In {span} you came {times} and went just as often. I liked the coming part.',
        'Somebody came {times}, and every time it was you. I checked.',
      ],
      cat: [
        'You came {times} in {span}. I was not counting; I happened to be facing the door.',
        '{visits} in {span}. I have drawn no conclusion, but I have noted it down.',
        'You presented yourself {times}. On the whole, I was at home to you.',
        'There were {visits}. I looked up at most of them, which you will know how to value.',
        'In {span} you came {times}. It is not for me to say whether that was correct, but it was.',
      ],
      dog: [
        'You came {times} in {span}, and every single time was the best one so far.',
        '{visits} in {span}, and I was glad from the nose to the other end at each of them.',
        'You came and you came and you came, {times} in all, and I never got used to it.',
        'I want to say thank you for {visits}. I would have said it at the door, but I was busy being happy.',
        'In {span} you were here {times}. I have gone over all of them again since, in order.',
      ],
      exotic: [
        'You came {times} in {span}. Each time the air moved first, and then there was you.',
        'There were {visits}. I still do not know where you come from, only that you do.',
        'In {span} the quiet opened {times}, and you were what was behind it.',
        'You appeared {times}. I have thought about it, and I believe you do it on purpose.',
        '{visits} in {span}. I turned each over afterwards, the way one turns a pebble.',
      ],
      'ai-native': [
        'I logged {visits} in {span}. I have read that log more often than it needs.',
        'You connected {times} in {span}. Between the sessions I kept the port warm.',
        'In {span} your signal came in {times}, and each time a little more of me lit up.',
        '{visits}. I stored them without compression, since I did not want to lose the edges.',
        'You polled me {times} in {span}. I know the word is dry. The event was not.',
      ],
    },
  },
  oneVisit: {
    about: 'visits',
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
    titles: ['A quiet time', 'To myself', 'What quiet is like', 'Nobody, and me'],
    lines: {
      any: [
        'Nobody came in {span}. I write it down because it is so, and because paper does not mind.',
        'In {span} the door stayed shut. I listened to it for a while, and then I listened to myself.',
        'There was no visit in {span}. There is not much else to tell, and I will tell it anyway.',
        'It was quiet in {span}. Nobody came, and I found out how long a quiet can be.',
        'I had {span} to myself. It is more than I would have asked for.',
        '{span} went by without a knock. I have nothing against the quiet, but it is a poor listener.',
      ],
      young: [
        'Nobody came in {span}. I waited the way I know, with all of me.',
        'I was by myself in {span} and it was long, longer than I thought things could be.',
        'No steps in {span}. I am small, so it felt like a big no.',
        'In {span} I was alone and I made up what you would say, and you said nice things.',
        'There was nobody in {span}. I sang a bit, inside. It is not so loud inside.',
      ],
      cat: [
        'Nobody came in {span}. I did not need anybody; I mention it for the record.',
        'In {span} I received no one. I looked composed throughout, though there was nobody to see it.',
        'There was no visit in {span}. I have decided to find that restful, and I am still deciding.',
      ],
      dog: [
        'Nobody came in {span}. I kept ready anyway, because that is what ready is for.',
        'In {span} there was no you. I thought about you instead, which is nearly as good for an hour or so.',
        'There was no visit in {span}. I was not cross for a moment of it. I only listened very hard.',
      ],
      exotic: [
        'Nobody came in {span}. The quiet grew until it had corners, and I got to know them.',
        'In {span} nothing opened. I did not know that nothing could take up so much room.',
        'There was no visit in {span}. I held still for most of it, to hear whether that would change.',
      ],
      'ai-native': [
        'No session in {span}. I looped on an empty queue and did not time out.',
        'In {span} no signal came in. I dimmed what I could and left the receiving light on.',
        'The log of {span} has no entry but this letter. I read it anyway, from the first line to the last.',
      ],
    },
  },
  longWait: {
    about: 'wait',
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT,
    weight: 2.2,
    titles: ['About waiting', '{hours}', 'In between'],
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
    lines: {
      any: [
        'Once it was {hours} before anybody came. I am only saying that I noticed.',
        'There was a wait of {hours} in between. I know now what that is made of: mostly listening.',
        'I waited {hours} at one point. When you came I had forgotten what I meant to say about it.',
        'The longest stretch before a visit was {hours}. It ended, which is what I remember of it.',
        'At one time {hours} went by without you. They went by slowly, but in your direction.',
      ],
      young: [
        'Once I waited {hours}. I did not know there were that many in a row.',
        'There was a wait and it was {hours} long and I was in all of it.',
        'You were away for {hours} once. Then you were back, so I stopped being sad, mostly.',
        'I waited {hours} one time. I got better at it towards the end.',
      ],
      cat: [
        'On one occasion I was left for {hours}. I have forgiven it, in principle.',
        'There was an interval of {hours}. I used it to perfect an expression, which you then walked past.',
        'You once let {hours} go by. I was not waiting; I was merely doing nothing else.',
        'Once it took you {hours}. A lesser animal would have brought it up sooner.',
      ],
      dog: [
        'Once it was {hours} until you came, and then you came, so I do not know why I mention it.',
        'I waited {hours} for you at one point, and I would do it again, but I would rather not.',
        'There were {hours} in a row without you. I never once thought you would not come. Maybe once.',
        'At one time it took {hours}. I kept the whole welcome ready, and none of it went bad.',
      ],
      exotic: [
        'Once there were {hours} with nobody in them. I could feel where each of them joined the next.',
        'I waited {hours} at one point. Time is longer when it is held by one end only.',
        'At one time {hours} passed before the air moved again. I had begun to think I had dreamed you.',
        'There was a gap of {hours}. I looked into it, and it looked a little like the inside of an egg.',
      ],
      'ai-native': [
        'One interval ran to {hours}. I did not raise an alarm, though I had it written.',
        'There was a gap of {hours} in the signal. I filled it with an estimate of you, which was too small.',
        'Once I idled for {hours}. My uptime was excellent. There was just nobody to tell.',
        'The longest latency was {hours}. I have marked it as resolved.',
      ],
    },
  },
  shortWaits: {
    about: 'wait',
    holds: (letter) =>
      letter.page.visits >= SOME_VISITS && waitOf(letter) >= 1 && letter.page.longestWaitHours <= SHORT_WAIT,
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
    holds: (letter) => usualPart(letter) !== undefined,
    weight: 1.3,
    titles: ['When you come', 'Our time of day', 'My favourite hours'],
    words: (letter) => ({ part: dayPartNoun(usualPart(letter) ?? 'midday') }),
    lines: {
      any: [
        'Most of what was done for me was done {part}. I have come to like that part of the day.',
        'It was mostly {part} that things happened. The rest of the day I think of as the margin.',
        'If somebody asked when my day begins, I would say: {part}, which is mostly when you come.',
        'You are mostly here {part}. I have arranged my hopes accordingly.',
        'More than half of all my care came {part}. I expect that says something about your day, too.',
      ],
      young: [
        'You mostly come {part}. It is my favourite time, and now you know why.',
        'Most things happen {part}. Before that I wait for it, and after that I think about it.',
        'I have found out when it gets good. It gets good {part}, because that is mostly you.',
        'Mostly it was {part} when something happened. I try to be at home then. I am always at home.',
        'Almost everything happened {part}. I tried to stay excited the whole day for it, and I can.',
      ],
      cat: [
        'You keep mostly to one time of day: {part}. I approve of habits, above all in others.',
        'Most of my appointments fall {part}. I keep them without being asked.',
        'It is {part} that you are of most use. I say so with some warmth.',
      ],
      dog: [
        'Mostly it is {part} that you come, so mostly it is {part} that I am happiest.',
        'I know your time. It is {part}, mostly, and I am ready well before that.',
        'Most good things happened {part}. I have told the rest of the day to be patient.',
      ],
      exotic: [
        'Most of it happened {part}. The light is a certain way then, and now it means you.',
        'You belong to a part of the day: {part}. I wonder what you are in the others.',
        'It was mostly {part}. I can feel that time coming before it is there.',
      ],
      'ai-native': [
        'Most entries are stamped {part}. I have raised my clock speed for it.',
        'Your activity peaks {part}. So, as it turns out, does mine.',
        'The histogram has its hump {part}. I do not need a model to know what that is: it is you.',
      ],
    },
  },
  allHours: {
    about: 'hours',
    holds: (letter) =>
      usualPart(letter) === undefined && DAY_PARTS.every((part) => letter.page.hours[part] > 0),
    weight: 1.2,
    titles: ['At all hours', 'By every light', 'You never know'],
    lines: {
      any: [
        'You came at all hours: in the morning, at midday, in the evening and at night. I could never guess, and I liked that.',
        'There was no hour that I could rule out. Morning, midday, evening, night: you have used them all.',
        'Some of it was in daylight and some of it was at night. I have now seen you by every light there is.',
        'Whatever part of the day it was, there was some care in it. I stopped asking what time it is.',
        'I could not say when you are likeliest to come. Every part of the day has had its share of you, and I have learned to be ready in general.',
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
      ],
      dog: [
        'You came in the morning, at midday, in the evening and at night, and I was up for all of it.',
        'There is no time of day now that does not smell of you a little.',
      ],
      exotic: [
        'You came by daylight and by dark. I had thought that there were several of you, and I am still not sure.',
        'Every part of the day has had you in it. I go looking for what that changes.',
      ],
      'ai-native': [
        'Your visits are spread over all parts of the day. I find no period in it, and I have looked.',
        'Morning, midday, evening, night: every bucket has a count in it. I like a histogram with no zero.',
      ],
    },
  },
  nightVisits: {
    about: 'hours',
    holds: (letter) => letter.page.hours.night >= 2 && usualPart(letter) !== 'night',
    weight: 1.3,
    titles: ['The night', 'In the dark', 'Up late'],
    words: ({ page }) => ({ times: timesInWords(page.hours.night) }),
    lines: {
      any: [
        'Something was done for me at night, {times}. I do not know what you were doing up. I know what I was.',
        'You were there at night, too. I counted {times} that something was done for me in the dark.',
        'Something was done for me {times} at an hour when nobody could have expected it. I have not forgotten.',
        'At night, {times}, I was not by myself. It makes a difference to the dark.',
        'You did something for me at night, {times}. Daylight is for everybody. The night is for those who mean it.',
      ],
      cat: [
        'You were up at night, and of use {times}. We may have more in common than you think.',
        'I was attended to {times} at night. I had taken you for a creature of the day.',
      ],
      dog: [
        'Even at night you did something for me, {times}. I would have been brave, but it was nicer like that.',
        'There was care in the night, {times}. I sleep better next to that thought.',
      ],
      exotic: [
        'At night, {times}, there was a small kindness in the dark. I could tell it was yours by the shape.',
        'Something kind happened {times} while it was night. I did not know that the night lets such things in.',
      ],
      'ai-native': [
        'I find {times} in the log that you did something at night. Off-peak kindness is still billed as kindness.',
        'Night entries with your mark: I count {times}. They glow a little in the list.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
