import type { Family } from '../vocabulary.ts';

/** What a sentence may assume about a body. `digital` shows data; `machine` has hardware. */
export type BodyFeature =
  | 'fur'
  | 'feathers'
  | 'wings'
  | 'paws'
  | 'legs'
  | 'tail'
  | 'ears'
  | 'head'
  | 'muzzle'
  | 'mouth'
  | 'breath'
  | 'sound'
  | 'purr'
  | 'bark'
  | 'digital'
  | 'machine';

export type Body = ReadonlySet<BodyFeature>;

export interface BodyOwner {
  readonly slug?: string | undefined;
  readonly family: Family;
}

/** The body of a species; one object per body, since callers use it as a cache key. */
export function bodyOf({ slug, family }: BodyOwner): Body {
  return (slug === undefined ? undefined : BY_SLUG.get(slug)) ?? COMMUNITY[family];
}

type BodyTable = Readonly<Record<string, readonly BodyFeature[]>>;

const FOUR_LEGGED = ['paws', 'legs', 'tail', 'ears', 'head', 'muzzle', 'mouth', 'breath', 'sound'] as const;
const CAT = [...FOUR_LEGGED, 'fur', 'purr'] as const;
const DOG = [...FOUR_LEGGED, 'fur', 'bark'] as const;
const FURRY = [...FOUR_LEGGED, 'fur'] as const;
const BIRD = ['feathers', 'wings', 'legs', 'tail', 'head', 'mouth', 'breath', 'sound'] as const;
const REPTILE = ['legs', 'tail', 'head', 'mouth', 'breath'] as const;

const CAT_BODIES: BodyTable = {
  ...alike(CAT, 'housecat tabby calico tuxedo maine_coon siamese persian savannah'),
  ...alike(CAT, 'bengal ragdoll munchkin snow_leopard serval caracal lynx'),
  sphinx: [...FOUR_LEGGED, 'purr'],
};

const DOG_BODIES: BodyTable = {
  ...alike(DOG, 'retriever beagle lab terrier frenchie border_collie husky greyhound'),
  ...alike(DOG, 'pitbull akita shiba wolfhound malinois dire_wolf maned_wolf fennec_fox'),
  basenji: FURRY,
};

function alike(body: readonly BodyFeature[], slugs: string): BodyTable {
  return Object.fromEntries(slugs.split(' ').map((slug) => [slug, body]));
}

const EXOTIC_BODIES: BodyTable = {
  ferret: FURRY,
  hamster: ['fur', 'paws', 'legs', 'ears', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  rabbit: FURRY,
  hedgehog: ['paws', 'legs', 'ears', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  parrot: BIRD,
  owl: BIRD,
  chameleon: REPTILE,
  tortoise: REPTILE,
  turtle: REPTILE,
  jackrabbit: FURRY,
  octopus: ['head', 'mouth'],
  axolotl: ['legs', 'tail', 'head', 'mouth'],
  sugar_glider: FURRY,
  kinkajou: FURRY,
  pangolin: ['legs', 'tail', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  duck: BIRD,
  snail: ['head', 'mouth'],
  goose: BIRD,
  penguin: ['feathers', 'legs', 'head', 'mouth', 'breath', 'sound'],
  capybara: ['fur', 'legs', 'ears', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  dragon: ['wings', 'legs', 'tail', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  kraken: ['mouth'],
  thunderbird: BIRD,
  leviathan: ['tail', 'head', 'mouth', 'breath', 'sound'],
};

const AI_NATIVE_BODIES: BodyTable = {
  echo: ['ears', 'head', 'sound', 'digital'],
  drift: ['digital'],
  mirror: ['head', 'digital'],
  cipher: ['ears', 'tail', 'sound', 'digital', 'machine'],
  phoenix: BIRD,
  void: ['digital'],
  quantum: ['ears', 'tail', 'head', 'sound', 'digital'],
  archive: ['paws', 'legs', 'tail', 'head', 'sound'],
  blob: ['mouth', 'sound'],
  chonk: ['legs', 'tail', 'ears', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  mushroom: [],
  cactus: [],
  ghost: ['head', 'sound'],
  robot: ['head', 'sound', 'digital', 'machine'],
  hydra: ['legs', 'tail', 'head', 'muzzle', 'mouth', 'breath', 'sound'],
  residue: ['tail', 'sound', 'digital'],
  lattice: ['legs', 'sound', 'digital'],
  entropy: ['sound', 'digital'],
  singularity: ['digital'],
  tesseract: ['sound', 'digital'],
  ouroboros: ['tail', 'head', 'mouth', 'breath'],
  null_creature: ['ears', 'tail', 'head', 'digital'],
  charm: ['tail', 'sound'],
};

/** Bodies of the built-in species: tools/check/content-schemas.ts takes the slugs from here. */
export const BODIES: Readonly<Record<Family, BodyTable>> = {
  cat: CAT_BODIES,
  dog: DOG_BODIES,
  exotic: EXOTIC_BODIES,
  'ai-native': AI_NATIVE_BODIES,
};

const BY_SLUG: ReadonlyMap<string, Body> = new Map(
  Object.values(BODIES)
    .flatMap((table) => Object.entries(table))
    .map(([slug, parts]) => [slug, new Set(parts)]),
);

/** Bodies of community species: only what the family's name implies. */
const COMMUNITY: Readonly<Record<Family, Body>> = {
  cat: new Set(FOUR_LEGGED),
  dog: new Set(FOUR_LEGGED),
  exotic: new Set(),
  'ai-native': new Set(),
};

/** The family whose sentences a species uses: an ai-native that is not digital uses those of exotics. */
export function lineFamilyOf(owner: BodyOwner): Family {
  return owner.family === 'ai-native' && !bodyOf(owner).has('digital') ? 'exotic' : owner.family;
}
