// JSON-LD in the words of schema.org, for search engines. Its strings are the page's own title, description and names.
import { iso, type Instant } from '../rules/base/clock.ts';
import type { CreatureGlance } from '../features/public/view-creature.ts';
import { SITE } from '../text/pages/page-words.ts';
import type { PageSpec } from './page-spec.ts';
import { creaturePath } from './paths.ts';

/** What a page is about: a type of schema.org, and its properties. URLs are paths of this house. */
export interface LinkedThing {
  readonly '@type': 'Thing' | 'SoftwareApplication' | 'DefinedTerm' | 'CreativeWork';
  readonly name: string;
  readonly url: string;
  readonly [property: string]: unknown;
}

/** A page as linked data. */
export interface LinkedPage {
  readonly type: 'WebPage' | 'ProfilePage' | 'CollectionPage';
  readonly createdAt?: Instant | undefined;
  readonly mainEntity: LinkedThing;
  readonly hasPart?: readonly LinkedThing[];
}

/** The whole document of a page; undefined where the page is about nothing in particular. */
export function linkedData(page: PageSpec, origin: string): object | undefined {
  if (!page.about) return undefined;
  const { type, createdAt, mainEntity, hasPart } = page.about;
  const absolute = (thing: LinkedThing) => ({ ...thing, url: origin + thing.url });
  return {
    '@context': 'https://schema.org',
    '@type': type,
    url: origin + page.path,
    name: page.title,
    description: page.description,
    inLanguage: 'en',
    ...(page.card && { image: origin + page.card.path }),
    ...(createdAt !== undefined && { dateCreated: iso(createdAt) }),
    isPartOf: { '@type': 'WebSite', name: SITE.name, url: `${origin}/` },
    mainEntity: absolute(mainEntity),
    ...(hasPart && hasPart.length > 0 && { hasPart: hasPart.map(absolute) }),
  };
}

/** schema.org has no type for a creature that is neither a person nor a product. */
export function linkedCreature({ creature: { id, name } }: Pick<CreatureGlance, 'creature'>): LinkedThing {
  return { '@type': 'Thing', name, identifier: id, url: creaturePath(id) };
}
