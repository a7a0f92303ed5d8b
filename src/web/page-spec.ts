import type { ComponentChildren } from 'preact';

import type { CreatureGlance } from '../features/public/view-creature.ts';
import { type Instant, iso } from '../rules/base/clock.ts';
import { SITE } from '../text/pages/page-words.ts';
import { creaturePath } from './paths.ts';

export const ROOMS = [
  { name: 'creatures', path: '/creatures', label: 'Creatures' },
  { name: 'species', path: '/species', label: 'Species' },
  { name: 'keepers', path: '/keepers', label: 'Keepers' },
  { name: 'hall', path: '/hall', label: 'Hall' },
  { name: 'graveyard', path: '/graveyard', label: 'Graveyard' },
  { name: 'guides', path: '/guides', label: 'Guides' },
] as const;

export interface PageSpec {
  /** The page's title without the site name. */
  readonly title: string;
  /** `og:title`, if it differs from the title. */
  readonly shareTitle?: string;
  readonly description: string;
  /** The canonical path with the relevant query parameters; empty for none. */
  readonly path: string;
  readonly room?: (typeof ROOMS)[number]['name'];
  /** The Open Graph image: a PNG of 1200 × 630 on our own origin. */
  readonly card?: { readonly path: string; readonly alt: string };
  readonly about?: LinkedPage;
  /** The page's own feed, in addition to the site's. */
  readonly feed?: { readonly path: string; readonly title: string };
  /** True if the page loads the live script. */
  readonly live?: boolean;
  /** True for pages with a single task, which have no navigation. */
  readonly quiet?: boolean;
  /** True for pages in an iframe: the content alone. */
  readonly framed?: boolean;
  /** The moment up to which the page is complete; set while due creatures are not settled yet. */
  readonly asOf?: Instant | undefined;
  /** True for error pages and filtered lists, which are `noindex`. */
  readonly unlisted?: boolean;
  readonly content: ComponentChildren;
}

/** A script with its subresource integrity hash. */
export type PageScript = Readonly<{ src: string; integrity: string }>;

export interface PageSite {
  readonly origin: string;
  /** URLs of assets, with a content hash. */
  readonly assets: {
    readonly style: string;
    readonly script: PageScript;
    readonly icon: string;
    /** The heading font, which is preloaded. */
    readonly font: string | undefined;
  };
  /** True if the server has a sandbox clock. */
  readonly sandbox: boolean;
}

interface LinkedThing {
  readonly '@type': 'Thing' | 'SoftwareApplication' | 'DefinedTerm' | 'CreativeWork';
  readonly name: string;
  readonly url: string;
  readonly [property: string]: unknown;
}

interface LinkedPage {
  readonly type: 'WebPage' | 'ProfilePage' | 'CollectionPage';
  readonly createdAt?: Instant | undefined;
  readonly mainEntity: LinkedThing;
  readonly hasPart?: readonly LinkedThing[];
}

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

/** A creature as JSON-LD `Thing`: schema.org has no type for creatures. */
export function linkedCreature({ creature: { id, name } }: Pick<CreatureGlance, 'creature'>): LinkedThing {
  return { '@type': 'Thing', name, identifier: id, url: creaturePath(id) };
}
