import type { ItemAction, ItemCategory } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

export const ITEM_LINES: Record<ItemCategory, Record<ItemAction, Lines>> = {
  loved: {
    feed: [
      'Exactly what {name} hoped for.',
      '{name} would cross the house for this.',
      'This is the good stuff, and {name} knows it.',
    ],
    play: [
      "This is {name}'s favourite kind of game.",
      '{name} will dream about this one.',
      "Nothing else moves like this, says {name}'s whole posture.",
    ],
    clean: [
      '{name} would queue for this.',
      '{name} leans into it with closed eyes.',
      'This is how {name} likes to be cleaned.',
    ],
    medicine: [
      'This is just what {name} needed.',
      '{name} takes this as if it were a treat.',
      'It is the right remedy for {name}.',
    ],
    discipline: [
      '{name} understands this way of being told.',
      'Firm and kind is the way {name} learns best.',
      '{name} takes this without hurt feelings.',
    ],
    sleep: [
      '{name} has never been so comfortable.',
      '{name} sinks into it and is gone.',
      'It is the best bed {name} knows.',
    ],
  },
  liked: {
    feed: ['{name} likes this.', 'It is a welcome thing in the {bowl}.', '{name} eats this gladly.'],
    play: [
      "It is a good toy by {name}'s standards.",
      '{name} is glad to play with this.',
      'This keeps {name} busy.',
    ],
    clean: [
      '{name} finds this pleasant.',
      "It is a good choice for {name}'s sort of dirt.",
      '{name} stays still for this.',
    ],
    medicine: [
      'This agrees with {name}.',
      '{name} does well on this.',
      'It is a sensible choice for {name}.',
    ],
    discipline: [
      '{name} responds well to this.',
      'It is a fair way to tell {name}.',
      '{name} can work with this.',
    ],
    sleep: [
      '{name} sleeps well with this.',
      'It is a cosy choice for {name}.',
      '{name} settles quickly with this.',
    ],
  },
  neutral: {
    feed: [
      '{name} can eat this, and does.',
      'It is neither a treat nor a trial.',
      'It is food, and {name} treats it as food.',
    ],
    play: [
      '{name} plays with it because you are there.',
      'It will do for a game.',
      '{name} has met better toys and worse.',
    ],
    clean: ['It cleans, and {name} lets it.', 'It does the job on {name}.', '{name} has no view on it.'],
    medicine: [
      'It helps {name} as much as most things would.',
      'It is an ordinary remedy, and {name} accepts it.',
      'It does {name} no harm and some good.',
    ],
    discipline: [
      '{name} gets the message.',
      'It is a way of saying no, and {name} hears it.',
      '{name} has been told in better ways and in worse.',
    ],
    sleep: [
      '{name} can sleep on it.',
      'It is a bed of sorts, and {name} uses it.',
      '{name} has slept on stranger things.',
    ],
  },
  disliked: {
    feed: [
      '{name} eats around it where it can.',
      "It is not to {name}'s taste, by a distance.",
      '{name} chews slowly, in protest.',
    ],
    play: [
      '{name} pushes it away with polite firmness.',
      '{name} does not see the fun in it.',
      "This is not {name}'s idea of a game.",
    ],
    clean: [
      '{name} squirms away from this.',
      '{name} thinks this smells wrong.',
      "It works, over {name}'s objections.",
    ],
    medicine: [
      '{name} keeps half of it in its cheek.',
      'It helps {name} less than it might.',
      '{name} does not take well to this.',
    ],
    discipline: [
      '{name} learns less when told like this.',
      '{name} takes it personally.',
      'This way makes {name} dig in.',
    ],
    sleep: [
      '{name} keeps turning over.',
      '{name} finds this uncomfortable, and says so by sighing.',
      "This is not {name}'s notion of a bed.",
    ],
  },
  harmful: {
    feed: [
      'This is not safe for {name} to eat.',
      "{name}'s stomach will not have this.",
      'Whatever this is, it is not food for {name}.',
    ],
    play: [
      'This hurts {name} and is no toy.',
      '{name} should not be near this.',
      'A game with this ends badly for {name}.',
    ],
    clean: [
      'This is too harsh for {name}.',
      '{name} comes away sore from this.',
      'Nothing about this is clean for {name}.',
    ],
    medicine: [
      'This is poison to {name}.',
      "{name}'s body fights this.",
      'No creature like {name} should be given this.',
    ],
    discipline: [
      'This frightens {name} and teaches nothing.',
      '{name} is hurt by this, and not wiser.',
      'Nobody should do this to {name}.',
    ],
    sleep: ['{name} cannot rest safely with this.', 'This makes {name} ache.', 'This is no bed for {name}.'],
  },
};
