import type { SpeciesTable } from './species-row.ts';

export const CATS = {
  housecat: {
    name: 'Housecat',
    tier: 'common',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.8 },
    traits: ['solitary'],
    personality:
      'Keeps a private map of every warm spot in the house and visits them in order. Affection is given in instalments, usually at four in the morning.',
    look: 'grey short coat, white chest, pointed ears, long thin tail, green eyes, pink nose',
    tastes: {
      feed: 'tuna, salmon, chicken, sardines, cat kibble, beef pate, shrimp, catnip treats',
      play: 'feather wand, laser pointer, catnip mouse, cardboard box, ball of yarn, ball, string, scratching post',
    },
  },
  tabby: {
    name: 'Tabby',
    tier: 'common',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.9 },
    traits: ['gentle', 'social'],
    personality:
      'Greets visitors at the door, inspects their bags, and reports back with a chirp. Believes every lap is a shared resource.',
    look: 'brown and black stripes, m-shaped forehead mark, round cheeks, pointed ears, ringed tail, amber eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, cooked egg, salmon, cat treats',
      play: 'ball, laser pointer, feather wand, toy mouse, paper bag, bird watching',
      sleep: 'soft blanket, sunny windowsill, heated bed, cardboard box, quiet room, warm lap',
    },
    curious: true,
  },
  calico: {
    name: 'Calico',
    tier: 'common',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 1 },
    traits: [],
    personality:
      'Has three colours and at least as many opinions. Naps on the left side of the sofa on weekdays and considers the right side an insult.',
    look: 'white coat with orange and black patches, pointed ears, half-orange face, fluffy tail, gold eyes, pink paws',
    tastes: {
      feed: 'kibble, tuna, chicken, turkey, cheese, cat treats',
      play: 'ball, laser pointer, feather wand, crinkle tunnel, ribbon, toy mouse',
    },
  },
  tuxedo: {
    name: 'Tuxedo',
    tier: 'common',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 0.8 },
    traits: ['punctual'],
    personality:
      'Dressed for dinner at all hours, and at the bowl two minutes before it is filled. Disapproves of lateness with one raised paw.',
    look: 'black coat, white bib, white paws, pointed ears, long white whiskers, yellow eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, smoked salmon, cream, sardines',
      play: 'ball, laser pointer, bow tie, feather wand, piano keys, toy mouse',
    },
  },
  maine_coon: {
    name: 'Maine Coon',
    tier: 'uncommon',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 2, happinessDecayPerHour: 0.8 },
    traits: ['gentle'],
    personality:
      'The size of a small armchair and just as calm. Carries its own tail about like luggage and apologises to doorways.',
    look: 'huge shaggy brown coat, lion-like ruff, tufted lynx ears, enormous plumed tail, big snowshoe paws, gold eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, turkey, rabbit, salmon, beef chunks',
      play: 'ball, laser pointer, water bowl splashing, feather wand, fetch, big cardboard box',
      clean: 'soft brush, damp cloth, waterless shampoo, nail trim, grooming comb, ear wipe',
    },
  },
  siamese: {
    name: 'Siamese',
    tier: 'uncommon',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2, happinessDecayPerHour: 1.6 },
    traits: ['vocal', 'social'],
    personality:
      'Narrates the whole day in a loud, thoughtful voice and waits for replies. An unanswered question is repeated from a higher shelf.',
    look: 'cream short coat, dark brown mask, dark pointed ears, slim body, dark thin tail, bright blue eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, white fish, prawns, cat treats',
      play: 'ball, laser pointer, conversation, feather wand, clicker tricks, fetch, cardboard box',
      medicine:
        'vitamin drops, hairball paste, flea treatment, deworming tablet, probiotic powder, antibiotic ointment',
      discipline:
        'calm firm voice, clap hands, ignore behavior, redirect to toy, short time out, close the door',
    },
    curious: true,
  },
  persian: {
    name: 'Persian',
    tier: 'uncommon',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.8 },
    traits: ['solitary'],
    personality:
      'Sits like a cushion someone forgot to put away. Regards a brush as love, a meal as an interruption, and running as something servants do.',
    look: 'very long cream fur, flat face, tiny ears, short legs, huge brush of a tail, round copper eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, salmon mousse, duck pate, cream',
      play: 'ball, laser pointer, silk ribbon, feather wand, velvet mouse',
      clean: 'grooming brush, wide-tooth comb, detangling spray, face wipe, gentle shampoo, eye cleaning pad',
      sleep: 'velvet cushion, satin pillow, soft blanket, quiet room, warm lap',
    },
    mechanics: ['grooming'],
  },
  sphinx: {
    name: 'Sphinx',
    tier: 'uncommon',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1 },
    traits: ['solitary'],
    personality:
      "Bare, warm and always looking for something warmer. Wears other people's scarves and stares as if about to ask a riddle.",
    look: 'hairless pink-grey skin, deep wrinkles, enormous bat ears, whip tail, lemon-shaped golden eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, warm broth, turkey, lamb stew, cooked egg',
      play: 'ball, laser pointer, blanket fort, feather wand, riddles, climbing shelf',
      clean: 'warm bath, skin wipe, gentle soap, soft towel, ear cleaning, baby oil',
      sleep: 'heated blanket, radiator bed, wool sweater, warm lap, sunny windowsill',
    },
    mechanics: ['temperature'],
  },
  savannah: {
    name: 'Savannah',
    tier: 'rare',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 4, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.2 },
    traits: ['stubborn', 'solitary'],
    personality:
      'Opens cupboards, turns on taps and studies the top of the fridge for reasons of its own. Tame is a word it has heard of.',
    look: 'sandy coat with dark spots, white chest, tall rounded ears, long ringed tail, tear marks, slim body, green eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, raw quail, rabbit, venison',
      play: 'ball, laser pointer, feather wand, running wheel, leash walk, water splashing, climbing tree, cardboard box',
    },
    curious: true,
  },
  bengal: {
    name: 'Bengal',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.6 },
    traits: ['vocal'],
    personality:
      'A small leopard with a timetable: first the chase, then the dinner. Unspent energy is invested in the curtains.',
    look: 'golden coat with dark rosettes, white belly, small rounded ears, thick black-tipped tail, green eyes, glittering fur',
    tastes: {
      feed: 'kibble, tuna, chicken, raw turkey, salmon, quail eggs',
      play: 'ball, laser pointer, feather wand, running wheel, water fountain, climbing wall, toy mouse',
    },
    mechanics: ['energy'],
    curious: true,
  },
  ragdoll: {
    name: 'Ragdoll',
    tier: 'rare',
    trustSpeed: 'fast',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.7 },
    traits: ['gentle', 'social'],
    personality:
      'Goes limp with joy the moment it is picked up and stays that way. Has never been known to win a staring contest, or want to.',
    look: 'silky white and grey coat, dark ears, soft ruff, white mittens, fluffy tail, large blue eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, salmon, turkey, cat treats',
      play: 'ball, laser pointer, feather wand, gentle fetch, cuddle, plush mouse',
    },
  },
  munchkin: {
    name: 'Munchkin',
    tier: 'rare',
    trustSpeed: 'medium',
    needs: { feedingWindowHours: 5, hungerDecayPerHour: 1.6, happinessDecayPerHour: 1 },
    traits: ['social'],
    personality:
      'Short of leg and long of plan. Takes corners like a tiny race car and hoards shiny things under the bookcase.',
    look: 'very short legs, orange and white coat, pointed ears, upright tail, round face, hazel eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, shrimp, cat treats, salmon',
      play: 'ball, laser pointer, feather wand, shiny coin, crinkle tunnel, toy mouse, bottle cap',
    },
    curious: true,
  },
  snow_leopard: {
    name: 'Snow Leopard',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 8, hungerDecayPerHour: 1, happinessDecayPerHour: 0.4 },
    traits: ['solitary', 'stoic'],
    personality:
      'Watches from the highest ledge, tail wrapped round like a scarf. Comes down when the room is quiet, which may be tomorrow.',
    look: 'thick smoky-white coat, dark rosettes, small round ears, very long thick tail, broad furry paws, pale green eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, mountain goat, hare, venison',
      play: 'ball, laser pointer, feather wand, rocky ledge climbing, snow pouncing, pine cone, cardboard box',
      sleep: 'cold stone ledge, snow bank, quiet cave, thick fur blanket, mountain wind',
    },
  },
  serval: {
    name: 'Serval',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 3, hungerDecayPerHour: 2.6, happinessDecayPerHour: 1.4 },
    traits: ['stubborn'],
    personality:
      'All ears and legs: hears a mouse think, then arrives from above. House rules are listened to closely and filed away.',
    look: 'golden coat, bold black spots and stripes, huge upright black ears, very long legs, short ringed tail, amber eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, mice, quail, frog legs',
      play: 'ball, laser pointer, high jump, tall grass pouncing, water splashing, feather wand, cardboard box',
    },
    curious: true,
  },
  caracal: {
    name: 'Caracal',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 6, hungerDecayPerHour: 1.4, happinessDecayPerHour: 0.6 },
    traits: ['solitary', 'stubborn'],
    personality:
      'Carries two black exclamation marks on its ears and rarely needs to say more. Forgives slowly, recovers fast, hisses in between.',
    look: 'plain red-gold coat, long black ear tufts, black face lines, white chin, strong hind legs, amber eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, guinea fowl, hare, lamb',
      play: 'ball, laser pointer, feather wand, high jump, ambush game, knotted rope, cardboard box',
    },
  },
  lynx: {
    name: 'Lynx',
    tier: 'extreme',
    trustSpeed: 'slow',
    needs: { feedingWindowHours: 12, hungerDecayPerHour: 0.7, happinessDecayPerHour: 0.3 },
    traits: ['solitary', 'nocturnal'],
    personality:
      'Walks the edge of the lamplight on snowshoe paws and leaves no sound behind. Seen mostly by people who had stopped looking.',
    look: 'silver-grey spotted coat, black ear tufts, white cheek ruff, bobbed black-tipped tail, wide snowy paws, pale gold eyes',
    tastes: {
      feed: 'kibble, tuna, chicken, snowshoe hare, grouse, venison',
      play: 'ball, laser pointer, feather wand, night prowl, snow tracking, hide and seek, cardboard box',
      sleep: 'hollow log, snow den, pine branches, dark quiet corner, mossy rock',
    },
  },
} satisfies SpeciesTable;
