import type { MannersOfBand } from './manner-line.ts';

/** Who those become whose care was this and that. */
export const MIDDLE_MANNERS: MannersOfBand<'middle'> = {
  host: {
    name: 'a host',
    trait: 'You raised a host: it likes to see others eat, and pushes the best piece towards you.',
    behavior: [
      'It has set a place beside its own, in case somebody comes.',
      'It shows you to the {bowl} as if you were the guest.',
    ],
  },
  teaser: {
    name: 'a tease',
    trait:
      'You raised a tease: it hides your things to have you look for them, and is never far when you do.',
    behavior: [
      'It has hidden something of yours, and looks the other way.',
      'It makes as if to leave, and waits round the corner.',
    ],
  },
  tidy_one: {
    name: 'a tidy one',
    trait: 'You raised a tidy one: everything has its place with it, and so do you.',
    behavior: [
      'It lines up what it owns, the smallest first.',
      'It nudges a crumb into a corner where it will not be seen.',
    ],
  },
  nurse: {
    name: 'a nurse',
    trait: 'You taught it how one is looked after: it has become a nurse, and watches you for signs of wear.',
    behavior: [
      'It leans on you a little, to feel whether you are warm enough.',
      'It has tucked a cloth around something that did not need it.',
    ],
  },
  upright_one: {
    name: 'an upright one',
    trait: 'You raised an upright one: it knows the rules, keeps most of them, and owns up to the others.',
    behavior: [
      'It stops at a line that nobody else can see.',
      'It has done something it should not, and comes to tell you.',
    ],
  },
  dreamer: {
    name: 'a dreamer',
    trait: 'You raised a dreamer: give it a while to come back before you expect an answer.',
    behavior: [
      'It looks straight at you from a long way off.',
      'It starts towards the door, and forgets why, and likes it there.',
    ],
  },
  confidant: {
    name: 'a confidant',
    trait: 'You often sat with it: it has become a confidant, and keeps to itself whatever you say to it.',
    behavior: [
      'It moves up, so that there is room for somebody with something to say.',
      'It has the look of one that knows more than it will tell.',
    ],
  },
  early_bird: {
    name: 'an early bird',
    trait: 'You know it as an early bird: it has its best ideas before others are up, and saves you one.',
    behavior: [
      'It has had a whole day already, by its own reckoning.',
      'It hums something that belongs to the hour of first light.',
    ],
  },
  noon_stroller: {
    name: 'a stroller at noon',
    trait: 'You came when the sun was high: it likes a plain, bright hour and the long way round.',
    behavior: [
      'It strolls from one end of the room to the other, and takes the view.',
      'It keeps to the bright side of everything.',
    ],
  },
  dusk_dancer: {
    name: 'a dancer at dusk',
    trait: 'You often came towards evening: it wakes up as the light goes, and would rather dance than sit.',
    behavior: [
      'It takes three steps to music that only it can hear.',
      'It turns on the spot, and once more for the turn itself.',
    ],
  },
  night_owl: {
    name: 'a night owl',
    trait: 'You know it as a night owl: do not ask it for much by day, and stay up with it when you can.',
    behavior: [
      'It blinks at the light as one does at a stranger.',
      'It is planning something for later, when it is quiet.',
    ],
  },
  hoarder: {
    name: 'a hoarder',
    trait:
      'You should know that it hoards: meals have failed to come, so it puts a little by of all it is given.',
    behavior: [
      'It carries something off to a place that only it knows.',
      'It sits on what it has, and looks as if it had nothing.',
    ],
  },
  clockmaker: {
    name: 'a clockmaker',
    trait: 'You raised a clockmaker: it knows to the minute when a thing is due, and is calm because of it.',
    behavior: [
      'It nods, exactly when something should have struck the hour.',
      'It has divided the day into equal parts, and uses them in order.',
    ],
  },
  greeter: {
    name: 'a greeter',
    trait: 'You came so often that it became a greeter: it thinks that doors exist to let you in.',
    behavior: [
      'It greets you, and whoever may be standing behind you.',
      'It is at the door before there is a knock.',
    ],
  },
  hoper: {
    name: 'a hoper',
    trait: 'You raised a hoper: it thinks well of tomorrow, and can wait for it.',
    behavior: [
      'It looks at a closed door as if it were about to open.',
      'It has left a space on its shelf, for whatever comes.',
    ],
  },
  gourmet: {
    name: 'a lover of fine things',
    trait: 'You showed it what is good: it loves fine things, knows several by name, and tells you so.',
    behavior: [
      'It turns a thing over, and approves of the other side as well.',
      'It lets the ordinary pass, and sits up for what is good.',
    ],
  },
};
