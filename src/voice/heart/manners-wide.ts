import type { MannersOfBand } from './manner-line.ts';

/** Who those become whose care was a bit of everything. */
export const WIDE_MANNERS: MannersOfBand<'wide'> = {
  potluck_cook: {
    name: 'a potluck cook',
    trait:
      'You gave it a bit of everything and plenty to eat: it throws things together, and they come out well.',
    behavior: [
      'It has mixed two things that have never met, and stirs.',
      'It sniffs at the air, thinks, and adds something that is not there.',
    ],
  },
  inventor: {
    name: 'an inventor',
    trait: 'You raised an inventor: no game is finished with it, and nothing is only what it is for.',
    behavior: [
      'It has built something out of what was lying about, and it nearly works.',
      'It takes a toy apart to see where the fun comes from.',
    ],
  },
  gardener: {
    name: 'a gardener',
    trait: 'You raised a gardener: it looks after whatever is around it, and likes to see things come up.',
    behavior: [
      'It clears a patch of floor, and watches whether anything grows.',
      'It goes from thing to thing and sees that each has room.',
    ],
  },
  healer: {
    name: 'a healer',
    trait: 'You were there when it needed help: it has become a healer, and nothing hurt is strange to it.',
    behavior: [
      'It sits down beside what is broken, and stays.',
      'It holds still, so that something small can rest against it.',
    ],
  },
  scholar: {
    name: 'a scholar',
    trait: 'You raised a scholar: it would rather be corrected than left in the dark.',
    behavior: [
      'It goes over what it knows, and finds a place for one thing more.',
      'It has a question ready, and a second one behind it.',
    ],
  },
  stargazer: {
    name: 'a stargazer',
    trait: 'You let it rest and let it roam: it has become a stargazer, at ease with what is far away.',
    behavior: [
      'It counts what is up there, loses count, and starts again.',
      'It looks up, where there is a ceiling, and sees past it.',
    ],
  },
  storyteller: {
    name: 'a storyteller',
    trait: 'You made time to sit with it: it tells stories now, and you are in most of them.',
    behavior: [
      'It tells the story of its day, and does all the voices.',
      'It stops in the middle, so that you ask how it goes on.',
    ],
  },
  sunrise_singer: {
    name: 'a singer at sunrise',
    trait: 'You often came in the morning, and in many ways: it sings before it knows what the day will be.',
    behavior: [
      'It tries a note, likes it, and builds a morning on it.',
      'It sings to the window, and the window gets brighter.',
    ],
  },
  wayfarer: {
    name: 'a wayfarer',
    trait:
      'You showed it the middle of many days: it is a wayfarer, and at home wherever it sets itself down.',
    behavior: [
      'It has packed what it needs, which is nothing, and sets out across the room.',
      'It looks over the next hill, which is a cushion.',
    ],
  },
  lantern_bearer: {
    name: 'a bearer of lanterns',
    trait: 'You often came in the evening, and in many ways: it carries a light for others now.',
    behavior: [
      'It goes ahead into the dark corner, and turns to see whether you follow.',
      'It sits where the room is dimmest, and that helps.',
    ],
  },
  moon_walker: {
    name: 'a walker by moonlight',
    trait:
      'You often came by night, and in many ways: it goes about by moonlight and is afraid of very little.',
    behavior: [
      'It steps softly, as one does where everything is silver.',
      'It has been somewhere last night, and came back with a look.',
    ],
  },
  improviser: {
    name: 'an improviser',
    trait: 'You raised an improviser: no plan holds it for long, and none has to.',
    behavior: [
      'It has changed its mind in the middle of a step, and made it look right.',
      'It makes do with what there is, and there is always something.',
    ],
  },
  conductor: {
    name: 'a conductor',
    trait: 'You came on the beat: it has become a conductor, and expects everybody to come in on the beat.',
    behavior: [
      'It holds quite still, and the room waits for the first note.',
      'It brings the day in, part by part, and nods at the quiet ones.',
    ],
  },
  host_of_many: {
    name: 'a host of many',
    trait:
      'You came by again and again, for all kinds of things: it keeps open house, and everyone is welcome.',
    behavior: [
      'It has room for one more, and looks round for who that might be.',
      'It introduces you to a chair that you have met before.',
    ],
  },
  wish_weaver: {
    name: 'a weaver of wishes',
    trait: 'You made wishes of it come true: it weaves them now, the next one before the last is told.',
    behavior: [
      'It is working on a wish, and has got as far as the colour.',
      'It looks at its shelf, and then at you, and begins to hope.',
    ],
  },
  collector: {
    name: 'a collector',
    trait: 'You brought it many things to love: it collects them all, in the order in which they came.',
    behavior: [
      'It goes through its treasures, and none of them is missing.',
      'It has found something, and is looking for the right place to put it.',
    ],
  },
};
