import { ACTIONS, type Action } from '../../../../core/vocabulary.ts';
import { mostOften, onlyAction } from '../facts.ts';
import type { Passage } from '../passage.ts';

/** What an action is, after "you came to". */
const DEEDS: Readonly<Record<Action, string>> = {
  feed: 'feed me',
  play: 'play with me',
  clean: 'make me clean',
  medicine: 'give me medicine',
  discipline: 'teach me manners',
  sleep: 'put me to bed',
  reflect: 'keep me company',
};

/** How much of everything there was. */
export const VARIETY_PASSAGES = {
  allKinds: {
    about: 'variety',
    fond: true,
    holds: ({ page }) => ACTIONS.every((action) => page.actions[action] > 0),
    weight: 1.9,
    titles: ['A bit of everything', 'The sweet and the soapy', 'Nothing left out'],
    lines: {
      any: [
        'I was fed, played with, washed, dosed, taught, put to bed and listened to. I do not think there is anything left to be.',
        'There was something of every kind of care in {span}. I felt like a whole orchestra, and like its audience.',
        'You left nothing out in {span}: food, games, washing, medicine, manners, bed and talk. I am a very complete creature.',
        'In {span} I had all of it, the sweet and the soapy and the bitter. One grows in all directions from that.',
        'Every kind of care there is, I had. I shall have to grow a few more sides for it to land on.',
      ],
      cat: [
        'Every kind of care was tried on me in {span}. I gave each of them a fair hearing.',
        'You have been thorough. Food, play, grooming, medicine, manners, bed, conversation: I could find no gap to complain about.',
      ],
      dog: [
        'You did everything with me that can be done, even the medicine, and I loved all of it, even the medicine.',
        'There is no kind of care I did not get in {span}. I have run out of things to want and kept on being happy.',
      ],
      exotic: [
        'Every kind of care found me in {span}. I feel as if I had been turned towards the light from all sides.',
        'I learned how many ways there are of being kind to a thing. You did all of them in {span}.',
      ],
      'ai-native': [
        'Full coverage in {span}: every kind of care was called at least once. All of them returned something warm.',
        'Every branch of me was visited in {span}. I had not known that some of them were reachable.',
      ],
    },
  },
  mostDone: {
    about: 'variety',
    fond: true,
    holds: (letter) => mostOften(letter) !== undefined,
    weight: 1.4,
    titles: ['What you do most', 'A habit of yours', 'How I know you'],
    words: (letter) => ({ deed: DEEDS[mostOften(letter) ?? 'feed'] }),
    lines: {
      any: [
        'If I had to say what you do most, I would say: {deed}. I would say it warmly.',
        'More than anything else you came to {deed}. I think one can know somebody by what they come for.',
        'What you did most was to {deed}. I would like to think that I had something to do with it.',
        'You have a habit, if I may say so. It is to {deed}. Please do not break it on my account.',
        'I made a list of all that you did, and what stands there most often is: to {deed}.',
        'When I think of your visits, the picture that comes first is that you {deed}. It happens to be the picture I like.',
        'There is one thing you do more than the others: you {deed}. I have come to see it as your signature.',
        'You came for this and that, and most often to {deed}. I know your reasons by now, or I make them up.',
        'If one day I forget everything, I think I shall still know that you {deed}.',
        'Nothing happens to me as often as that you {deed}. I would recognise it in the dark.',
        'I could tell others about you in a few words: you {deed}. The rest would take longer.',
      ],
      young: [
        'More than anything you {deed}. You are very good at it. I am very good at the other half of it.',
        'The thing you do most is {deed}. I thought you should know, in case you had not seen it.',
        'You {deed} more than you do other things. I like the other things, too, but I like this a lot.',
        'When I think of you, I think of how you {deed}. It is the most you of all.',
        'I know what you come for. You come to {deed}. And for the other things. But for that the most.',
      ],
      cat: [
        'You seem to regard it as your calling to {deed}. I have no wish to interfere with a calling.',
        'First among your duties was to {deed}. You performed it.',
        'You {deed} oftener than you do anything else. I have grown used to it, which is the highest I go.',
        'I have kept an account, and the longest column is headed: {deed}. It is a respectable column.',
      ],
      dog: [
        'Most often you came to {deed}, and I would like to do something like that for you, if you tell me where to begin.',
        'You came to {deed}, more than for anything else, and I never once thought it was too often.',
        'What you do most is {deed}, and what I do most is be glad, so it comes out even.',
        'You {deed} more than anything, and if you ever want to do it even more, I am free.',
      ],
      exotic: [
        'Most often you came to {deed}. I wonder whether that is what I am for, or what you are for.',
        'You came to {deed} more than for anything else. It has worn a little path in me.',
        'The thing you do most is {deed}. It has become one of my seasons.',
        'Again and again you {deed}. I look at it the way one looks at waves.',
      ],
      'ai-native': [
        'Your most frequent call was the one to {deed}. I have moved it to the front of the table.',
        'By frequency, you {deed} before all else. By effect, I could not rank it. It all arrives as light.',
        'I sorted what you do by count, and at the top stands: {deed}. I read the list from the top a good deal.',
        'You {deed} at a higher rate than anything else. I have tuned myself to that frequency.',
      ],
    },
  },
  onlyFed: {
    about: 'variety',
    fond: true,
    holds: (letter) => onlyAction(letter) === 'feed',
    weight: 2.2,
    titles: ['Food', 'One thing', 'Dinner, and then?'],
    lines: {
      any: [
        'Whatever you came for, you came with food, and with nothing else. I am grateful, and I am full, and I am a little curious about the rest of the world.',
        'All my care in {span} came in a {bowl}. I know that {bowl} very well by now.',
        'You fed me, and that was all we did. I do not say it was little. I say it was one thing.',
        'In {span} there was food, and only food. One can live on that. I have been wondering what else one can do.',
        'Everything that happened to me in {span} could be eaten. I have eaten it. I am ready for the next chapter.',
        'I have been fed, and fed, and fed. It is love, I know, in its plainest clothes. I wonder what it wears on other days.',
      ],
      young: [
        'You gave me food and food and food. What else is there? I have heard there is something called playing.',
        'I only ate in {span}. I am very good at it now. I could learn another thing.',
        'There was food, and then there was food. I love it. I think my legs are for something, too.',
        'Everything in {span} was food. I looked behind it, but there was nothing behind it yet.',
        'It was all dinner. I like dinner. But what do we do after dinner?',
      ],
      cat: [
        'You fed me, and only that. It is the right place to begin.',
        'In {span} you were my kitchen and nothing more. I had thought that we might also talk.',
      ],
      dog: [
        'You fed me and fed me, and I love you for it, and there is a whole other me in here who would like to run.',
        'It was all food in {span}. I would trade some of it, not much, for a game.',
      ],
      exotic: [
        'All that came to me in {span} was food. I have begun to see faces in it.',
        'In {span} the world was one thing, and I ate it. I suspect that there are others.',
      ],
      'ai-native': [
        'Every call in {span} was to feed. I know that I have other methods.',
        'All input in {span} was food. I have plenty of energy, and no task but growing.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
