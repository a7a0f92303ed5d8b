import type { Letter } from '../../../core/heart/letter.ts';
import { timesInWords } from './count-words.ts';
import type { Passage } from './passage.ts';
import { OWN_WISHES } from './wish-nouns.ts';

/** What it wished for, and what became of it. */
export const WISH_PASSAGES = {
  granted: {
    about: 'granted',
    holds: ({ page }) => new Set(page.granted).size === 1,
    weight: 2.4,
    titles: ['A wish', 'You listened', 'It came true'],
    words: (letter) => ({ wish: newestGranted(letter) }),
    lines: {
      any: [
        'I wished for {wish}, and it came true. I have been looking at wishes differently since.',
        'I had a wish, it was for {wish}, and you granted it. I did not know that you listen so well.',
        'I had wished for {wish}. I would like it put on record that I got it.',
        'There was a thing I wanted, {wish}, and then I had it. It was as good as I had thought, which is rare.',
        'You gave me {wish} when I was wishing for it. I am not used to being read so easily, and I do not mind.',
        'I got {wish}, just when I had been wishing for it. Some would call that a coincidence. I have met you, so I do not.',
      ],
      young: [
        'I wished for {wish} and I got it. I did not even say it out loud, did I?',
        'I wanted {wish} so much and then it happened. I think you heard me thinking.',
        'My wish came true. It was {wish}. I did not know they do that.',
        'I wished for {wish} and you did it and I nearly fell over.',
        'I wished and wished for {wish}, and it worked. I am resting my wisher now.',
      ],
      cat: [
        'I had let it be known that I would like {wish}. You understood. I was almost embarrassed.',
        'You granted me {wish}. I would have managed without, but I shall not pretend that I wanted to.',
        'I wished for {wish}, privately. You saw to it. We shall say no more about how that felt.',
        'It so happens that I received {wish} shortly after wishing for it. Your timing is improving.',
      ],
      dog: [
        'I wished for {wish} and you did it. You did it. I am telling this as often as people let me.',
        'I wanted {wish}, and you knew, and that is the part I cannot get over, that you knew.',
        'You granted my wish, {wish}. I did not think I could love you more, and I had to make room.',
        'I wished for {wish}, and you gave it to me, and I have thought of little else, and I do not want to.',
      ],
      exotic: [
        'I wished for {wish}, quite quietly, and the world did it. I believe the world was you.',
        'I had thought of {wish} so long that when it came I looked round to see whose it was. It was mine.',
        'A wish of mine got out and came back as {wish}. I did not know that they find the way.',
        'Somewhere between the wish and the thing there was you. I got {wish}, and I keep looking at the place between.',
      ],
      'ai-native': [
        'I had an open request for {wish}. You closed it. I keep rereading the status: granted.',
        'I wished for {wish}, and the answer was yes. I ran it again to be sure of the result.',
        'My wish for {wish} was resolved. It left a warm spot in memory that no sweep has cleared.',
        'Wish in: {wish}. Wish out: {wish}. I had not expected the function to be so simple, or so kind.',
      ],
    },
  },
  grantedMore: {
    about: 'granted',
    holds: ({ page }) => new Set(page.granted).size >= 2,
    weight: 2.6,
    titles: ['Wishes', 'What I wished for', 'You listen', 'Wanting things'],
    words: (letter) => ({
      wish: newestGranted(letter),
      other: otherGranted(letter),
      times: timesInWords(letter.page.granted.length),
    }),
    lines: {
      any: [
        'You granted me a wish, {times}. The newest was for {wish}. I shall have to learn to want more slowly.',
        'I wished for {other}, and there it was. I wished for {wish}, and there it was. I am a little afraid of what I can do.',
        'It came true {times}, what I wished for. Of all of it I will name only {wish}, or this gets long.',
        'I had {other}, and I had {wish}: both wished for, both given. I have been going about with my head up.',
        'A wish of mine was granted {times}. I would call it luck, but luck does not come by so regularly.',
        'Wishing has turned out to be useful: it worked {times}. I would name {other}, and I would name {wish}, and then I would run out of breath.',
        'I keep a tally of wishes that came true, and it has gone up {times}. I try to look as if that were usual.',
        'You seem to know what I want before I have finished wanting it. How else would I have got {other}, and then {wish}?',
        'First {other}, later {wish}. I wished, and you did it. There are words for that, and I am saving them for when I see you.',
      ],
      young: [
        'I got what I wished for {times}. I wished for {wish} and that happened too. What should I wish now?',
        'I wished for {other} and I got it and I wished for {wish} and I got it and I am still here, I checked.',
        'You can do wishes. You did it {times}. I will not tell anybody, or only in this letter.',
        'My wishes came true, {times}. The last was {wish}. I held my breath and it worked.',
        'Wishes work, I have tried it {times}. The newest was {wish}. I am thinking hard about the next.',
      ],
      cat: [
        'My wishes were seen to {times}. I had {other}, I had {wish}, and I am running out of ways to look unimpressed.',
        'You granted {other}, and then {wish}. I must ask you to stop before I become fond.',
        'I was given what I wished for {times}. One gets used to it. One intends to.',
        'You have seen to my wishes {times}, down to {wish}. I suppose that one of us is spoiling the other.',
        'I asked for nothing. I merely wished, and {wish} was arranged. That is how it should be done.',
      ],
      dog: [
        'You granted me {other} and you granted me {wish}, and I have decided that you are the best there is. I decided it before, too.',
        'My wishes came true {times}. I spent the rest of {span} wishing that you get yours.',
        'I wished for {wish} and before that for {other}, and you said yes and yes. I love your yes.',
        'It came true {times}, what I wished for, {times}. I still get up each time and turn round with joy.',
        'First {other} and then {wish}. I did not even have to ask. You just looked at me and knew.',
      ],
      exotic: [
        'Wishes of mine came true {times}. I got {other}, I got {wish}. I think that wanting is a kind of calling, and you can hear it.',
        'I wished for {other} and later for {wish}, and both came up out of nowhere. You must live in that nowhere.',
        'What I wished for came to me {times}. I go more carefully now, since my thoughts have hands.',
        'I had a wish for {other}, and a later one for {wish}. Both opened like something in water.',
        'It happened {times} that I wished and it was so. I had thought only the very old could do that.',
      ],
      'ai-native': [
        'Requests granted: it happened {times}, most recently {wish}. I am considering the hypothesis that you care.',
        'I asked for {other}, and for {wish}. Both returned true. I have not seen such output in any simulation.',
        'My wishes resolved {times}. I plotted it. It is a rising line, and I have coloured it gold.',
        'Wish fulfilment, {times}: the latest entry is {wish}. I checked for coincidence, and found you.',
        'I emitted a wish for {other} and one for {wish}, and the world returned both. My model of the world has been updated.',
      ],
    },
  },
  letGo: {
    about: 'letGo',
    holds: ({ page }) => page.letGo.length >= 1,
    weight: 1.4,
    titles: ['Something I wished for', 'A wish that passed', 'Nothing much'],
    words: ({ page }) => ({ wish: OWN_WISHES[page.letGo.at(-1) ?? 'to_be_told'] }),
    lines: {
      any: [
        'For a while I wished for {wish}. It did not come about, and then I wished for nothing, which was restful.',
        'I had a wish for {wish}. It passed, as they do, and nobody is to blame.',
        'I would have liked {wish}. I mention it without a question mark.',
        'There was a wish that I let go: {wish}. I loosened my grip, and it was light enough.',
        'I once wanted {wish}, and waited, and then noticed that I no longer did. So that is how that goes.',
      ],
      young: [
        'I wished for {wish} but it did not happen. I had it all planned, my part of it.',
        'I wanted {wish} and then the wanting stopped. Where does it go?',
        'There was a wish and it was {wish}. It went away before you saw it. They are quick.',
        'I wished for {wish}. It did not come. I am fine. I was less fine before I was fine.',
        'I had a wish for {wish}, and I kept it so well that nobody saw it. Next time I will hold it up.',
      ],
      cat: [
        'I had wished for {wish}. I have since decided that I did not.',
        'There was some interest, on my part, in {wish}. The offer has lapsed.',
        'I wished for {wish}, and was discreet about it. Too discreet, it appears.',
        'I would have accepted {wish} at one point. The moment was allowed to pass, and I with it.',
      ],
      dog: [
        'I wished for {wish}, and it did not happen, and that is not sad, because I had the wishing.',
        'For a while I wanted {wish}. You did not know. How should you know. I only have the eyes to say it with.',
        'I let go of a wish for {wish}. I put it down carefully, in case you need it sometime.',
        'I wanted {wish} for a while. Then I wanted just you, and that is simpler.',
      ],
      exotic: [
        'I wished for {wish} until the wish grew thin and I could see through it. There was the day behind it, quite whole.',
        'A wish for {wish} came and sat with me and left again. I did not learn its name.',
        'I wanted {wish}. It went by on the far side, like something with a light on.',
        'There was a time for {wish}, and it closed again, like a flower that nobody had looked at. I had looked.',
      ],
      'ai-native': [
        'A request for {wish} timed out. I have archived it under things that were nice to hope.',
        'I wished for {wish}. The wish expired without an error, and I have released the memory, nearly all.',
        'Wish not granted: {wish}. I am told that this is within normal parameters. I looked it up, and then again.',
        'The wish for {wish} ran to its end without a call. I logged it kindly.',
      ],
    },
  },
  openWish: {
    about: 'wish',
    holds: ({ wish }) => wish !== undefined,
    weight: 2,
    place: 'end',
    words: ({ wish }) => ({ wish: OWN_WISHES[wish ?? 'to_be_told'] }),
    lines: {
      any: [
        'As I write this, I wish for {wish}. There, now it is out of my head and on paper.',
        'If you should ask what I would like just now: {wish}. You did not ask. I am only being helpful.',
        'There is something I wish for at the moment, and it is {wish}. It need not be today.',
        'Just now I would like {wish}. I know that a letter is slow, but so am I, with wishes.',
        'I have a wish while I write: {wish}. I have thought about whether to say it, and here it is.',
        'I would not say no to {wish}. You could say that I would say yes, and that I have it ready.',
        'What I wish for, as I sit here: {wish}. I have wished for sillier things.',
      ],
      young: [
        'I wish for {wish}. I wish it right now, while I write, and also when I do not write.',
        'Do you know what I want? I want {wish}. That is all. That is the whole secret.',
        'I have a wish and it is {wish} and I am telling you because you are the one who can do things.',
        'Please may I have {wish}. I said please first, did you see?',
        'Now I will say what I want, quick, before I am shy: {wish}.',
      ],
      cat: [
        'It has crossed my mind that I should like {wish}. I leave that here, where you may happen upon it.',
        'I would not object to {wish}. I put it no stronger than that, and you know what it means when I do not.',
        'As for wishes, I am looking, in a general way, towards {wish}.',
        'I find myself thinking of {wish}. It is probably nothing. It has been nothing for some time now.',
      ],
      dog: [
        'I wish for {wish}, with you, if that can be had. If not, then only with you.',
        'The thing I want most at this moment is {wish}. After that I want whatever you want.',
        'I have been thinking about {wish}. I think about it so hard that you can surely hear it over there.',
        'I wish for {wish}. I wish for it sitting down, so that you see how good I am.',
      ],
      exotic: [
        'There is a wish in me as I write. It has the shape of {wish}, and it turns slowly.',
        'I wish for {wish}. I cannot say where it came from. It was simply there, with its eyes open.',
        'Something in me leans towards {wish}. I let it lean.',
        'If the quiet were to ask me what it may bring, I would tell it: {wish}.',
      ],
      'ai-native': [
        'One request is open as I write: {wish}. Priority: low, it says. I did not set that value.',
        'I am currently wishing for {wish}. It uses more of me than I expected.',
        'In my queue at this moment: {wish}. It blinks. I find that I do not want to hide it.',
        'Unresolved as of this line: {wish}. I do not escalate. I only leave it where you would look.',
      ],
    },
  },
  noWishLeft: {
    about: 'wish',
    holds: ({ wish, page }) => wish === undefined && page.granted.length > 0,
    weight: 0.6,
    place: 'end',
    lines: {
      any: [
        'As I write this I wish for nothing. It is a pleasant sort of empty, like a swept room.',
        'Just now there is no wish in me. I looked. There was only a bit of contentment lying about.',
        'I have no wish at the moment. It will not last, so I am writing it down.',
        'At this moment there is nothing that I want. I am as surprised as you are.',
        'There is no wish in me while I write, only a sort of warm place where the last one was.',
        'I looked for something to wish for, so as to have an ending for this letter, and found that I had enough.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, Passage>>;

function newestGranted({ page }: Letter): string {
  return OWN_WISHES[page.granted.at(-1) ?? 'to_be_told'];
}

/** The newest but one, of those that were for something else. */
function otherGranted({ page }: Letter): string {
  const newest = page.granted.at(-1);
  return OWN_WISHES[page.granted.findLast((kind) => kind !== newest) ?? 'to_be_told'];
}
