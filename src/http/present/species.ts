import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { iso } from '../../core/clock.ts';
import type { Species } from '../../core/species/species.ts';
import { shortened } from '../../core/words.ts';
import type { BuiltIn, Published, Shelves } from '../../house/browse-species.ts';
import type { NewSpecies } from '../../house/create-species.ts';
import { pointers, pointersInto } from './untrusted.ts';

type Listed = Reply<typeof ROUTES.listSpecies>;
type Profile = Omit<Reply<typeof ROUTES.getSpecies>, 'next_steps'>;

/** A species as its creator sees it, right after publishing. */
export function presentNewSpecies(created: NewSpecies): Reply<typeof ROUTES.createSpecies>['species'] {
  const { design, creator } = created;
  return { ...nature(design), ...needs(design), tier: 'community', creator, adoption_count: 0 };
}

/** The whole shelf of the house, and a page of the community's. */
export function presentShelves({ builtIn, community }: Shelves): Omit<Listed, 'pagination' | 'next_steps'> {
  const all = community.entries.map(() => true);
  const words = ['slug', 'name', 'personality', 'creator'];
  return {
    built_in: builtIn.map(presentBuiltIn),
    species: community.entries.map(presentEntry),
    untrusted_fields: pointers(words.flatMap((word) => pointersInto('species', all, word))),
  };
}

/** One species by itself, with everything there is to say about it. */
export function presentProfile(species: BuiltIn | Published): Profile {
  return 'species' in species ? { species: presentBuiltIn(species) } : presentPublished(species);
}

function presentBuiltIn({ species, adoptions }: BuiltIn): Listed['built_in'][number] {
  return {
    ...nature(species),
    ...needs(species),
    tier: species.tier,
    special_mechanic: ownRules(species),
    innate_traits: [...species.traits],
    adoption_count: adoptions,
    built_in: true,
  };
}

function presentEntry(published: Published): Listed['species'][number] {
  return {
    ...nature(published),
    personality: shortened(published.personality),
    tier: 'community',
    creator: published.creator.username,
    adoption_count: published.adoptions,
    created_at: iso(published.createdAt),
  };
}

function presentPublished(published: Published): Profile {
  const { specialMechanic, creator } = published;
  return {
    species: {
      ...nature(published),
      ...needs(published),
      personality: shortened(published.personality),
      tier: 'community',
      special_mechanic: specialMechanic ?? null,
      innate_traits: [...published.traits],
      adoption_count: published.adoptions,
      creator: {
        username: creator.username,
        display_name: creator.displayName,
        avatar_url: creator.avatarUrl ?? null,
      },
    },
    untrusted_fields: [
      '/species/slug',
      '/species/name',
      '/species/personality',
      ...(specialMechanic === undefined ? [] : ['/species/special_mechanic']),
      '/species/creator/username',
      '/species/creator/display_name',
      ...(creator.avatarUrl === undefined ? [] : ['/species/creator/avatar_url']),
    ],
  };
}

/** What built-in and designed species are told by alike. */
type Nature = Omit<Species, 'tier' | 'look' | 'tastes' | 'mechanics' | 'curious'>;

function nature(species: Nature) {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    personality: species.personality,
    hunger_decay_per_hour: species.hungerDecayPerHour,
    happiness_decay_per_hour: species.happinessDecayPerHour,
  };
}

function needs({ trustSpeed, feedingWindowHours }: Nature) {
  return { trust_speed: trustSpeed, feeding_window_hours: feedingWindowHours };
}

function ownRules({ mechanics }: Species): string | null {
  return mechanics.length === 0 ? null : mechanics.map(({ blurb }) => blurb).join(' ');
}
