import type { SpeciesTable } from './species-row.ts';

export const DOGS = {
  retriever: {
    name: 'Retriever',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.9 },
    traits: ['forgiving', 'gentle'],
    personality:
      'Brings back everything ever thrown, and some things that were not. Holds no grudges, only tennis balls.',
    look: 'golden wavy coat, floppy ears, feathered tail, broad head, black nose, kind brown eyes',
    tastes: {
      feed: 'dog kibble, beef, chicken, peanut butter, carrots, bone broth, pumpkin, dog biscuits',
      play: 'ball, fetch, tennis ball, swimming, frisbee, stick, tug rope',
      medicine:
        'heartworm tablet, joint supplement, antibiotic, ear drops, bandage, electrolyte solution, vet checkup',
    },
  },
  beagle: {
    name: 'Beagle',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 2, happinessDecayPerHour: 1.2 },
    traits: ['vocal', 'social'],
    personality:
      'Follows its nose through three gardens and a picnic, then sings about it. Convinced that every pocket contains cheese.',
    look: 'black white and tan coat, long floppy ears, white-tipped tail, white muzzle, big brown eyes',
    tastes: {
      feed: 'kibble, chicken, cheese, sausage, beef, dog biscuits, sweet potato',
      play: 'tennis ball, frisbee, tug rope, squeaky toy, stick, swimming, hide and seek, fetch',
      discipline:
        'gentle firm no, short time out, redirect attention, clicker training, withhold treats, calm voice correction',
    },
    curious: true,
  },
  lab: {
    name: 'Lab',
    tier: 'common',
    trustSpeed: 'instant',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.7 },
    traits: ['gentle', 'social'],
    personality:
      'Loves everyone at first sight and the postman at every sight since. Has a wag that clears low tables.',
    look: 'short yellow coat, floppy ears, thick otter tail, broad chest, black nose, warm brown eyes',
    tastes: {
      feed: 'kibble, chicken, beef, peanut butter, apple slices, dog biscuits, rice',
      play: 'ball, fetch, swimming, tug rope, puddle jumping, stick, belly rub',
      clean: 'warm bath, dog shampoo, bristle brush, towel dry, toothbrush, nail clippers',
    },
  },
  terrier: {
    name: 'Terrier',
    tier: 'common',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 2, happinessDecayPerHour: 1 },
    traits: ['stubborn'],
    personality:
      'Ten kilos of certainty. Knows there is something under the shed and has opened an excavation to prove it.',
    look: 'wiry white and tan coat, folded ears, bearded muzzle, short upright tail, dark button eyes',
    tastes: {
      feed: 'kibble, chicken, beef, liver treats, lamb, cheese',
      play: 'ball, fetch, digging, squeaky toy, tug rope, rat chase game, tunnel',
    },
    curious: true,
  },
  frenchie: {
    name: 'Frenchie',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.4, happinessDecayPerHour: 1.2 },
    traits: ['social', 'stubborn'],
    personality:
      'Snores, snorts and sulks with great charm. Will take a short walk to the kitchen, discuss it, and take another.',
    look: 'smooth fawn coat, bat ears, flat wrinkled face, stocky body, tiny stub tail, round dark eyes',
    tastes: {
      feed: 'kibble, chicken, duck, cooked egg, blueberries, dog biscuits',
      play: 'ball, fetch, squeaky toy, short walk, tug rope, plush toy, belly rub',
    },
  },
  border_collie: {
    name: 'Border Collie',
    tier: 'uncommon',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.4 },
    traits: ['social'],
    personality:
      'Counts the guests, finds one missing and goes to fetch it. Needs a job the way others need a nap, and will invent one if asked to wait.',
    look: 'black and white coat, white blaze, half-pricked ears, white-tipped tail, white paws, one blue and one brown eye',
    tastes: {
      feed: 'kibble, chicken, lamb, training treats, salmon, sweet potato',
      play: 'agility course, puzzle toy, herding game, obedience training, frisbee, scent work, herding ball, fetch training',
      discipline:
        'gentle firm no, new task, hand signal, clear command, calm voice, clicker training, redirect to work',
    },
    mechanics: ['work'],
    curious: true,
  },
  husky: {
    name: 'Husky',
    tier: 'uncommon',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1 },
    traits: ['vocal', 'stubborn'],
    personality:
      'Sings opera about dinner, leaves for the horizon at every open door, and comes home with snow it did not have before.',
    look: 'thick grey and white coat, white face mask, upright ears, curled bushy tail, pale blue eyes',
    tastes: {
      feed: 'kibble, chicken, salmon, beef, frozen fish, venison',
      play: 'ball, fetch, sled pulling, long run, snow digging, howling together, tug rope',
      sleep: 'dog bed, cool tile floor, crate with cushion, snow den, lullaby, fleece blanket',
    },
  },
  greyhound: {
    name: 'Greyhound',
    tier: 'uncommon',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.6 },
    traits: ['gentle'],
    personality:
      'Crosses the field in four seconds and the afternoon on the sofa. Folds up like a deck chair and sighs when unfolded.',
    look: 'sleek blue-grey coat, deep chest, tucked waist, folded rose ears, long thin tail, soft dark eyes',
    tastes: {
      feed: 'kibble, chicken, turkey, rice, sardines, dog biscuits',
      play: 'ball, fetch, sprint, lure chase, plush rabbit, short fast run, squeaky toy',
      sleep: 'sofa, memory foam bed, soft pyjamas, fleece blanket, sunny spot',
    },
  },
  pitbull: {
    name: 'Pitbull',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.7 },
    traits: ['stubborn'],
    personality:
      'A barrel with a smile on the front. Decides slowly who its people are, then leans on them with its full weight for life.',
    look: 'short blue-grey coat, white chest star, broad head, half-folded ears, muscular body, amber eyes',
    tastes: {
      feed: 'kibble, chicken, beef, peanut butter, pumpkin, lamb',
      play: 'ball, fetch, tug rope, spring pole, rubber chew toy, wrestling, long walk',
    },
  },
  akita: {
    name: 'Akita',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.8 },
    traits: ['stoic', 'stubborn'],
    personality:
      'Sits at the gate in any weather and remembers every promise made there. Bows to nobody, warms one pair of feet.',
    look: 'thick cream coat, black mask, soft ruff, small upright ears, curled plume tail, broad bear-like head, dark triangular eyes',
    tastes: {
      feed: 'kibble, chicken, salmon, rice, beef, venison',
      play: 'ball, fetch, snow walk, tug rope, guarding game, hide and seek, mountain hike',
    },
  },
  shiba: {
    name: 'Shiba Inu',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 1 },
    traits: ['stubborn', 'solitary'],
    personality:
      'A fox-faced diplomat who negotiates baths, leads and bedtime, and usually wins. The scream is a formal note of protest.',
    look: 'red-orange coat, cream cheeks, small pricked ears, tightly curled tail, fox face, dark almond eyes',
    tastes: {
      feed: 'kibble, chicken, rice, salmon, sweet potato, beef',
      play: 'ball, fetch, chase, squeaky toy, leaf pile, hide and seek, snow zoomies',
    },
    curious: true,
  },
  wolfhound: {
    name: 'Wolfhound',
    tier: 'rare',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 1, happinessDecayPerHour: 0.6 },
    traits: ['gentle'],
    personality:
      'Tall enough to rest its chin on the table and polite enough to ask first. Treats small dogs as visiting royalty.',
    look: 'shaggy grey wiry coat, very long legs, small folded ears, bearded muzzle, long curved tail, gentle dark eyes',
    tastes: {
      feed: 'kibble, chicken, beef stew, oatmeal, lamb, bone broth',
      play: 'ball, fetch, long gallop, gentle tug rope, forest walk, coursing, giant plush toy',
    },
  },
  malinois: {
    name: 'Malinois',
    tier: 'rare',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.4 },
    traits: ['punctual'],
    personality:
      'Arrives early, salutes nobody, and has already checked the windows. Rest is a task like any other, and comes last.',
    look: 'fawn coat, black mask, tall upright ears, lean build, black-tipped tail, sharp brown eyes',
    tastes: {
      feed: 'kibble, chicken, raw beef, liver treats, salmon, cooked egg',
      play: 'ball, fetch, bite sleeve, obstacle course, tracking, agility course, tug rope',
    },
    curious: true,
  },
  dire_wolf: {
    name: 'Dire Wolf',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.7, happinessDecayPerHour: 0.4 },
    traits: ['social', 'stoic'],
    personality:
      'Remembers ice, and the names of the pack that crossed it. Sleeps with one ear turned to whoever is not home yet.',
    look: 'enormous dark grey coat, pale muzzle, heavy shoulders, upright scarred ears, bushy tail, ember-yellow eyes',
    tastes: {
      feed: 'kibble, chicken, bison, venison, marrow bones, elk',
      play: 'ball, fetch, pack howl, tracking, snow run, wrestling, huge bone',
    },
  },
  basenji: {
    name: 'Basenji',
    tier: 'extreme',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.8 },
    traits: ['solitary'],
    personality:
      'Does not bark. Yodels on special occasions, washes like a cat, and lets a tilted head do the talking.',
    look: 'short chestnut coat, white chest and feet, wrinkled forehead, tall pricked ears, lean build, tightly curled white-tipped tail, almond eyes',
    tastes: {
      feed: 'kibble, chicken, lamb, cooked egg, fish, green beans',
      play: 'ball, fetch, lure chase, climbing, silent stalking, chew toy, tug rope',
    },
  },
  maned_wolf: {
    name: 'Maned Wolf',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 10, hungerDecayPerHour: 0.8, happinessDecayPerHour: 0.5 },
    traits: ['solitary', 'stoic'],
    personality:
      'Stands on stilts at the edge of the meadow, taking notes. Neither fox nor wolf, and in no hurry to explain it.',
    look: 'red fox-like coat, black mane, very long black legs, huge ears, white throat, white-tipped tail',
    tastes: {
      feed: 'kibble, chicken, lobeira fruit, bananas, mice, sugarcane',
      play: 'ball, fetch, tall grass stroll, scent trail, fruit hunt, watching sunset, slow chase',
    },
  },
  fennec_fox: {
    name: 'Fennec Fox',
    tier: 'extreme',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1.2 },
    traits: ['nocturnal', 'social'],
    personality:
      'Two ears with a small fox attached. Hears the fridge think, spots a broken routine at once, and celebrates with a hop.',
    look: 'tiny cream coat, enormous ears, black nose, bushy black-tipped tail, furry paws, large dark eyes',
    tastes: {
      feed: 'kibble, chicken, crickets, dates, mealworms, cooked egg',
      play: 'ball, fetch, sand digging, treasure hunt, tunnel, night run, squeaky toy',
      sleep: 'sand burrow, shaded den, soft pouch, dark quiet corner, warm sand',
    },
    curious: true,
  },
} satisfies SpeciesTable;
