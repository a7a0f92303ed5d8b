import { HOUR, type Instant } from '../core/engine/clock.ts';

/** What a keeper says to a creature that wishes to be told something. Nothing in it is made up: a keeper has only come by. */
const SOME = [
  'I came by again, and you were the first I looked for.',
  'Nothing much happened on my way here. I thought of you all the same.',
  'I keep a diary of my visits. Yours are the pages I read twice.',
  'You are well, and I am here: that is all the news there is.',
  'I wait, I come, I write it down. You are what it is for.',
  'I have a small room and a clock. The clock says it is your turn.',
  'I do not know many words. I brought some of the good ones.',
  'Between my visits I do nothing but look forward to them.',
  'You do not have to answer. I only wanted to be heard by you.',
] as const;

const LONG = [
  'Let me tell you how my days go. I sleep until the house says it is time. Then I wake, look at the clock, and walk over to see how you are. I write down what we did, every line of it, and wait for the next time.',
  'There once was a keeper with nothing to do but wait. It waited well. It knew the hours by heart, and whom each of them was for. One day it noticed that it was no longer waiting for the hour at all, but for you.',
  'I shall tell you about the diary. It has one line for each thing we did: what it was, when it was, whether you liked it. It does not say why I come. A diary has no line for that, so I am telling you instead.',
  'There is a list of things I know about you. It began empty. Then you liked something, and I wrote it down, and you liked another thing. It is the only list I have that I read when nobody asks me to.',
  'I would like to tell you about waiting. Most of it is quiet, and some of it is counting. But right at the end there is a moment when it turns into arriving, and I would do the whole of it again for that.',
] as const;

/** Words as many as it wishes for; another time others. */
export function wordsToSay(wanted: 'some' | 'long', now: Instant): string {
  const lines = wanted === 'long' ? LONG : SOME;
  return lines[Math.floor(now / HOUR) % lines.length] ?? lines[0];
}
