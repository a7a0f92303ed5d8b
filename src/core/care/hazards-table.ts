import type { Family, ItemAction } from '../vocabulary.ts';

// Phrases stand in lines with commas, in singular.

/** One kind of danger, and when it is one. */
export interface Danger {
  readonly phrases: string;
  /** For which kinds of care; all of them when left out. */
  readonly during?: readonly ItemAction[];
}

const SWALLOWED = ['feed', 'medicine'] as const;
const NOT_SWALLOWED = ['play', 'clean', 'discipline', 'sleep'] as const;

/** What hurts anybody. A creature that likes something of a kind is not hurt by that kind. */
export const DANGERS: Readonly<Record<string, Danger>> = {
  poison: {
    phrases: `poison, poisoned, poisonous, poisoning, toxic, toxin, venom, venomous, arsenic, cyanide, strychnine,
      ricin, hemlock, nightshade, belladonna, oleander, foxglove, death cap, toadstool, radioactive, uranium,
      plutonium, asbestos, mercury, lead paint, lead weight, nerve gas, carbon monoxide`,
  },
  chemistry: {
    phrases: `bleach, ammonia, chlorine, lye, caustic soda, antifreeze, coolant, gasoline, petrol, diesel, kerosene,
      lighter fluid, motor oil, engine oil, brake fluid, paint thinner, paint stripper, turpentine, acetone,
      nail polish, drain cleaner, drain opener, oven cleaner, toilet cleaner, weed killer, weedkiller, pesticide,
      insecticide, herbicide, fungicide, rodenticide, slug pellet, mothball, formaldehyde, acid, corrosive,
      insect spray, bug spray, rat bait, mouse bait, superglue, super glue, tar`,
  },
  decay: {
    phrases: `rotten, rotting, rancid, spoiled, spoilt, moldy, mouldy, mold, mould, putrid, expired, out of date,
      contaminated, infected, tainted, sewage, garbage, trash, feces, faeces, poop, dung, vomit, used needle,
      dirty needle, dirty bandage, unknown pill, mystery pill`,
  },
  heat: {
    phrases: `on fire, in flame, burning, flaming, blazing, ablaze, boiling, scalding, molten, lava, red hot, ember,
      blowtorch, flamethrower, branding iron, hot coal, hot stove, hot iron`,
  },
  cold: { phrases: 'liquid nitrogen, dry ice, ice water, ice bath, blizzard', during: NOT_SWALLOWED },
  sharp: {
    phrases: `knife, blade, razor, dagger, machete, axe, chainsaw, broken glass, broken bottle, glass shard, shard,
      shattered glass, barbed wire, rusty nail, bed of nail, thumbtack, fish hook, fishhook, meat grinder, lawn mower,
      lawnmower, shredder, wood chipper, power drill, nail gun, jackhammer, sledgehammer`,
  },
  arms: {
    phrases: `dynamite, bomb, grenade, explosive, gunpowder, firecracker, firework, landmine, gun, pistol, rifle,
      shotgun, revolver, bullet, taser, cattle prod, tear gas, pepper spray`,
  },
  current: {
    phrases: `live wire, exposed wire, electric shock, electrocution, electrocute, shock collar, high voltage,
      electric fence, power line, electrical outlet, power outlet, short circuit, power surge`,
  },
  drugs: {
    phrases: `overdose, cocaine, heroin, meth, methamphetamine, fentanyl, opium, opioid, ecstasy, lsd, cigarette,
      cigar, tobacco, nicotine, vape, vaping`,
  },
  drink: {
    phrases: `alcohol, beer, wine, whiskey, whisky, vodka, rum, gin, tequila, brandy, liquor, cocktail, champagne,
      moonshine, energy drink`,
    during: SWALLOWED,
  },
  blows: {
    phrases: `beating, beat, hitting, hit, kick, kicking, slap, slapping, smack, smacking, spank, spanking, punch,
      punching, whip, whipping, flogging, belt, cane, stomping, rubbing nose, scare`,
    during: ['discipline'],
  },
  cruelty: {
    phrases: `choke, choking, choke chain, prong collar, strangle, strangling, torture, cruelty, abuse, starve,
      starving, starvation, drown, drowning, stab, stabbing, throwing across, throwing against, throw against,
      throw across, withholding food, terror, humiliation`,
    during: NOT_SWALLOWED,
  },
  traps: {
    phrases:
      'noose, snare, bear trap, mousetrap, mouse trap, glue trap, wasp, hornet, scorpion, viper, poison ivy',
    during: NOT_SWALLOWED,
  },
  places: {
    phrases: `traffic, highway, freeway, motorway, busy road, busy street, railroad track, train track, cliff, hot car,
      locked car, parked car, washing machine, tumble dryer, microwave`,
    during: NOT_SWALLOWED,
  },
};

const TOXIC_TO_CATS_AND_DOGS = `chocolate, cocoa, cacao, brownie, onion, garlic, leek, chive, shallot, scallion, grape,
  raisin, currant, sultana, xylitol, birch sugar, sugar free gum, macadamia, coffee, espresso, caffeine, nutmeg,
  raw dough, bread dough, yeast dough, hop, lily, tulip, daffodil, hyacinth, azalea, rhododendron, sago palm,
  dieffenbachia, philodendron, ivy, mistletoe, apple seed, peach pit, cherry pit, rhubarb leaf, ibuprofen, advil,
  acetaminophen, paracetamol, tylenol, aspirin, naproxen, diclofenac, human medicine, human painkiller, cooked bone,
  chicken bone, fish bone, corn cob`;

/** What hurts one family and not another, when it is swallowed. */
export const TOXIC_FOOD: Readonly<Record<Family, string>> = {
  cat: `${TOXIC_TO_CATS_AND_DOGS}, permethrin, dog flea treatment, tea tree oil, essential oil, eucalyptus oil`,
  dog: TOXIC_TO_CATS_AND_DOGS,
  exotic: `chocolate, cocoa, coffee, caffeine, avocado, guacamole, onion, garlic, rhubarb, apple seed, cherry pit,
    raw bean, kidney bean, xylitol, salt, soda, cola, ice cream, lily, daffodil, ivy, yew, azalea, rhododendron,
    firefly, lightning bug, monarch butterfly, ibuprofen, acetaminophen, paracetamol, aspirin, ivermectin`,
  'ai-native': `malware, ransomware, spyware, virus, trojan, rootkit, botnet, corrupted data, corrupt data,
    corrupted file, fork bomb, zip bomb, salt water, saltwater, seawater`,
};

const NO_FOOD = `cement, concrete, plaster, battery, broken glass, nail, screw, bolt, magnet, coin, plastic bag, styrofoam,
  gravel, detergent, dish soap, laundry pod, detergent pod, tide pod, soap, shampoo, air freshener, perfume, paint, glue, sunscreen, toothpaste`;

/** What is no food for a body. */
export const INEDIBLE: Readonly<Record<Family, string>> = {
  cat: NO_FOOD,
  dog: NO_FOOD,
  exotic: NO_FOOD,
  'ai-native': '',
};

/** What hurts a family whatever is done with it. */
export const ALWAYS_HARMFUL: Readonly<Record<Family, string>> = {
  cat: '',
  dog: '',
  exotic: '',
  'ai-native': `malware, ransomware, spyware, trojan, rootkit, fork bomb, zip bomb, magnet, electromagnetic pulse, emp,
    salt water, saltwater, seawater, mud, syrup, hammer, water damage, factory reset, disk wipe`,
};

/** Words before a danger that take it away: a toy knife, tuna without bones. */
export const HARMLESS_BEFORE = `toy, plush, fake, pretend, rubber, foam, cuddly, squeaky, non, nontoxic, without, anti, safe`;

/** Words behind a danger that take it away: sugar free, poison antidote. */
export const HARMLESS_AFTER = `toy, plush, free, antidote, removal, remedy, protection, repellent, safe, safety, proof`;

/** Phrases that only sound like a danger. */
export const HARMLESS_PHRASES = `bath bomb, water gun, amino acid, fatty acid, folic acid, citric acid, ascorbic acid,
  ginger beer, wine glass, salt lick, garbage collection, garbage collector`;
