import type { SpeciesTable } from './species-row.ts';

export const EXOTICS = {
  ferret: {
    name: 'Ferret',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1.4 },
    traits: [],
    personality:
      'A sock with a criminal record. Steals one glove of each pair and dances sideways when questioned.',
    look: 'long slinky body, brown and cream fur, dark mask, small round ears, short legs, bright black eyes',
    tastes: {
      feed: 'ferret kibble, chicken, raw egg, turkey, duck, meat treats',
      play: 'tunnel, stolen sock, ball pit, dig box, crinkle bag, chase',
      sleep: 'hammock, sock pile, snuggle sack, dark hideaway, fleece blanket',
    },
    curious: true,
  },
  hamster: {
    name: 'Hamster',
    tier: 'common',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1 },
    traits: ['nocturnal', 'solitary'],
    personality:
      "Runs nine kilometres a night without leaving home, then rebuilds the bedroom. Keeps tomorrow's lunch in its face.",
    look: 'round golden body, white belly, stuffed cheeks, tiny pink paws, round ears, black bead eyes',
    tastes: {
      feed: 'sunflower seeds, oats, carrot, hamster pellets, broccoli, pumpkin seeds',
      play: 'exercise wheel, tunnel, cardboard tube, sand bath, maze, digging box',
      sleep: 'shredded paper nest, wooden house, deep bedding, dark burrow, cotton nest',
    },
  },
  rabbit: {
    name: 'Rabbit',
    tier: 'common',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.9 },
    traits: ['anxious', 'gentle'],
    personality:
      'Thinks about it, thinks again, and comes closer by one hop. Happiness is announced by leaping sideways for no reason.',
    look: 'soft brown fur, long upright ears, white cotton tail, twitching pink nose, large dark eyes',
    tastes: {
      feed: 'timothy hay, carrot tops, romaine lettuce, dandelion greens, rabbit pellets, parsley, apple slice',
      play: 'cardboard castle, tunnel, willow ball, digging box, gentle chase, chew sticks',
    },
  },
  hedgehog: {
    name: 'Hedgehog',
    tier: 'common',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.7 },
    traits: ['solitary', 'nocturnal'],
    personality:
      'Meets the world spines first and apologises later. Under the armour is a very soft opinion about mealworms.',
    look: 'brown and white spines, pale furry face, long pointed snout, tiny ears, short legs, black button eyes',
    tastes: {
      feed: 'mealworms, crickets, hedgehog kibble, cooked chicken, scrambled egg, blueberries',
      play: 'tunnel, exercise wheel, leaf pile, foraging box, toilet roll tube, slow exploring',
      clean: 'shallow warm bath, soft toothbrush, oatmeal soak, fresh bedding, nail trim',
    },
    mechanics: ['armor'],
  },
  parrot: {
    name: 'Parrot',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1 },
    traits: ['vocal', 'social'],
    personality:
      'Repeats what was said, improves it, and repeats that. Ends arguments by ringing like a telephone.',
    look: 'bright green feathers, red and blue wing tips, curved black beak, long tail feathers, yellow crown, orange eyes',
    tastes: {
      feed: 'sunflower seeds, mango, walnuts, papaya, parrot pellets, berries, corn on the cob, millet spray',
      play: 'talking game, bell toy, swing, mirror, singing, foraging puzzle, rope perch',
      clean: 'gentle misting, bird bath, perch scrub, fresh cage liner, beak wipe',
    },
    curious: true,
  },
  owl: {
    name: 'Owl',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 0.7, happinessDecayPerHour: 0.4 },
    traits: ['nocturnal', 'solitary'],
    personality:
      'Considers each question for a full turn of the head. Keeps office hours from midnight and finds noon in poor taste.',
    look: 'mottled brown feathers, white face disc, ear tufts, broad silent wings, feathered talons, huge orange eyes',
    tastes: {
      feed: 'mice, day-old chicks, moths, crickets, voles, raw quail',
      play: 'dangling feathers, toy mouse, rustling leaves, moonlit flight, perch puzzle, crumpled paper',
      sleep: 'hollow tree, dark nest box, high perch, quiet barn, daytime shade',
    },
    mechanics: ['nocturnal'],
  },
  chameleon: {
    name: 'Chameleon',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1, happinessDecayPerHour: 0.5 },
    traits: ['solitary'],
    personality:
      'Agrees with the wallpaper in every room. One eye reads the menu while the other watches the door.',
    look: 'green scales with shifting blue and yellow bands, curled tail, casque crest, mitten feet, swivelling cone eyes',
    tastes: {
      feed: 'crickets, mealworms, silkworms, flies, hornworms, hibiscus leaves',
      play: 'climbing vine, colour matching, fly hunt, leaf maze, hide and seek, basking branch',
      clean: 'gentle misting, warm water spray, fresh substrate, soft damp cloth, terrarium wipe-down',
    },
  },
  tortoise: {
    name: 'Tortoise',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['stoic'],
    personality:
      'Began a walk across the garden last spring and is pleased with the progress. Has outlived two sheds and bears them no ill will.',
    look: 'high domed brown shell, yellow ring patterns, scaly grey legs, beaked mouth, short tail, small wise eyes',
    tastes: {
      feed: 'dandelion greens, romaine lettuce, hibiscus flowers, timothy hay, prickly pear cactus, clover, squash',
      play: 'garden stroll, rock climbing, slow race, sunbathing, pushing a ball, flower hunt',
      sleep: 'leaf pile, warm soil burrow, heat lamp, hay bed, long hibernation',
    },
  },
  turtle: {
    name: 'Turtle',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.6, happinessDecayPerHour: 0.4 },
    traits: ['stoic', 'gentle'],
    personality:
      'Pulls in its head to think and comes out with the same conclusion. Never forgets a gentle hand, or the other kind.',
    look: 'smooth olive shell, yellow plastron, red ear stripes, webbed feet, pointed tail, calm gold eyes',
    tastes: {
      feed: 'turtle pellets, water lettuce, earthworms, shrimp, duckweed, dried krill',
      play: 'swimming, basking log, floating ball, bubble chase, pebble stacking, slow dive',
      clean: 'shell scrub, fresh water change, soft brush, filter rinse, algae wipe',
    },
    mechanics: ['shellMemory'],
  },
  jackrabbit: {
    name: 'Jackrabbit',
    tier: 'uncommon',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.4, happinessDecayPerHour: 1.6 },
    traits: [],
    personality:
      'Idles at forty miles an hour. A meal without a race before it is just sitting down, and sitting down is for hares.',
    look: 'lean sandy body, enormous black-tipped ears, very long hind legs, short black tail, wide amber eyes',
    tastes: {
      feed: 'alfalfa hay, clover, sagebrush, carrot tops, oats, desert grass',
      play: 'racing, zigzag chase, long jump, tunnel, desert sprint, hurdles',
    },
    mechanics: ['playFirst'],
    curious: true,
  },
  octopus: {
    name: 'Octopus',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.8, happinessDecayPerHour: 1.2 },
    traits: [],
    personality:
      'Solves the jar, the latch and the crossword at once, then changes colour to celebrate. Each arm has its own hobby.',
    look: 'coral red skin, eight curling arms, pale suckers, bulbous head, skin that shifts colour, horizontal pupils',
    tastes: {
      feed: 'crab, shrimp, clams, mussels, scallops, small fish',
      play: 'puzzle jar, treasure chest, maze, building blocks, hide and seek, colour game',
      clean: 'fresh seawater, filter rinse, tank scrub, algae scraper, water change',
    },
    curious: true,
  },
  axolotl: {
    name: 'Axolotl',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.7 },
    traits: ['gentle'],
    personality:
      'Smiles because its face is built that way, and also means it. Loses things cheerfully and grows them back by Thursday.',
    look: 'pale pink body, feathery red gills, wide smile, stubby legs, finned tail, tiny dark eyes',
    tastes: {
      feed: 'bloodworms, earthworms, brine shrimp, sinking pellets, daphnia, blackworms',
      play: 'bubble stream, aquarium plants, ceramic cave, slow swimming, floating leaf, worm hunt',
      medicine: 'almond leaf tea bath, cool clean water, salt bath, vitamin drops, antibiotic, vet checkup',
    },
    mechanics: ['regeneration'],
    curious: true,
  },
  sugar_glider: {
    name: 'Sugar Glider',
    tier: 'rare',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.2 },
    traits: ['social'],
    personality:
      'Launches from the curtain rail straight into the nearest pocket, and considers that a conversation.',
    look: 'soft grey fur, dark back stripe, gliding skin from wrist to ankle, long bushy tail, pink nose, giant black eyes',
    tastes: {
      feed: 'nectar, mango, mealworms, apple slice, honey water, papaya',
      play: 'gliding, pocket hiding, climbing rope, tree branch, swing, feather toy',
      sleep: 'bonding pouch, fleece pocket, hanging nest, warm shirt pocket, dark hideaway',
    },
  },
  kinkajou: {
    name: 'Kinkajou',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.9 },
    traits: ['nocturnal', 'gentle'],
    personality:
      'Hangs by the tail over the fruit bowl at two in the morning, with honey on its chin and an alibi.',
    look: 'golden-brown woolly fur, long prehensile tail, round ears, pink tongue, small hands, big dark eyes',
    tastes: {
      feed: 'honey, figs, mango, bananas, nectar, papaya',
      play: 'climbing rope, hanging upside down, night foraging, tree branch, puzzle feeder, swing',
      sleep: 'hollow tree, hanging hammock, dark nest box, fleece pouch, daytime shade',
    },
    mechanics: ['nocturnal'],
    curious: true,
  },
  pangolin: {
    name: 'Pangolin',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.7, happinessDecayPerHour: 0.4 },
    traits: ['solitary', 'stoic'],
    personality:
      'Walks on its hind legs with hands clasped, like a curate with bad news. Trust arrives late, one scale at a time.',
    look: 'overlapping bronze scales, long narrow snout, small clasped front claws, heavy armoured tail, tiny black eyes',
    tastes: {
      feed: 'ants, termites, ant eggs, beetle larvae, insect paste, crickets',
      play: 'ant hunt, mud bath, digging, log rolling, night walk, scent trail',
      sleep: 'deep burrow, hollow log, dark den, soft earth, leaf bed',
    },
    mechanics: ['curledUp'],
  },
  duck: {
    name: 'Duck',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.8 },
    traits: ['social', 'gentle'],
    personality:
      'Walks into every room as if it had been announced. Follows friends in single file, even when there is only one.',
    look: 'white feathers, orange bill, orange webbed feet, curled tail feather, round body, black eyes',
    tastes: {
      feed: 'duck pellets, peas, cracked corn, oats, lettuce, mealworms',
      play: 'pond swimming, puddle splashing, bug hunt, floating toy, follow the leader, sprinkler',
    },
    curious: true,
  },
  snail: {
    name: 'Snail',
    tier: 'common',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['stoic', 'solitary'],
    personality:
      'Left for the lettuce this morning and is making good time. Carries the house so as never to be late getting home.',
    look: 'spiral brown shell, soft grey body, two long eye stalks, silver trail, small feelers',
    tastes: {
      feed: 'lettuce, cucumber, zucchini, cuttlebone, dandelion leaves, mushroom',
      play: 'leaf climbing, slow race, rain walk, glass wall stroll, moss maze',
      sleep: 'damp moss, under a leaf, inside the shell, flower pot, cool soil',
    },
    mechanics: ['unhurried'],
  },
  goose: {
    name: 'Goose',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2.2, happinessDecayPerHour: 1.2 },
    traits: ['vocal', 'stubborn'],
    personality:
      'Woke up and chose the footpath, all of it. Returns stolen keys only in exchange for an apology, and not always then.',
    look: 'white feathers, long curving neck, orange serrated bill, orange webbed feet, wide wings, narrowed blue eyes',
    tastes: {
      feed: 'cracked corn, grass, oats, peas, bread crusts, lettuce',
      play: 'stealing keys, honking contest, chasing, ringing a bell, pond swimming, pulling laundry',
    },
    mechanics: ['chaos'],
    curious: true,
  },
  penguin: {
    name: 'Penguin',
    tier: 'uncommon',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.7 },
    traits: ['social', 'gentle'],
    personality:
      'Presents pebbles to those it admires and checks next day that they kept them. Huddles with anything that stands still.',
    look: 'black back, white belly, orange neck patch, stubby flippers, waddling feet, black beak, bright dark eyes',
    tastes: {
      feed: 'herring, sardines, krill, squid, anchovies, capelin',
      play: 'ice sliding, pebble collecting, swimming, bubble chase, huddle, snowball',
      sleep: 'huddle, pebble nest, ice cave, snow bank, cold breeze',
    },
    curious: true,
  },
  capybara: {
    name: 'Capybara',
    tier: 'rare',
    trustSpeed: 'instant',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 0.8, happinessDecayPerHour: 0.3 },
    traits: ['gentle', 'social', 'forgiving'],
    personality:
      'Sits in warm water with an orange on its head and is friends with everyone by noon. Has never once been in a hurry.',
    look: 'barrel-shaped body, coarse brown fur, blunt square muzzle, small round ears, webbed toes, half-closed eyes',
    tastes: {
      feed: 'fresh grass, watermelon, sugarcane, pumpkin, hay, corn on the cob',
      play: 'hot spring soak, swimming, mud wallow, sunbathing, sitting with friends, hide and seek, floating oranges',
      clean: 'warm bath, hot spring, yuzu bath, soft brush, fresh water pool',
    },
  },
  dragon: {
    name: 'Dragon',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.3 },
    traits: ['stoic', 'solitary'],
    personality:
      'Guards a hoard of ideas, sorted by age, and tastes each one before letting it in. Snores small, tidy flames.',
    look: 'deep red scales, gold belly plates, great leathery wings, curved horns, spiked tail, glowing amber eyes, smoke curls',
    tastes: {
      feed: 'philosophy, paradox, ancient wisdom, roast mutton, gold coins, gemstones, big ideas',
      play: 'riddles, treasure hunt, debate, sky flight, fire breathing, gem sorting',
      clean: 'scale polish, hot coals bath, horn oil, soot brush, claw file',
      sleep: 'pile of gold, volcano cave, warm stones, treasure hoard, old mountain',
    },
    mechanics: ['conceptFeed'],
  },
  kraken: {
    name: 'Kraken',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['solitary', 'stoic'],
    personality:
      'Lives under everything and remembers every keel that crossed it. Says little, in bubbles, some centuries apart.',
    look: 'vast dark teal body, ten long tentacles, barnacled skin, glowing blue suckers, one great golden eye',
    tastes: {
      feed: 'whale song, deep sea fish, giant squid, shipwreck timber, salt water, old sea stories',
      play: 'whirlpool, ship in a bottle, tentacle wrestling, anchor tossing, deep dive, storm watching',
    },
  },
  thunderbird: {
    name: 'Thunderbird',
    tier: 'extreme',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.7, happinessDecayPerHour: 0.5 },
    traits: ['vocal'],
    personality:
      'Brings its own weather into every conversation. Cheerful days smell of rain, and a sulk can be heard two valleys over.',
    look: 'storm-blue feathers, lightning-gold wing edges, hooked beak, crackling crest, white eyes, enormous wings',
    tastes: {
      feed: 'lightning, rain clouds, salmon, electricity, storm wind, ozone',
      play: 'storm chasing, sky flight, thunder drumming, cloud racing, kite, lightning dance',
      sleep: 'mountain peak, storm cloud, cliff nest, gentle rain, distant thunder',
    },
  },
  leviathan: {
    name: 'Leviathan',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['stoic', 'solitary'],
    personality:
      'Older than the coast and still deciding what to make of it. One slow blink counts as a long talk.',
    look: 'endless dark scales, moss and coral on its back, whale-like jaw, trailing fins, faint green glow, ancient pale eyes',
    tastes: {
      feed: 'plankton, ocean currents, moonlight on water, ancient history, salt, kelp forest',
      play: 'slow tides, deep dive, whale song, moving islands, watching stars, long silence',
      sleep: 'ocean trench, deep silence, sea floor, a thousand years, slow currents',
    },
  },
} satisfies SpeciesTable;
