import type { Action } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

/** Harmful care killed it. */
export const HARMED: Lines = [
  'Here lies {name}, who was given something it should not have had.',
  '{name} lived {lived}. It ended with a mistake, and not its own.',
  '{name}, {kind}, trusted what it was offered.',
  'What was meant as care was not. {name} lived {lived}.',
  '{name} took what it was given, for {lived}. The last of it was no kindness.',
  'The wrong thing, once too often. Here rests {name}.',
];

/** It had been brought back before. */
export const RETURNED: Lines = [
  '{name} came back when most do not, and stayed as long as it could.',
  'Here lies {name}, again. It had got used to coming home.',
  '{name} had been here before. This time it knew the way.',
  'Brought back by somebody who could not let go, {name} had {lived} in all.',
  '{name} left more than once, and was missed every time.',
  'Death had met {name} before, and was polite about it.',
];

/** It lived less than a day, or was never fed. */
export const SHORT: Record<'unfed' | 'fed', Lines> = {
  unfed: [
    '{name} lived {lived} and never found out what dinner was.',
    '{name} hatched, looked around, and waited. Nobody came.',
    'Here lies {name}, who had a name and, for {lived}, some hope.',
    '{name} opened its eyes to an empty room, and closed them there too.',
    'No meal was ever late for {name}. There was none.',
  ],
  fed: [
    '{name} lived {lived}: {meals}, one look round, and then the quiet.',
    'It was a short stay. {name} had {meals} and made no complaint.',
    '{name} was only just learning where things were.',
    'Small, new and hopeful: {name} was all three, for {lived}.',
    '{name} did not get far, but it was fed on the way.',
  ],
};

/** Somebody came, though seldom or never with a meal, and it died of hunger. */
export const VISITED: Lines = [
  '{name} had company, {acts} of it, and too little to eat.',
  '{name} lived {lived}, was shown {acts}, and went without meals.',
  '{name} was given {acts}. What it needed was a meal.',
  'There was kindness for {name}, {acts} in all, and not enough dinner.',
  'Somebody came to {name}, and the {bowl} stayed as it was. It had {acts}, and {missed}.',
];

type Age = 'young' | 'grown';

/** By how it was kept, and whether it grew up. */
export const BY_CARE: Record<'cherished' | 'tended' | 'neglected', Record<Age, Lines>> = {
  cherished: {
    young: [
      '{name} was growing up well. It only needed one more visit.',
      'Loved for {lived}, and missed from the first hour: {name}.',
      '{name} had {meals}, nearly all on time, and looked forward to the next.',
      'Well kept to the last visit, {name} ran out of days and not of affection.',
      '{name} knew a certain step on the stairs, and loved it for {lived}.',
    ],
    grown: [
      '{name} had {meals} and a good chair. It was a good life.',
      'Here lies {name}, {form}, who knew whose steps those were.',
      '{name} had {lived} of good company, and would do it again.',
      '{name} grew up, grew fond, and stayed for {lived}.',
      'Here rests {name}. It was shown {acts}, and remembered most of them.',
      '{name} was kept well. The last silence was the only long one.',
    ],
  },
  tended: {
    young: [
      '{name} was fed often, and forgot the times it was not.',
      'Some dinners were late. {name} ate them all the same, {meals} in all.',
      '{name} was half grown and wholly hopeful.',
      'Between {meals} and {missed}, {name} grew as far as it could.',
      '{name} lived {lived}, most of it looked after.',
    ],
    grown: [
      '{name} had a fair life and a long wait at the end of it.',
      '{name}, {form}: {lived}, {meals}, and few complaints.',
      'Dinner was not always on time, but {name} always was.',
      '{name} took the good days with the late ones.',
      '{name} lived {lived} and learned to be patient. At the end it should not have had to.',
      'An ordinary life, which is to say a dear one: {name}, {kind}.',
    ],
  },
  neglected: {
    young: [
      '{name} waited. It was good at waiting, and then it was not.',
      'Here lies {name}, who listened for the door for {lived}.',
      '{name} learned to ask for little and was given less.',
      '{name} would have grown up, given the chance. It had {meals}, and {missed}.',
      'Nobody meant it. {name} was simply forgotten, a little more each day.',
      '{name} had learned the sound of steps that go past.',
    ],
    grown: [
      '{name} grew up anyway. That was its own doing.',
      '{name}, {form}, kept itself company for most of {lived}.',
      '{name} lasted {lived} on very little, and asked for no more.',
      'It expected nothing, and was right: {name}, {kind}.',
      '{name} stopped listening for the door long before the end.',
      'For {name} the house was mostly empty rooms. It knew every one of them.',
    ],
  },
};

/** A month or more, and looked after. */
export const LONG: Lines = [
  '{name} was here for {lived}, and the house had grown around it.',
  'Hardly anybody remembers the house before {name}. It lived {lived}.',
  '{name} saw {meals} come and go, and was fond of the late ones too.',
  'Old, and set in its ways, and one of the family: {name}.',
  "After {lived}, the place by the window is empty. It was {name}'s.",
];

/** Its meals had been on time, one after another, up to the last. */
export const PUNCTUAL: Lines = [
  'After {streak} on time, {name} believed in the next one.',
  'For {streak} in a row dinner came when it should. {name} never learned what kept the last one.',
  '{name} trusted the clock, and for {streak} the clock was right.',
];

/** It died of neglect: hunger was 30 or more. */
export const FORSAKEN: Lines = [
  '{name} was not hungry at the end, only alone.',
  'There was food left in {name}. What ran out was company.',
  '{name} could have gone without dinner for a while yet. It could not go without somebody.',
  'It was not hunger that {name} died of. In the end nobody came.',
  '{name} watched the door for as long as doors are watched.',
];

/** The last thing that anybody did for it. */
export const LAST_ACTS: Record<Action, string> = {
  feed: 'The last thing anyone did for {name} was to fill its {bowl}. It was grateful.',
  play: "{name}'s last good memory is a game, and it was winning.",
  clean: '{name} went brushed and shining, and would have pretended to mind.',
  medicine: 'Somebody tried to save {name}, and it knew that.',
  discipline: 'The last word {name} heard was a stern one. It would have come round.',
  sleep: 'Somebody tucked {name} in, and it slept.',
  reflect: 'Somebody sat with {name} near the end, and thought of it. That counts.',
};

/** Every shape there is, for tests of the whole table. */
export const SHAPES: readonly string[] = [
  HARMED,
  RETURNED,
  ...Object.values(SHORT),
  VISITED,
  ...Object.values(BY_CARE).flatMap((ages) => Object.values(ages)),
  LONG,
  PUNCTUAL,
  FORSAKEN,
  Object.values(LAST_ACTS),
].flat();
