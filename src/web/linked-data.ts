import { type Instant, iso } from '../rules/base/clock.ts';
import type { Creature } from '../rules/lives/creature.ts';
import { ROOMS, SITE } from '../text/pages/page-words.ts';
import { creaturePath } from './paths.ts';

/** What search engines are told of a page, besides its content. */
export interface DescribedPage {
  /** The page's title without the site name. */
  readonly title: string;
  readonly description: string;
  /** The canonical path with the relevant query parameters; empty for none. */
  readonly path: string;
  readonly room?: keyof typeof ROOMS extends `/${infer Room}` ? Room : never;
  /** The Open Graph image: a PNG of 1200 × 630 on our own origin. */
  readonly card?: { readonly path: string; readonly alt: string };
  readonly about?: LinkedPage | LinkedArticle;
}

interface LinkedPage {
  readonly type: 'WebPage' | 'ProfilePage' | 'CollectionPage';
  readonly createdAt?: Instant | undefined;
  readonly mainEntity: LinkedThing;
  readonly hasPart?: readonly LinkedThing[];
}

interface LinkedThing extends Readonly<Record<'name' | 'url', string>> {
  readonly '@type': 'Thing' | 'SoftwareApplication' | 'DefinedTerm' | 'CreativeWork';
  readonly [property: string]: unknown;
}

/** The dates are days: `2026-11-19`. */
interface LinkedArticle extends Readonly<Record<'published' | 'changed', string>> {
  readonly type: 'Article';
}

/** The JSON-LD of a page: what it is about, and where it stands among the others. */
export function linkedData(page: DescribedPage, origin: string): object | undefined {
  const graph = page.path === '/' ? houseNodes(page, origin) : [aboutNode(page, origin), trail(page, origin)];
  const known = graph.filter((node) => node !== undefined);
  return known.length === 0 ? undefined : { '@context': 'https://schema.org', '@graph': known };
}

function houseNodes({ description }: DescribedPage, origin: string): readonly object[] {
  const url = `${origin}/`;
  const organization = { '@type': 'Organization', '@id': `${url}#house`, name: SITE.name, url };
  const website = { '@type': 'WebSite', name: SITE.name, url, description, inLanguage: 'en' };
  return [
    { ...organization, logo: `${origin}/apple-touch-icon.png` },
    { ...website, publisher: { '@id': organization['@id'] } },
  ];
}

function aboutNode(page: DescribedPage, origin: string): object | undefined {
  const { about, title, description, card } = page;
  if (!about) return undefined;
  const described = {
    '@type': about.type,
    url: origin + page.path,
    name: title,
    description,
    inLanguage: 'en',
    ...(card && { image: origin + card.path }),
    isPartOf: { '@type': 'WebSite', name: SITE.name, url: `${origin}/` },
  };
  if (about.type === 'Article') {
    const author = { '@type': 'Organization', name: SITE.name, url: `${origin}/` };
    const dates = { datePublished: about.published, dateModified: about.changed };
    return { ...described, headline: title, author, ...dates };
  }
  const { createdAt, mainEntity, hasPart } = about;
  const absolute = (thing: LinkedThing) => ({ ...thing, url: origin + thing.url });
  return {
    ...described,
    ...(createdAt !== undefined && { dateCreated: iso(createdAt) }),
    mainEntity: absolute(mainEntity),
    ...(hasPart && hasPart.length > 0 && { hasPart: hasPart.map(absolute) }),
  };
}

/** The way from the home page to this one. */
function trail({ title, path, room }: DescribedPage, origin: string): object | undefined {
  if (room === undefined) return undefined;
  const way = [
    ['/', SITE.name],
    [`/${room}`, ROOMS[`/${room}`]],
    [path, title],
  ].slice(0, path.split('?', 1)[0] === `/${room}` ? 2 : 3);
  const itemListElement = way.map(([to = '', name], nth) => ({
    '@type': 'ListItem',
    position: nth + 1,
    name,
    item: origin + to,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

/** A creature as JSON-LD `Thing`: schema.org has no type for creatures. */
export function linkedCreature({
  creature: { id, name },
}: {
  readonly creature: Pick<Creature, 'id' | 'name'>;
}): LinkedThing {
  return { '@type': 'Thing', name, identifier: id, url: creaturePath(id) };
}
