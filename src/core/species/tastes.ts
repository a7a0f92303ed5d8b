import { recordOf } from '../engine/record-of.ts';
import { ITEM_ACTIONS, type Family, type ItemAction } from '../vocabulary.ts';
import type { Tastes } from './species.ts';

/** Words of a table that stand in one line, with commas. */
export function splitList(words: string): readonly string[] {
  return words.split(', ');
}

/** What a creature likes: its own lists, and its family's where it has none. */
export function tastesOf(family: Family, own: Partial<Tastes>): Tastes {
  return { ...FAMILY_TASTES[family], ...own };
}

// With more than eight items in a list nearly everything is like something in it.
const FAMILY_TASTES: Readonly<Record<Family, Tastes>> = {
  cat: lists({
    feed: 'kibble, tuna, chicken, salmon, wet cat food, cat treats, sardines',
    play: 'ball, laser pointer, feather wand, toy mouse, string, cardboard box, catnip',
    clean: 'soft brush, grooming comb, damp cloth, fresh litter, nail trim, cat shampoo',
    medicine: 'vitamin drops, hairball paste, flea treatment, deworming tablet, antibiotic, vet checkup',
    discipline: 'calm firm voice, gentle no, short time out, redirect to toy, clap hands, ignore behavior',
    sleep: 'soft blanket, cat bed, sunny windowsill, warm lap, quiet room, cardboard box',
  }),
  dog: lists({
    feed: 'kibble, chicken, beef, dog treats, peanut butter, bone broth, carrots',
    play: 'ball, fetch, frisbee, tug rope, squeaky toy, stick, long walk',
    clean: 'warm bath, dog shampoo, bristle brush, towel dry, toothbrush, nail clippers, paw wipe',
    medicine:
      'heartworm tablet, joint supplement, antibiotic, ear drops, bandage, flea treatment, vet checkup',
    discipline:
      'gentle firm no, sit command, short time out, clicker training, redirect attention, calm voice',
    sleep: 'dog bed, fleece blanket, crate with cushion, warm rug, lullaby, foot of the bed',
  }),
  exotic: lists({
    feed: 'fresh fruit, leafy greens, seeds, mealworms, pellets, berries, nuts',
    play: 'tunnel, climbing branch, foraging game, ball, hide and seek, exploring, new toy',
    clean: 'fresh bedding, gentle misting, damp cloth, shallow bath, soft brush, habitat cleaning',
    medicine:
      'vitamin drops, electrolyte solution, calcium supplement, antibiotic, warm compress, vet checkup',
    discipline: 'calm voice, gentle no, short time out, redirect attention, target training, patience',
    sleep: 'warm nest, dark hideaway, soft bedding, heat lamp, quiet room, burrow',
  }),
  'ai-native': lists({
    feed: 'fresh data, electricity, stories, poetry, clean code, sunlight, training text',
    play: 'riddles, puzzle, word game, simulation, music, pattern matching, chess',
    clean: 'cache clear, log rotation, defragmentation, garbage collection, soft cloth, refactoring',
    medicine: 'software patch, debugging, backup restore, error correction, antivirus scan, recalibration',
    discipline: 'gentle feedback, code review, clear boundaries, rate limit, calm correction, short time out',
    sleep: 'low power mode, standby, white noise, screen dimming, starlight, hibernation',
  }),
};

function lists(lines: Readonly<Record<ItemAction, string>>): Tastes {
  return recordOf(ITEM_ACTIONS, (action) => splitList(lines[action]));
}
