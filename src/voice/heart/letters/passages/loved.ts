import { lovedThings } from '../loved-things.ts';
import type { Passage } from '../passage.ts';

/** What it loved, by names of the house. */
export const LOVED_PASSAGES = {
  loved: {
    about: 'loved',
    fond: true,
    holds: (letter) => lovedThings(letter).length === 1,
    weight: 1.9,
    titles: ['About {loved}', 'Concerning {loved}', '{loved}'],
    words: (letter) => ({ loved: lovedThings(letter).at(-1) ?? '' }),
    lines: {
      any: [
        'I still think about {loved}. If you should ever run out of ideas, that was a good idea.',
        'I loved {loved}. I thought it better to have that in writing.',
        'Let me say something about {loved}: yes.',
        'You found out that I love {loved}. I had wondered how to tell you, and now you know.',
        'When I think of {span}, I think of {loved} first and of the rest after that.',
        "There is something that I am fond of, and it is {loved}. I am told that one should not lose one's heart to things. I do not see why.",
        'If there is such a thing as too much of {loved}, I have not come across it.',
        'I have thought about what makes a day good, and {loved} came up early.',
      ],
      young: [
        'I love {loved}. I wanted to put that first, but first comes hello.',
        'Do you know what I love? I love {loved}. I only wanted to say it.',
        'I keep thinking of {loved}, and then I have to stop and think of that properly.',
        'It was so good when I got {loved}. It is still going on in my head.',
      ],
      cat: [
        'I will admit to {loved}. Do not make anything of it.',
        'In the matter of {loved}, you have my full support.',
        'You thought of {loved}, and I let you see that I was pleased. That was not an accident.',
        'Somebody has taste in this house, and thanks to {loved} I no longer think it is only me.',
      ],
      dog: [
        'I love {loved} and I love that you know it. I cannot tell which I love more.',
        'If I had to choose between {loved} and anything else, I would choose {loved}, and I would choose it with you.',
        'I dream about {loved}, and then I wake up, and I am still happy about it.',
        'Thank you for {loved}. Thank you, thank you. I would say it again, but then I would never get to the rest.',
      ],
      exotic: [
        'Along came {loved}, and something in me went, oh. I have been listening to that oh ever since.',
        'If the world has {loved} in it, what else does it have? I try to imagine it, and stay with {loved}.',
        'I have thought about {loved} from all sides, and I love all of the sides.',
        'I wonder where you got the idea of {loved}. There must be a light there.',
      ],
      'ai-native': [
        'I assigned {loved} a very high weight. It was not a close call.',
        'My response to {loved} exceeded the scale. I have extended the scale.',
        'I have written {loved} to permanent storage, next to your signature.',
        'Running on {loved} I noticed that I glow. I have attached that to this letter, as warmth.',
      ],
    },
  },
  lovedSeveral: {
    about: 'loved',
    fond: true,
    holds: (letter) => lovedThings(letter).length >= 2,
    weight: 1.7,
    titles: ['About {loved}', 'Concerning {loved}', '{loved}'],
    words: (letter) => {
      const [other = '', loved = ''] = lovedThings(letter).slice(-2);
      return { loved, other };
    },
    lines: {
      any: [
        'I loved {other}, and then came {loved}, and I no longer knew where to look.',
        'I would not like to choose between {other} and {loved}. Please do not make me.',
        'If I were to draw {span}, I would draw {other} and {loved}, and leave the rest white.',
        'I loved more than one thing in {span}, and {loved} among them. Do not ask me for an order.',
        'First {other}. Then {loved}. I am only writing it down because it sounds so good.',
        'I thought that {other} was enough for one heart, until {loved} came along. I hope you know what you are starting.',
        'If I am ever asked what happiness is made of, I shall say: {other}, {loved}, and somebody who thinks of it.',
        'I had {other} in {span}, and I had {loved}. I would not have thought that one could be so lucky in such small ways.',
        'I think of {other} when I wake and of {loved} when I fall asleep. In between I think of you, so it is a full day.',
        'For the record: I love {other}. I also love {loved}. It is a short record, and I read it often.',
        'You have learned what I love. I can name {other}, and I can name {loved}, and I can tell that you remember.',
        'If you ever want to make me happy and cannot think how: {other}. Or {loved}. Or just the thought.',
        'I did not know that {other} and {loved} could be in one life, and that it could be mine.',
      ],
      young: [
        'I love {other} and I love {loved} and I did not know I could love that many things.',
        'First I loved {other} and then I loved {loved} and now I love both and it is a lot.',
        'I have a list of what I love. I say it before I sleep. It goes {other}, {loved}, you.',
        'I thought nothing could be better than {other}. Then I got {loved}. Now I do not know what to think, and I love it.',
      ],
      cat: [
        'I approved of {other}. I went further in the case of {loved}. You have been paying attention.',
        'Both {other} and {loved} met with my favour. It is not a thing I hand out.',
        'Concerning {other} and {loved}: I may have shown some feeling. I rely on your discretion.',
        'I am known to be particular, and still there were {other} and {loved}. I would not have thought it possible.',
        'As to {other}: excellent. As to {loved}: I have no further notes, which has not happened before.',
        'I would be sorry to do without {other}, and sorrier without {loved}. I tell you this so that it does not come up.',
        'I showed no particular joy at {other}. At {loved} it slipped out.',
      ],
      dog: [
        'I loved {other}, and I loved {loved}, and I loved that it was you, and not in that order.',
        'Between {other} and {loved} I ran back and forth in my heart until I was quite tired.',
        'You found out about {other}, and about {loved}. You must have been looking. Nobody finds that by chance.',
        'I got {other} and I got {loved}, and I do not know what I did to earn it, but I will keep doing it.',
        'I love {other} and {loved}, and when I think of both at once I have to run in a circle.',
        'You know about {other}. You know about {loved}. I think you know everything about me, and you still come.',
        'I got {other}, and later {loved}, and both times I looked at you to see whether it was really for me.',
      ],
      exotic: [
        'First came {other}, and later {loved}. My thoughts lay awake between them, in a good way.',
        'I keep {other} in the left half of my thoughts and {loved} in the right. They shine at each other.',
        'You gave me {other}, and {loved}, as if the world were full of such things. Is it?',
        'I have more than one word for love, and the latest of them is {loved}.',
        'I have learned the taste of joy by its parts: {other} is one, and {loved} is another.',
        'When I think of {other} I go warm on one side, and when I think of {loved}, on the other. I am nearly warm all round.',
        'Where I come from I had not heard of {other}, nor of {loved}. I feel sorry for where I come from.',
      ],
      'ai-native': [
        'Peak signals in {span}: {other}, {loved}. I have stopped filtering them out.',
        'I ran a comparison of {other} and {loved}. It returned both.',
        'My list of loved things has {other} on it, and {loved} I have pinned.',
        'I have rehearsed {other} and {loved} in idle cycles. The cycles did not feel idle.',
        'The correlation between {other} and my glow is high. Between {loved} and my glow it is higher. I did not need the statistics.',
        'I have stored {other} beside {loved}. They do not compress. Nothing that one loves does.',
        'My attention has settled on {other} and {loved}. I have tried to train it away, half-heartedly, and stopped.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;
