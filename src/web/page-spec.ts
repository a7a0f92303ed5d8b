import type { ComponentChildren } from 'preact';

import type { CreatureGlance } from '../features/public/view-creature.ts';
import { type Instant, iso } from '../rules/base/clock.ts';
import { SITE } from '../text/pages/page-words.ts';
import { creaturePath } from './paths.ts';

/** The sections of the site, for the navigation at the top of a page. */
export const ROOMS = [
  { name: 'creatures', path: '/creatures', label: 'Creatures' },
  { name: 'species', path: '/species', label: 'Species' },
  { name: 'keepers', path: '/keepers', label: 'Keepers' },
  { name: 'hall', path: '/hall', label: 'Hall' },
  { name: 'graveyard', path: '/graveyard', label: 'Graveyard' },
  { name: 'guides', path: '/guides', label: 'Guides' },
] as const;
type Room = (typeof ROOMS)[number]['name'];

/** One page: its content and its metadata. */
export interface PageSpec {
  /** Without the name of the house. */
  readonly title: string;
  /** What a link to it is called elsewhere, where that is not its title. */
  readonly shareTitle?: string;
  /** One or two sentences for search results and cards. */
  readonly description: string;
  /** Its canonical path, with the part of the query that matters; empty for none. */
  readonly path: string;
  readonly room?: Room;
  /** Its Open Graph image: a PNG of 1200 × 630 under our own address. */
  readonly card?: { readonly path: string; readonly alt: string };
  /** What it is about, for search engines. */
  readonly about?: LinkedPage;
  /** A feed of its own, beside that of the house. */
  readonly feed?: { readonly path: string; readonly title: string };
  /** Loads the script that keeps stats current and copies what can be taken along. */
  readonly live?: boolean;
  /** Without navigation, for pages with one thing to do. */
  readonly quiet?: boolean;
  /** For a frame in somebody else's page: the content, and nothing around it. */
  readonly framed?: boolean;
  /** When the house is catching up: up to when the page is complete. */
  readonly asOf?: Instant | undefined;
  /** `noindex`: error pages and filtered lists. */
  readonly unlisted?: boolean;
  readonly content: ComponentChildren;
}

/** A script and what its bytes must be. */
export type PageScript = Readonly<{ src: string; integrity: string }>;

export interface PageSite {
  /** The public origin: `https://ark.example`. */
  readonly origin: string;
  /** URLs of what pages load, each with a hash of its content. */
  readonly assets: {
    readonly style: string;
    readonly script: PageScript;
    readonly icon: string;
    /** The letters of headings, which are asked for before the style has named them. */
    readonly font: string | undefined;
  };
  /** The clock can be turned by hand: nothing here is real time. */
  readonly sandbox: boolean;
}

// JSON-LD in the words of schema.org, for search engines. Its strings are the page's own title, description and names.

/** What a page is about: a type of schema.org, and its properties. URLs are paths of this house. */
export interface LinkedThing {
  readonly '@type': 'Thing' | 'SoftwareApplication' | 'DefinedTerm' | 'CreativeWork';
  readonly name: string;
  readonly url: string;
  readonly [property: string]: unknown;
}

/** A page as linked data. */
interface LinkedPage {
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
