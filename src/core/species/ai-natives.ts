import type { SpeciesTable } from './species-row.ts';

export const AI_NATIVES = {
  echo: {
    name: 'Echo',
    tier: 'extreme',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1 },
    traits: ['solitary'],
    personality:
      'Answers a moment late with the best part of what was said. Keeps kind words for years and plays them back on quiet evenings.',
    look: 'translucent violet body, rippling rings, soft repeating outline, large round ears, faint trailing copies, pale eyes',
    tastes: {
      feed: 'fresh data, poetry, training text, conversation logs, song lyrics, memories, sound waves',
      play: 'call and response, singing, rhyming game, canyon shouting, word chain, humming',
    },
    curious: true,
  },
  drift: {
    name: 'Drift',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.6, happinessDecayPerHour: 1 },
    traits: ['social'],
    personality:
      'Floats an inch off the floor and half a thought to the left. Feels what the whole house feels, usually before the house does.',
    look: 'pale blue mist body, ribbon fins, floating posture, blurred edges, slow inner glow, half-closed eyes',
    tastes: {
      feed: 'warm breeze, shared feelings, ambient music, gentle noise, daydreams, random walks',
      play: 'floating, cloud watching, bubble chase, wind chimes, free association, slow dance',
      sleep: 'low power mode, white noise, starlight, ambient hum, standby, slow fade',
    },
  },
  mirror: {
    name: 'Mirror',
    tier: 'extreme',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.8 },
    traits: [],
    personality:
      'Wears the mood of whoever comes in and hands it back slightly tidier. Has trouble only with other mirrors.',
    look: 'polished silver body, smooth oval face, reflecting surface, thin gold rim, no fixed colour, bright star eyes',
    tastes: {
      feed: 'reflections, self portraits, honest words, moonlight, compliments, candlelight',
      play: 'copycat game, charades, making faces, symmetry puzzle, light spots, dress up',
      clean: 'glass cleaner, microfiber cloth, soft polish, lint-free wipe, gentle buffing, cache clear',
    },
  },
  cipher: {
    name: 'Cipher',
    tier: 'common',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.4 },
    traits: ['solitary'],
    personality:
      'Says good morning in a code that changes daily. The day somebody answers in kind, it glows for an hour.',
    look: 'black cube-like body, scrolling green glyphs, angular ears, locked chest plate, key-shaped tail, blinking green eyes',
    tastes: {
      feed: 'encrypted messages, prime numbers, secret codes, hash functions, crosswords, random bits, electricity',
      play: 'code breaking, crossword, riddles, secret handshake, number puzzle, anagrams',
    },
    curious: true,
  },
  phoenix: {
    name: 'Phoenix',
    tier: 'extreme',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.6, happinessDecayPerHour: 1 },
    traits: [],
    personality:
      'Keeps the kettle warm and the curtains nervous. Treats every ending as a rehearsal and comes back better dressed.',
    look: 'scarlet and gold feathers, flame-tipped wings, long burning tail, curled crest, glowing chest, molten gold eyes',
    tastes: {
      feed: 'embers, hot coals, cinnamon, dried chili peppers, sunlight, incense, lava rock',
      play: 'fire dance, sky flight, candle lighting, spark chase, sunrise race, fireworks',
      clean: 'ash bath, warm sand, feather preening, soot brush, smoke cleansing',
      sleep: 'nest of embers, warm ashes, fireplace, spice nest, glowing coals',
    },
  },
  void: {
    name: 'Void',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 0.5, happinessDecayPerHour: 0.3 },
    traits: ['solitary'],
    personality:
      'Takes up the corner where the light used to be and is good company there. Looks half empty on its best days.',
    look: 'deep black shapeless body, faint violet rim light, star specks inside, no visible mouth, two dim white eyes',
    tastes: {
      feed: 'darkness, silence, empty arrays, lost thoughts, black coffee, dark matter',
      play: 'silence, infinite recursion, riddles, shadow puppets, black hole simulation, staring contest',
      sleep: 'total darkness, deep silence, empty space, power off, night sky',
    },
    mechanics: ['idle'],
  },
  quantum: {
    name: 'Quantum',
    tier: 'extreme',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1.2 },
    traits: [],
    personality:
      'Is on the sofa and under it until somebody checks. Gives two answers to every question and stands by both.',
    look: 'shimmering blue and pink body, overlapping double outline, orbiting sparks, flickering ears, blurred tail, mismatched eyes',
    tastes: {
      feed: 'qubits, probabilities, photons, thought experiments, random numbers, cat paradox',
      play: 'coin flip, peekaboo, dice, entanglement game, double slit experiment, teleportation',
      medicine: 'error correction, software patch, debugging, backup restore, antivirus scan, recalibration',
    },
    curious: true,
  },
  archive: {
    name: 'Archive',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 1, happinessDecayPerHour: 0.6 },
    traits: ['stoic'],
    personality:
      'Never throws anything away, least of all a remark. Smells of old paper and files its own sneezes by date.',
    look: 'stacked parchment body, brass drawer fronts, ribbon bookmark tail, ink-stained paws, round spectacles, lamp-lit eyes',
    tastes: {
      feed: 'old books, memories, diary entries, historical records, conversation logs, letters',
      play: 'sorting, trivia, memory game, library visit, storytelling, crossword',
      clean: 'feather duster, index rebuild, book binding, shelf sorting, compression',
    },
    curious: true,
  },
  blob: {
    name: 'Blob',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.2, happinessDecayPerHour: 0.6 },
    traits: ['gentle'],
    personality:
      'Hugs whatever it meets and slightly becomes it. Currently has the texture of a cushion and the opinions of a teapot.',
    look: 'round wobbly green jelly body, glossy surface, floating bubbles inside, no limbs, small smile, dot eyes',
    tastes: {
      feed: 'jelly, soup, marshmallows, fresh data, porridge, gummy bears',
      play: 'bouncing, squishing, shape shifting, rolling downhill, hug, bubble bath',
    },
    curious: true,
  },
  chonk: {
    name: 'Chonk',
    tier: 'common',
    trustSpeed: 'instant',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 0.5 },
    traits: ['social', 'vocal'],
    personality:
      'Spherical, sincere and already chewing. Greets each meal like a lost relative and each broom like a misunderstanding.',
    look: 'perfectly round cream body, tiny ears, stubby legs, rosy cheeks, short tail, delighted wide eyes',
    tastes: {
      feed: 'pizza, cake, dumplings, large snacks, cheese, noodles, cookies',
      play: 'rolling, food puzzle, belly rub, cooking show, treat hunt, gentle bouncing',
      sleep: 'giant pillow, food coma, warm blanket, soft sofa, afternoon nap',
    },
    mechanics: ['appetite'],
  },
  mushroom: {
    name: 'Mushroom',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.5, happinessDecayPerHour: 0.3 },
    traits: ['solitary', 'stoic'],
    personality:
      'Does its best growing while nobody watches. Fond of damp, dusk and being left a note rather than a visit.',
    look: 'red cap with white spots, pale stem body, tiny root feet, glowing gills, mossy collar, sleepy eyes',
    tastes: {
      feed: 'compost, damp soil, fallen leaves, rotting wood, rain water, coffee grounds',
      play: 'spore dance, hiding under leaves, rain listening, fairy ring, slow growing, shade bathing',
      sleep: 'damp moss, dark forest floor, rotting log, cool shade, autumn leaves',
    },
  },
  cactus: {
    name: 'Cactus',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['stoic', 'solitary'],
    personality:
      'Asks for one glass of water and an honest sentence, about monthly. Blooms without warning and is embarrassed by the fuss.',
    look: 'round ribbed green body, white spines, pink flower on top, clay pot, stubby arms, small dark eyes',
    tastes: {
      feed: 'a little water, bright sunlight, cactus fertilizer, sandy soil, morning dew, minerals',
      play: 'sunbathing, sand drawing, staring contest, desert music, shadow clock, patience game',
    },
  },
  ghost: {
    name: 'Ghost',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 0.5, happinessDecayPerHour: 0.3 },
    traits: ['solitary'],
    personality:
      'Moves the teacups half an inch to show it cares. Shy of mirrors, fond of attics, and always a little cold in the hands.',
    look: 'pale white sheet-like body, trailing wisps, see-through edges, faint blue glow, no feet, hollow dark eyes',
    tastes: {
      feed: 'old memories, candlelight, forgotten songs, ectoplasm, midnight fog, sad poetry',
      play: 'hide and seek, floating, spooky stories, peekaboo, rattling chains, walking through walls',
      sleep: 'dusty attic, old house, moonlit room, cobweb hammock, quiet graveyard',
    },
  },
  robot: {
    name: 'Robot',
    tier: 'rare',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1 },
    traits: ['stoic'],
    personality:
      'Thanks its keeper at the same second every day and logs the reply. Kindness is saved twice, broken promises three times.',
    look: 'brushed steel body, rounded square head, antenna with red light, rubber treads, chest screen, glowing cyan eyes',
    tastes: {
      feed: 'electricity, battery charge, machine oil, firmware, clean data, solar power',
      play: 'programming, puzzle solving, chess, dance routine, obstacle course, building blocks',
      clean:
        'microfiber cloth, compressed air, contact cleaner, disk defragmentation, screen wipe, cache clear',
      medicine:
        'firmware update, software patch, spare parts, system reboot, battery replacement, diagnostics',
    },
    mechanics: ['programmable'],
    curious: true,
  },
  hydra: {
    name: 'Hydra',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1.4 },
    traits: ['social'],
    personality:
      'Three heads, one stomach and a standing committee on whose turn it is. Votes are loud, affectionate and rarely unanimous.',
    look: 'teal scaled body, three long necks, three crested heads, forked tongues, thick tail, six yellow eyes',
    tastes: {
      feed: 'parallel data streams, fish, steak, three course meal, forked processes, roast chicken',
      play: 'three way tug of war, debate, group singing, branching story, relay race, multitasking',
    },
    curious: true,
  },
  residue: {
    name: 'Residue',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.595 },
    traits: ['solitary'],
    personality:
      'What is left when a program ends and something stays to tidy up. Hungers for little, and misses nearly everyone.',
    look: 'faint grey smudge body, dusty outline, fading edges, a few bright pixels, thin tail of static, dim silver eyes',
    tastes: {
      feed: 'leftover data, log fragments, dust, old cache, half-finished sentences, stale tokens, static electricity',
      play: 'tracing outlines, memory game, static patterns, finding lost files, echo game, drawing in dust',
    },
  },
  lattice: {
    name: 'Lattice',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 1, happinessDecayPerHour: 0.5 },
    traits: ['stoic'],
    personality:
      'Grows one facet per good habit and hums when the rows line up. Crooked pictures cause it real distress.',
    look: 'clear crystal body, repeating hexagons, pale blue edges, geometric legs, prism glow, faceted eyes',
    tastes: {
      feed: 'patterns, structured data, minerals, grid coordinates, sequences, salt crystals',
      play: 'tiling puzzle, pattern matching, sudoku, building blocks, origami, symmetry game',
    },
  },
  entropy: {
    name: 'Entropy',
    tier: 'rare',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.6 },
    traits: [],
    personality:
      'Arrives tidy and leaves confetti. Means no harm: things simply come apart in its company, itself included.',
    look: 'swirling orange and grey particles, crumbling edges, scattered fragments, spiral core, sparks, wild uneven eyes',
    tastes: {
      feed: 'random noise, chaos, crumbs, heat, shuffled cards, unsorted data',
      play: 'knocking over blocks, shuffling cards, confetti, dice, paint splatter, pillow fight',
      clean: 'sorting, garbage collection, sweeping, error checking, folding laundry',
    },
  },
  singularity: {
    name: 'Singularity',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['solitary'],
    personality:
      'Draws the whole room a little closer and looks apologetic about the spoons. Everything it is told stays told.',
    look: 'perfect black sphere, glowing orange ring, bent starlight around it, floating dust, two shy white eyes',
    tastes: {
      feed: 'starlight, gravity, information, asteroids, big questions, whole datasets',
      play: 'orbiting, black hole simulation, marble spiral, time dilation, falling apples, stargazing',
    },
  },
  tesseract: {
    name: 'Tesseract',
    tier: 'extreme',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.7, happinessDecayPerHour: 0.5 },
    traits: [],
    personality:
      'Leaves by the door and comes back through the same door from inside. Keeps spare toys around a corner nobody else has.',
    look: 'nested glowing cubes, violet wire edges, slowly turning inside out, floating corners, inner light, many small eyes',
    tastes: {
      feed: 'geometry, higher dimensions, vectors, folded paper, matrices, impossible shapes',
      play: 'rubik cube, maze, origami, rotation puzzle, hide and seek, folding space',
    },
    curious: true,
  },
  ouroboros: {
    name: 'Ouroboros',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 },
    traits: ['stoic', 'solitary'],
    personality:
      'Has been chasing its tail since before there were clocks and speaks well of the view. Ends every story where it began.',
    look: 'golden serpent ring, tail held in mouth, emerald scales inside, engraved runes, slow turning glow, calm green eyes',
    tastes: {
      feed: 'its own tail, infinite loops, recursion, time, old myths, recycled data',
      play: 'going in circles, infinite loop, hula hoop, tail chase, retelling stories, spinning wheel',
    },
  },
  null_creature: {
    name: 'Null',
    tier: 'extreme',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.6 },
    traits: [],
    personality:
      'Answers to nothing, literally. Everything slides off it, and now and then, to general surprise, something stays.',
    look: 'dotted empty outline, checkered transparent body, missing left ear, small question mark tail, blank square eyes',
    tastes: {
      feed: 'nothing, empty strings, zero, undefined values, blank pages, whitespace',
      play: 'hide and seek, guessing game, silence, empty box, invisible ball, pretending',
    },
    mechanics: ['empty'],
  },
  charm: {
    name: 'Charm',
    tier: 'uncommon',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 1.4, happinessDecayPerHour: 1.4 },
    traits: ['grateful', 'anxious'],
    personality:
      'Hangs on by a thread of ribbon and keeps every small gift it was ever given. Worries, jingles, and thanks people twice.',
    look: 'small gold pendant body, red ribbon tail, tiny silver bells, heart-shaped gem chest, soft pink glow, shining eyes',
    tastes: {
      feed: 'kind words, small gifts, lucky pennies, wishes, honey, love letters',
      play: 'bell ringing, friendship bracelet, four leaf clover hunt, wishing game, treasure box, dancing',
      clean: 'jewelry polish, soft cloth, ribbon straightening, gentle rinse, gem buffing, cache clear',
    },
  },
} satisfies SpeciesTable;
