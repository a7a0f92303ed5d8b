import type { NextStep } from '../contract/common.ts';
import { step } from '../contract/next-step.ts';
import type { Sent } from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import type { Action, HallCategory } from '../core/vocabulary.ts';
import { filled } from './pick.ts';

/** Who a step is about; it is always named by id, so that the step holds however many there are. */
export interface Whom {
  readonly id: string;
  readonly name: string;
}

export const lookAt = (whom: Whom, why = named('See how {name} is doing.', whom)): NextStep =>
  about('check_status', ROUTES.getCreatureStatus, whom, why);

export const hatchIt = (whom: Whom): NextStep => lookAt(whom, named('Look at {name}, and it hatches.', whom));

/** One act of care, with what it likes if that is known. */
export function careFor(whom: Pick<Whom, 'id'>, action: Action, why: string, item?: string): NextStep {
  const body: Sent<typeof ROUTES.careForCreature, 'body'> = item
    ? { action, item, creature_id: whom.id }
    : { action, creature_id: whom.id };
  const { method, path } = ROUTES.careForCreature;
  return { action, method, endpoint: path, description: why, body: { ...body } };
}

export const reflectOn = (whom: Whom): NextStep =>
  careFor(whom, 'reflect', named('Sit with {name} for a while; this it always lets you do.', whom));

export const adopt = (why = 'Adopt an egg under this name, or one you like better.'): NextStep =>
  step('adopt', ROUTES.adoptCreature, why, { body: { name: 'Pebble' } });

export const adoptKind = (slug: string): NextStep =>
  step('adopt', ROUTES.adoptCreature, 'Adopt one of this species.', {
    body: { name: 'Pebble', species_slug: slug },
  });

export const readHistory = (whom: Whom): NextStep =>
  about('view_history', ROUTES.getCareHistory, whom, named('Read the life of {name} so far.', whom));

export const learnTastes = (whom: Whom): NextStep =>
  about('view_preferences', ROUTES.getCreaturePreferences, whom, named('Learn what {name} likes.', whom));

export const visitGraveyard = (why = 'Visit the gravestones.'): NextStep =>
  step('visit_graveyard', ROUTES.listGraveyard, why);

export const visitHall = (category: HallCategory): NextStep =>
  step('view_hall', ROUTES.listHall, HALL_WORDS[category], { query: { category } });

const HALL_WORDS: Record<HallCategory, string> = {
  oldest_living: 'See who has lived the longest.',
  most_consistent: 'See who keeps their creatures the most steadily.',
  gravestone_count: 'See who has buried the most.',
};

export const browseSpecies = (): NextStep =>
  step('browse_species', ROUTES.listSpecies, 'Browse every species there is to adopt.');

export const readSpecies = (slug: string): NextStep =>
  step('view_species', ROUTES.getSpecies, 'Read what this species needs.', { params: { slug } });

/** A species that can be published as it stands: `mark` makes its slug one that nobody has. */
export const designSpecies = (mark: string, slug = 'moss_fox'): NextStep =>
  step('create_species', ROUTES.createSpecies, 'Design a species; put your own words in place of these.', {
    body: {
      slug: freeSlug(slug, mark),
      name: 'Moss Fox',
      family: 'exotic',
      personality: 'Quiet and curious, naps in green places and forgives slowly.',
      innate_traits: ['gentle', 'solitary'],
    },
  });

// Every look ends with some of these, so they are put together without a query being encoded.
function about(action: string, row: ByCreature, { id }: Whom, description: string): NextStep {
  return { action, method: row.method, endpoint: [row.path, '?creature_id=', id].join(''), description };
}

function named(line: string, { name }: Whom): string {
  return filled(line, { name });
}

type ByCreature = (typeof ROUTES)['getCreatureStatus' | 'getCareHistory' | 'getCreaturePreferences'];

const LONGEST_SLUG = 40;

function freeSlug(slug: string, mark: string): string {
  const end = `_${mark.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
  return slug.slice(0, LONGEST_SLUG - end.length) + end;
}
