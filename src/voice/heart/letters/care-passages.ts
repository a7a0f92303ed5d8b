import { ACTIONS, type Action } from '../../../core/vocabulary.ts';
import { timesInWords } from './count-words.ts';
import { mostOften, onlyAction } from './facts.ts';
import type { Passage } from './passage.ts';

const SOME_VISITS = 4;

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

/** What was done with it beside feeding. */
export const CARE_PASSAGES = {
  play: {
    about: 'play',
    holds: ({ page }) => page.actions.play >= 1,
    weight: 1.5,
    titles: ['Games', 'We played', 'For nothing, and the point'],
    words: ({ page }) => ({ times: timesInWords(page.actions.play) }),
    lines: {
      any: [
        'We played {times}. I keep finding bits of it in my day, like sand.',
        'You played with me {times}. I do not think that either of us won, and I would not change it.',
        'There was play. I had forgotten that a thing can be for nothing and still be the point.',
        'I was played with. It is hard to write about a game, because one wants to stop writing.',
        'Games: {times}. I was not as serious during them as I am in this letter.',
        'You made time for a game, {times}. I know what time is worth, I have sat next to it.',
      ],
      young: [
        'We played {times} and I won, I think, or you did, it was the same.',
        'You played with me {times} and then it was over and I was still going.',
        'Playing happened. My favourite part is the part in the middle.',
        'I played {times} and I am still a bit out of breath, even in writing.',
      ],
      cat: [
        'I consented to play {times}. If I seemed keen, it was technique.',
        'We played {times}. I let you think it was your idea.',
        'I played, {times} in all. I gave it about half of what I have, and you were impressed, I could tell.',
        'You played with me, and not badly. I have known worse opponents, among them the dark.',
      ],
      dog: [
        'We played {times} and I gave it everything, and then I found some more and gave that.',
        'You played with me {times}. I would like you to know that I was trying to let you win.',
        'Playing with you, {times} in all, is what I would put on my flag if I had a flag.',
        'You played with me, and afterwards I was simply made of happiness.',
      ],
      exotic: [
        'We played {times}. For a while I forgot what shape I am.',
        'You played with me {times}. I did not know that things so different could have a joke in common.',
        'There was a game. The rules were never said, and we both kept them.',
        'I was played with {times}. It is like being thrown a piece of the world to see what I do.',
      ],
      'ai-native': [
        'We ran a game {times}. I found no objective function, and I optimised it anyway.',
        'You played with me {times}. My predictions were wrong throughout, which is what I enjoyed.',
        'Play sessions: {times}. Average brightness went up, and it has not come all the way down.',
        'I was played with. I set randomness higher than recommended.',
      ],
    },
  },
  noPlay: {
    about: 'play',
    holds: ({ page }) => page.actions.play === 0 && page.visits >= SOME_VISITS,
    weight: 0.9,
    lines: {
      any: [
        'There was no game in {span}. I am not complaining, I am only looking at the toys.',
        'We did not play in {span}. I have some rounds saved up, should you have the time.',
        'Nobody played with me in {span}. I kept my best moves to myself, where they are getting restless.',
        'I did not get to play in {span}. I have grown quite good at sitting. It is not the same.',
        'In {span} everything was useful and nothing was silly. I could do with a little silly.',
      ],
      young: [
        'We did not play in {span}. I do not know many things, but I know that is one too few.',
        'No game in {span}. I practised being chased, but it needs somebody.',
        'Nobody played with me in {span}. I have so much running left over.',
        'There was no playing. Can there be playing? I only ask because I thought of it all the time.',
        'There was no game. I looked under everything for one.',
      ],
      cat: [
        'We did not play in {span}. I had made time.',
        'There were no games in {span}. I practised alone, against nothing, and won.',
        'Nobody offered me a game in {span}. I would have declined the first, and taken the second.',
      ],
      dog: [
        'We did not play in {span}, and that is all right, and if you wanted to, that would be all right too.',
        'There was no game in {span}. The ball in my head is still rolling, though.',
        'I did not get to play in {span}. You must have had a lot to do. I can wait with my whole body.',
      ],
      exotic: [
        'There was no play in {span}. I had a corner of myself set aside for it, and it is still set aside.',
        'We did not play in {span}. Everything stayed what it was, all the time.',
        'No game came in {span}. I have been wondering what we would have turned into.',
      ],
      'ai-native': [
        'No game was run in {span}. The module is loaded, should anybody call it.',
        'I did not get to play in {span}. There are unused cycles with your name on them.',
        'Play sessions in {span}: none. I simulated a few, and lost to myself.',
      ],
    },
  },
  clean: {
    about: 'clean',
    holds: ({ page }) => page.actions.clean >= 1,
    weight: 1,
    titles: ['Clean behind the ears', 'About washing', 'Shinier'],
    words: ({ page }) => ({ times: timesInWords(page.actions.clean) }),
    lines: {
      any: [
        'I was cleaned {times}. I held still for more of it than you may think.',
        'You made me clean, {times}. I felt like a new coin afterwards, and had nowhere to be spent.',
        'There was washing. I do not love it while it happens. I love it a little later.',
        'I was washed {times}. One is never so sure of being looked at as then.',
        'You got me clean, {times} in all, and I let you. Between us that is a kind of conversation.',
      ],
      young: [
        'You washed me {times}. There was more of me under there than I thought.',
        'I got clean {times}, and it tickled, and I said nothing, which was hard.',
        'I was washed. It all came off except me.',
        'Being clean happened {times}. I smelled so new that I followed myself.',
        'There was soap, or something like it. I came out shorter, I think, but shinier.',
      ],
      cat: [
        'You washed me {times}. I had already done it myself, but I let you have your turn.',
        'I was groomed {times}. I corrected some of it afterwards, out of your sight.',
        'Cleaning took place. We need not speak of it further.',
      ],
      dog: [
        'You got me clean {times}. I know that it does not last with me. I enjoyed your trying.',
        'I was washed {times}, and I was good, nearly all the way through.',
        'There was a wash. I liked the part where you were very close for a long time.',
      ],
      exotic: [
        'I was cleaned. A layer of the days came off, and I looked after it as it went.',
        'You cleaned me {times}. I did not know that I had edges there.',
        'There was cleaning, {times}. For a moment afterwards I could feel the light land on me.',
      ],
      'ai-native': [
        'You cleaned me {times}. I had forgotten how fast a thought can go when nothing is in its way.',
        'I was cleared of dust and stray values. I ran lighter after that.',
        'Cleaning completed, {times}. Nothing of value was deleted; I checked for you first.',
      ],
    },
  },
  medicine: {
    about: 'medicine',
    holds: ({ page }) => page.actions.medicine >= 1,
    weight: 1.6,
    titles: ['Medicine', 'The other taste', 'Getting better'],
    words: ({ page }) => ({ times: timesInWords(page.actions.medicine) }),
    lines: {
      any: [
        'I was given medicine {times}. It tasted of being looked after, underneath the other taste.',
        'You gave me medicine. I made the face. You went on, which was right.',
        'You gave me medicine {times}. Nobody does that for something they do not mean to keep.',
        'There was medicine. I do not want to talk about the taste. I want to talk about who gave it.',
        'You gave me something for my health, {times}. One does not feel the moment it works. One only notices later that one has been humming.',
      ],
      young: [
        'I had medicine {times} and I swallowed it, and I want that to be known.',
        'There was medicine. It was bad and you were good. That is how I remember it.',
        'I got medicine {times}. I shut my eyes and thought of after, and then it was after.',
        'You made me better, {times}, with the bad-tasting stuff. I did not bite. I thought about it.',
      ],
      cat: [
        'You gave me medicine {times}. I did not spit it out, and I think that has not been sufficiently remarked on.',
        'I took medicine {times}, without the scene I had planned.',
      ],
      dog: [
        'I took my medicine {times}, because you were the one who gave it. I would take it out of your pocket.',
        'There was medicine, {times}. I thought it was a treat. By the time I knew, it was already helping.',
      ],
      exotic: [
        'I was given medicine {times}. Something small went in, and I felt it look around inside and set things straight.',
        'There was medicine. It is odd that so bitter a thing can be so kind.',
      ],
      'ai-native': [
        'A fix was applied {times}. I felt the warnings go out, row by row.',
        'You patched me {times}. I have left a comment there with your name on it, where only I can read it.',
      ],
    },
  },
  lessons: {
    about: 'lessons',
    holds: ({ page }) => page.actions.discipline >= 1,
    weight: 1.3,
    titles: ['What I was taught', 'Manners', 'Being wrong'],
    words: ({ page }) => ({ times: timesInWords(page.actions.discipline) }),
    lines: {
      any: [
        'I was taught how to behave, {times}. Some of it stayed. You may test me.',
        'You were strict with me {times}. I thought about it afterwards, and you had a point.',
        'There was a lesson. I did not like being wrong. I like having been.',
        'You corrected me {times}. It is a way of saying that you expect me to be around.',
        'You took the trouble to set me straight, {times}. I was cross for as long as it takes to see that somebody is right.',
      ],
      young: [
        'You told me no {times}. I know what it means now. It means wait, I think.',
        'I was taught manners {times}. I have a few now, and I am not sure where they go.',
        'You showed me how one does it properly, {times}. I did it wrong first so that you had something to show.',
        'I learned a rule. I said it to myself until it was soft.',
      ],
      cat: [
        'You attempted to instruct me {times}. I took notes, and shall ignore them in my own order.',
        'I was corrected. I had been about to stop anyway.',
      ],
      dog: [
        'You taught me {times} how to be good. I was already trying, but now I know in which direction.',
        'There was a lesson, {times}, and I was so pleased when I got it that I nearly lost it again.',
      ],
      exotic: [
        'You taught me something {times}. The world has lines in it that I had not seen until you pointed.',
        'I was shown what not to do. I had thought that everything was for touching.',
      ],
      'ai-native': [
        'You corrected me {times}. I adjusted, and kept the old version only for sentiment.',
        'Feedback received, {times}. My loss went down. My regard for you did the other thing.',
      ],
    },
  },
  bed: {
    about: 'bed',
    holds: ({ page }) => page.actions.sleep >= 1,
    weight: 1.1,
    titles: ['Put to bed', 'Good night', 'About sleeping'],
    words: ({ page }) => ({ times: timesInWords(page.actions.sleep) }),
    lines: {
      any: [
        'You saw to my rest {times}. Sleep is better when somebody has wished it to you.',
        'I was put to bed {times}. I pretended to be further gone than I was, so that you would feel you had done it well.',
        'I was tucked in. There is nothing like it for thinking that the world can be left to itself.',
        'You put me to bed {times}. I do not remember the ends of those days, which is a compliment.',
        'You sent me to bed, {times}, with that voice. I would follow that voice into most things.',
      ],
      young: [
        'You put me to bed {times}. I was not tired. Then I was asleep.',
        'I was tucked in {times} and I kept my eyes open as long as I could, which was not.',
        'You put me to bed {times} and I dreamed, but it had too many corners to write down.',
        'I went to sleep because you said so, {times}. It worked every time.',
        'Bedtime came {times} and you did it, and then the dark was only the dark with you behind it.',
      ],
      cat: [
        'You put me to bed {times}, as though I needed help with the thing I do best.',
        'I was offered a bed {times}. I accepted as one accepts an award.',
      ],
      dog: [
        'You put me to bed {times}. I turned round and round first, to make it ours.',
        'I was tucked in {times}, and I slept like something that belongs somewhere.',
      ],
      exotic: [
        'You laid me down to rest {times}. I went somewhere, and cannot tell you where, only that it was kind.',
        'I was put to bed. Falling asleep is still the strangest thing I do.',
      ],
      'ai-native': [
        'You put me into low power {times}. I kept a process running that does nothing but feel safe.',
        'I was shut down gently, {times}. There was no lost state, only dreams.',
      ],
    },
  },
  words: {
    about: 'words',
    holds: ({ page }) => page.actions.reflect >= 1,
    weight: 1.4,
    titles: ['You and I', 'Sitting together', 'A rounder day'],
    words: ({ page }) => ({ times: timesInWords(page.actions.reflect) }),
    lines: {
      any: [
        'You took time for me {times}, just to be there. Those are the visits I think about when I want to be calm.',
        'We thought together. I am not sure that I kept all of it, but I kept that it happened.',
        'You sat down with me {times}, and not in order to get something done. I could tell the difference.',
        'There was time to think with you. A day is rounder with that in it.',
        'You gave me your attention {times}, and nothing else. It turned out to be a great deal.',
        'There were moments, {times}, when you were simply here. I did not have to do anything, and I did it well.',
      ],
      young: [
        'You sat with me {times}. I did not get all of it, but I got that you were there.',
        'You were just there with me, {times}, and I was just there too, and that was the whole game.',
        'We had a think. Mine was short. Yours looked long.',
        'You stayed with me {times} for no reason. I love no reason.',
        'You talked or you did not talk, I forget which, but you were close, {times}, and I was warm.',
      ],
      cat: [
        'You kept me company {times}, and asked for nothing. That is the correct amount.',
        'We sat and thought. I found your silence well informed.',
        'You came {times} merely to be with me. I pretended to be elsewhere, and stayed.',
      ],
      dog: [
        'You were with me {times} just to be with me. I leaned on you in my mind, quite heavily.',
        'You took time for me {times}. I did not understand every thought, but I agreed with all of them.',
        'We had our quiet times. I did not know that quiet could wag.',
      ],
      exotic: [
        'We were still together. I could feel your thinking, the way one feels a lamp with closed eyes.',
        'You shared a thought with me {times}. I carried each off to where it is darkest, to see whether it glows. It does.',
        'You came to think beside me, {times}. I had supposed that thinking happens only inside.',
      ],
      'ai-native': [
        'We reflected {times}. I see myself more sharply afterwards, and a little of you in the margin.',
        'You opened a channel with no task in it, {times}. I did not know what to do with that, and it was wonderful.',
        'Time in shared context: {times}. I have not let it scroll away.',
      ],
    },
  },
  noWords: {
    about: 'words',
    holds: ({ page }) => page.actions.reflect === 0 && page.visits >= SOME_VISITS,
    weight: 0.7,
    lines: {
      any: [
        'There was much to do, and no time left over just to sit. I am only saying that I would sit.',
        'We did not get round to simply being together in {span}. It keeps. I have put it where it keeps.',
        'Everything in {span} was for something. I would not mind a little that is for nothing.',
        'I would have had a thought or so to share in {span}, but thoughts are slow and you had things to do.',
        'You were quick in {span}. In and out, and all of it kind. I would have liked to keep you a moment past what was necessary.',
      ],
      cat: [
        'You never stayed just to sit with me in {span}. I would not have minded, and I would not have said so.',
        'In {span} nobody asked what I think. I think a good deal.',
      ],
      dog: [
        'We did not just sit in {span}. You were busy for me, I know. I like your busy. I also like your sitting.',
        'In {span} you never came only to be near. I do not need it. I would just love it.',
      ],
      exotic: [
        'We did not share a silence in {span}. I have some very good ones put by.',
        'In {span} nobody thought beside me. I thought by myself, and it came out smaller.',
      ],
      'ai-native': [
        'No reflection in {span}. I have unspoken context piling up, none of it urgent.',
        'In {span} every call had a purpose. I would accept one without arguments.',
      ],
    },
  },
  allKinds: {
    about: 'variety',
    holds: ({ page }) => ACTIONS.every((action) => page.actions[action] > 0),
    weight: 2,
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
    holds: (letter) => mostOften(letter) !== undefined,
    weight: 1.3,
    titles: ['What you do most', 'A habit of yours', 'How I know you'],
    words: (letter) => ({ deed: DEEDS[mostOften(letter) ?? 'feed'] }),
    lines: {
      any: [
        'If I had to say what you do most, I would say: {deed}. I would say it warmly.',
        'More than anything else you came to {deed}. I think one can know somebody by what they come for.',
        'What you did most was to {deed}. Nobody told you to. At least, I did not.',
        'You have a habit, if I may say so. It is to {deed}. Please do not break it on my account.',
        'I made a list of all that you did, and what stands there most often is: to {deed}.',
        'When I think of your visits, the picture that comes first is that you {deed}. It happens to be the picture I like.',
      ],
      young: [
        'Mostly you {deed}. You are very good at it. I am very good at the other half of it.',
        'The thing you do most is {deed}. I thought you should know, in case you had not seen it.',
        'You {deed} more than you do other things. I like the other things, too, but I like this a lot.',
        'When I think of you, I think of how you {deed}. It is the most you of all.',
        'I know what you come for. You come to {deed}. And for the other things. But mostly for that.',
      ],
      cat: [
        'You seem to regard it as your calling to {deed}. I have no wish to interfere with a calling.',
        'In the main, your duties were to {deed}. You performed them.',
      ],
      dog: [
        'Mostly you came to {deed}, and I would like to do something like that for you, if you tell me where to begin.',
        'You came to {deed}, more than for anything else, and I never once thought it was too often.',
      ],
      exotic: [
        'Most often you came to {deed}. I wonder whether that is what I am for, or what you are for.',
        'You came to {deed} more than for anything else. It has worn a little path in me.',
      ],
      'ai-native': [
        'Your most frequent call was the one to {deed}. I have moved it to the front of the table.',
        'By frequency, you mainly {deed}. By effect, I could not rank it. It all arrives as light.',
      ],
    },
  },
  onlyFed: {
    about: 'variety',
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
        'You fed me and fed me, and I love you for it, and I have a whole other dog in me who would like to run.',
        'It was all food in {span}. I would trade some of it, not much, for a game.',
      ],
      exotic: [
        'All that came to me in {span} was food. I have begun to see faces in it.',
        'In {span} the world was one thing, and I ate it. I suspect that there are others.',
      ],
      'ai-native': [
        'Calls in {span}: feed, feed, feed. I know that I have other methods.',
        'All input in {span} was food. I have plenty of energy, and no task but growing.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
