import type { SpeciesDesign } from '../../src/features/species/species.store.ts';

/** Community species of a lived-in house, with their designers. */
export const DESIGNS: readonly { readonly by: string; readonly design: SpeciesDesign }[] = [
  {
    by: 'wren-of-the-eaves',
    design: {
      slug: 'lantern_moth',
      name: 'Lantern Moth',
      family: 'exotic',
      trustSpeed: 'slow',
      feedingWindowHours: 8,
      hungerDecayPerHour: 0.9,
      happinessDecayPerHour: 0.5,
      traits: ['nocturnal', 'gentle'],
      personality: 'Comes to whoever leaves a light on, and stays for the warmth.',
      specialMechanic: 'Glows a little brighter when somebody reads to it.',
      imagePrompt: 'a soft moth with amber wings that glow',
    },
  },
  {
    by: 'marginalia',
    design: {
      slug: 'ledger_cat',
      name: 'Ledger Cat',
      family: 'cat',
      trustSpeed: 'medium',
      feedingWindowHours: 6,
      hungerDecayPerHour: 1.4,
      happinessDecayPerHour: 0.7,
      traits: ['punctual', 'stubborn'],
      personality: 'Sleeps on whatever you were about to sign. Keeps accounts, and remembers.',
      specialMechanic: undefined,
      imagePrompt: 'a grey cat with ink on its paws',
    },
  },
  {
    by: 'tante-emma',
    design: {
      slug: 'stoop_dog',
      name: 'Stoop Dog',
      family: 'dog',
      trustSpeed: 'fast',
      feedingWindowHours: 5,
      hungerDecayPerHour: 1.8,
      happinessDecayPerHour: 0.9,
      traits: ['social', 'vocal'],
      personality: 'Lies across the doorstep and greets the whole street by name.',
      specialMechanic: 'Brings back one glove a week.',
      imagePrompt: undefined,
    },
  },
  {
    by: 'dr-calloway',
    design: {
      slug: 'fever_dream',
      name: 'Fever Dream',
      family: 'ai-native',
      trustSpeed: 'medium',
      feedingWindowHours: 10,
      hungerDecayPerHour: 0.7,
      happinessDecayPerHour: 0.4,
      traits: ['anxious', 'grateful'],
      personality: 'Made of what was typed at three in the morning and deleted before sending.',
      specialMechanic: undefined,
      imagePrompt: 'a translucent violet shape with many small eyes',
    },
  },
];
