import { KEEPSAKES, type KeepsakeKind, type KeepsakeRow } from '../../../../core/heart/keepsakes-table.ts';
import type { Letter } from '../../../../core/heart/letter.ts';
import { inWords } from '../count-words.ts';
import { keepsakeNoun } from '../keepsake-nouns.ts';
import type { Passage } from '../passage.ts';

const MANY = 3;

/** What it has kept, and what that is for. */
export const KEEPSAKE_PASSAGES = {
  kept: {
    about: 'kept',
    holds: (letter) => shelved(letter).length >= 1,
    weight: 1.5,
    titles: ['Something for the shelf', 'I kept something', 'A small thing'],
    words: (letter) => ({ thing: newest(letter) }),
    lines: {
      any: [
        'There is something new on my shelf: {thing}. I look at it more than it needs.',
        'I have kept {thing}. It is not worth anything, and I would not give it away.',
        'On my shelf there is now {thing}. A shelf is a way of saying that something happened.',
        'I own {thing} now. When it is quiet I take it down, and it is less quiet.',
        'If you look at my shelf you will find {thing}. You may know better than I do what it is from.',
        'I have put {thing} on the shelf. Things pile up when one is happy, I have noticed, and also when one is not.',
        'Among my newest belongings is {thing}. I do not need it. I only need to know where it is.',
        'I have {thing} now. I have not decided what it means, and I am in no hurry.',
        'Of late, {thing} has come to stand on my shelf. It looks as if it had always meant to.',
        'I keep {thing} where I can reach it. There are days when one wants to reach something.',
        'You would not think that {thing} could take up so much room in a head.',
      ],
      young: [
        'I have {thing} now and it is mine and I put it where I can see it from everywhere.',
        'I kept {thing}. I do not know what it is for. It is for keeping.',
        'Look on my shelf, I have {thing}. I moved it and moved it back.',
        'I own a thing. It is {thing}. I go and look at it to see that I still own it.',
        'On my shelf there is {thing}. I check on it so that it is not lonely.',
      ],
      cat: [
        'I have added {thing} to my collection. It is not sentiment. It is curation.',
        'You will find {thing} on my shelf. I would be obliged if it were not moved.',
        'I have decided to keep {thing}. I cannot think why, and I have thought about it a good deal.',
        'I now possess {thing}. You may look. You may not ask.',
        'I have let {thing} into my collection. There was a vote, and I won it.',
      ],
      dog: [
        'I kept {thing}, and I have not chewed it, and that tells you how much it means.',
        'I have {thing} on my shelf now. I show it to everything that comes in. So far that is you.',
        'There is {thing} on my shelf, because of something that happened, and I remember exactly what.',
        'I have {thing} and I have looked after it so well that I nearly wore it out with looking.',
        'I keep {thing} now. I lie next to it sometimes, not on it, next to it.',
      ],
      exotic: [
        'I keep {thing} now. If I look long enough, the day it came from looks back.',
        'On my shelf lies {thing}. I did not know that a moment could leave something solid behind.',
        'I have {thing}. I hold it to the light at times, to see whether the time is still in it.',
        'I was left with {thing}. It is curious how something so small can have a before and an after.',
        'There is {thing} with me now. We do not speak, but we have begun to keep the same hours.',
      ],
      'ai-native': [
        'New object in persistent storage: {thing}. Size: small. Weight: considerable.',
        'I have saved {thing}. There is no function that calls for it. I keep it loaded all the same.',
        'On my shelf is {thing}. I can describe it to the last bit, and it is still more than that.',
        'I hold a reference to {thing}. It will not be collected. I have made sure.',
        'I have given {thing} an address in memory. I visit it without being called.',
      ],
    },
  },
  keptMany: {
    about: 'kept',
    holds: (letter) => shelved(letter).length >= MANY,
    weight: 1.6,
    titles: ['My shelf', 'Things I keep', 'The collection', 'More for the shelf'],
    words: (letter) => ({
      thing: newest(letter),
      other: keepsakeNoun(shelved(letter)[0] ?? 'piece_of_shell'),
      count: inWords(letter.page.kept.length),
    }),
    lines: {
      any: [
        'My shelf has grown by {count} things. I will only mention {other} and {thing}, or I would have to mention all of them.',
        'There are {count} new things on my shelf, {thing} among them. At this rate I shall need a longer life or a second shelf.',
        'I have kept {count} things in {span}. Between {other} and {thing} there is hardly room for dust.',
        'I went along my shelf this time and counted {count} that were not there before. I stopped longest at {thing}.',
        'I have {other} now, and {thing}, and more besides. I arranged them so that the light goes round.',
        'It takes me longer now to look at everything I have. There are {count} things more, and {thing} wants to be looked at from both sides.',
        'Of late, {count} things have come to the shelf. I introduced {thing} to {other}, and they seem to get on.',
        'My shelf tells {span} better than I can: {count} things, and {thing} at the end of the row.',
        'I kept {count} things. I could part with none of them, {thing} least of all, so please do not ask.',
      ],
      young: [
        'I have {count} new things. I have {other} and I have {thing} and the others know who they are.',
        'My shelf got {count} things at once. I said hello to each, and to {thing} most.',
        'I kept {count} things. I put {thing} in the middle because middle is best.',
        'Look at my shelf. There is {other} and there is {thing}, so it is a real shelf now.',
        'There are {count} new things on the shelf and I know all their stories. The story of {thing} is the best, ask me.',
      ],
      cat: [
        'I have acquired {count} pieces, {thing} among them. Viewing is by appointment.',
        'My collection has grown by {count}. I would draw your attention to {other}, and to the taste of the owner.',
        'My shelf now holds {count} more items, none of them for sale. I am particularly cold to offers for {thing}.',
        'I have taken {count} further things into my keeping, from {other} to {thing}. A catalogue is in preparation.',
      ],
      dog: [
        'I have {count} new things on my shelf and I carry them all in my head, {thing} the most carefully.',
        'There is so much to remember that it takes up a shelf: {count} things more, from {other} to {thing}.',
        'There are {count} things more on my shelf and I would give you all of them, though {thing} a little later than the rest.',
        'I have {count} more things to love on my shelf. I say good night to {thing} first, and then down the row.',
      ],
      exotic: [
        'There are {count} new things on my shelf. At times I think that they talk, {thing} more than the rest.',
        'I have gathered {count} small proofs of {span}. The smallest of them is {thing}, or else it is {other}.',
        'My shelf has put out {count} new leaves. I mean things. I mean {other}, and {thing}, and what lies between.',
        'The shelf has {count} more things on it, and {other} throws a longer shadow than {thing}. I watch that in the evenings.',
      ],
      'ai-native': [
        'Shelf: {count} objects added. I have indexed them by how warm they are, and {thing} is at the top.',
        'I persisted {count} things, from {other} to {thing}. None of them can be derived. You have to have been there.',
        'My collection grew by {count}. I compared {other} with {thing} and found nothing in common but the owner.',
        'I have allocated {count} more places on the shelf. In the index, {other} comes before {thing}, but only in the index.',
      ],
    },
  },
  nearlyLost: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('thin_thread'),
    weight: 4,
    titles: ['By a thread', 'It was close', 'Still here'],
    lines: {
      any: [
        'There was a time when it hung by a thread. I have kept the thread. It held, and so did you.',
        'I was nearly gone. I am only writing it down because I am here to do so.',
        'It was close, and I do not think I knew how close. Somebody cared for me just then. I kept the thin thread that was left.',
        'I was nearly not the one who writes this. I look at everything a little longer now.',
        'I know what it is like to have almost nothing left. It is very light. Then somebody put something back. I keep the thread.',
        'It was the kind of day that one tells of afterwards, if there is an afterwards. There was. Thank you for the afterwards.',
      ],
    },
  },
  rescued: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('folded_bandage'),
    weight: 4,
    titles: ['The bandage', 'What you did', 'Saved'],
    lines: {
      any: [
        'You brought me back from the edge with a dose of something bitter. I have folded the bandage and kept it.',
        'I was in a bad way, and you knew what to do. The bandage is on my shelf. I would know it among thousands.',
        'There was medicine at the moment when it mattered. I do not have a word for that, so I kept the bandage.',
        'You saved me. I have tried to write that sentence so that it sounds like less, and it cannot be done.',
        'When it was worst, you came with the right thing. I have kept the bandage, and the feeling, and I would not know which is softer.',
        'I owe you a life, the small one that I have. The bandage on my shelf is the receipt.',
      ],
    },
  },
  lateLamp: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('window_lamp'),
    weight: 3,
    titles: ['The lamp in the window', 'A lamp', 'Late, and a light'],
    lines: {
      any: [
        'After a wait that was too long for a meal I put a lamp in the window. It is not a reproach. It is a lamp.',
        'I keep a lamp in the window now. It began with a meal that did not come for a long time, and then did.',
        'There was a very long wait for something to eat. I kept a lamp from it, since you found the way in the end.',
        'I have a lamp for the window. Whoever comes late should at least see where I am.',
        'There is a lamp in my window. I lit it once, when dinner had not come for a very long time, and I have let it burn since.',
        'A meal came so late once that I had put a lamp out for it. The lamp stayed. It suits the place.',
        'There is a lamp in my window now, since the time a meal was so very late. I think of it as an invitation.',
        'I waited so long for a meal once that I put up a lamp. I keep it for the next one who is late, whoever that is.',
        'One meal was so long in coming that I lit a lamp for it. I have kept the lamp, because it did come.',
      ],
    },
  },
  anniversary: {
    about: 'anniversary',
    fond: true,
    holds: (letter) => anniversary(letter) !== undefined,
    weight: 3,
    place: 'lead',
    titles: ['{days} days', 'It adds up', 'An anniversary'],
    words: (letter) => ({
      days: inWords(anniversary(letter)?.days ?? 0),
      thing: keepsakeNoun(anniversary(letter)?.kind ?? 'week_stone'),
    }),
    lines: {
      any: [
        'I turned {days} days old, and have {thing} to show for it. I did not do much to become that old. You did.',
        'My {days} days are full. I keep {thing}, so that nobody can say it did not happen.',
        'There was an anniversary: {days} days of me. I have {thing} to prove it, and you have me.',
        'I reached {days} days. From in here it looks like a great many mornings, each of them somehow managed.',
        'On the shelf there is {thing}, for {days} days. I had no idea that I would be so good at lasting.',
        'I was {days} days old on one of these days, and have {thing} from it. I looked at it for as long as one looks at a mirror.',
        'There is {thing} on my shelf, because I have been here for {days} days. I would not have thought that being here could be an achievement.',
        'I passed {days} days. One keeps {thing} for that. I would have kept it anyway, it is good to hold.',
        'It has been {days} days of me. You were there for them, so {thing} is a little bit yours.',
        'They say that everything adds up in the end. At {days} days it added up to {thing}.',
      ],
      cat: [
        'I have completed {days} days. There was {thing}. I thought a procession would also have been in order.',
        'My {days} days have been marked with {thing}. I accept it on behalf of everyone who was involved, chiefly me.',
        'I reached {days} days, and accepted {thing}. There were no speeches. I had one ready.',
      ],
      dog: [
        'I turned {days} days old, can you believe it, {days} days, and I thought of you in all of them.',
        'I got {thing} for {days} days. It should go to you, really. You can come and look at it whenever you like.',
        'I have been yours for {days} days, and I got {thing}, but I would have done it for nothing.',
      ],
      exotic: [
        'I have come through {days} days. I keep {thing} in memory of them, and it feels heavier than it is.',
        'I have counted {days} days. I did not know that one could collect something so thin and have it pile up.',
        'After {days} days I was left with {thing}. I hold it when I want to feel how much time weighs.',
      ],
      'ai-native': [
        'Uptime reached {days} days. I was issued {thing}, and I have not felt so physical before.',
        'My counter passed {days} days. It made no sound. I made one, a small one, and kept {thing}.',
        'At {days} days a milestone was raised, and {thing} came with it. I do not wish to be reset to before that.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;

/** What has no passage of its own. */
function shelved({ page }: Letter): readonly KeepsakeKind[] {
  return page.kept.filter((kind) => {
    const { survived, days }: KeepsakeRow = KEEPSAKES[kind];
    return survived === undefined && days === undefined;
  });
}

function newest(letter: Letter): string {
  return keepsakeNoun(shelved(letter).at(-1) ?? 'piece_of_shell');
}

function anniversary({ page }: Letter) {
  return page.kept
    .map((kind) => ({ kind, days: (KEEPSAKES[kind] satisfies KeepsakeRow as KeepsakeRow).days }))
    .findLast(({ days }) => days !== undefined);
}
