import type { FastifyInstance, FastifyRequest } from 'fastify';

import { LruCache } from '../../../packages/base/collections.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { ProblemError } from '../../rules/problem.ts';
import { publicSituation } from '../../rules/situation.ts';
import { findBuiltIns } from '../../rules/species/catalog.ts';
import { FAMILIES, type Family, POSES, STAGES } from '../../rules/vocabulary.ts';
import { badgeWords } from '../../text/pages/cards.ts';
import {
  agentVersion,
  cardVersion,
  creatureVersion,
  LIFE_CARD_FILES,
  type LifeCardShape,
} from '../../web/paths.ts';
import { escapeXml } from '../../http/feed-formats.ts';
import { routePath } from '../../http/handler.ts';
import { applyRateLimit, limitedBy } from '../../http/limits.ts';
import { type FileRow } from '../../http/page-row.ts';
import { type EtaggedBody, JSON_TYPE, sendCacheable, withEtag, acceptsGzip } from '../../http/send.ts';
import { PICTURE_HEADERS, type PublicSite } from '../../http/site.ts';
import { readSpecies } from '../catalog/browse-species.ts';
import type { BaseHouse } from '../house.ts';
import type { PublicHouse } from '../public/replica.ts';
import { viewAgent } from '../public/view-agent.ts';
import { type CreatureGlance, glanceAt, glanceAtLife } from '../public/view-creature.ts';
import type { SpeciesHouse } from '../species/species-registry.ts';
import {
  agentCardSvg,
  type CardGuest,
  graveyardCardSvg,
  hallCardSvg,
  houseCardSvg,
  keepsakesCardSvg,
  LIFE_CARD_SIZES,
  lifeCardSvg,
  speciesCardSvg,
  WIDE,
} from './cards.tsx';
import {
  drawAgentSvg,
  drawCreatureSvg,
  drawKeepsakeSvg,
  drawSpeciesSvg,
  rasterizeCard,
  showPicture,
} from './draw.ts';

export const PICTURES_PATH = '/pictures/{sitter}/{file}';

type PictureHttpRequest = FastifyRequest<{ Params: { sitter: string; file: string } }>;

export function addPictures(app: FastifyInstance, house: PublicHouse): void {
  app.get(
    routePath(PICTURES_PATH),
    limitedBy(house, 'pictures'),
    async (request: PictureHttpRequest, reply) => {
      const gzip = acceptsGzip(request.headers['accept-encoding']);
      const countRendering = () => applyRateLimit(house, request, 'cards');
      const shown = await showPicture(house, { ...request.params, gzip, countRendering });
      if (!shown) throw new ProblemError('no_such_route', {});
      Object.assign(request.context.headers, PICTURE_HEADERS, {
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      const { type, encoding } = shown;
      sendCacheable(request, reply, { type, encoding, body: Buffer.from(shown.bytes) });
    },
  );
}

const SVG = { type: 'image/svg+xml', headers: PICTURE_HEADERS, limit: 'pictures' } as const;

export const PICTURE_ROWS: readonly FileRow<PublicHouse>[] = [
  {
    ...SVG,
    path: '/creatures/{id}/picture.svg',
    // Pages also add the query `look`, so that browsers reload a picture whose look has changed.
    query: ['stage', 'pose'],
    flags: ['animated'],
    freshSeconds: 2,
    keepSeconds: 60,
    show: (house, { params, query, now }) =>
      drawCreatureSvg(
        house,
        {
          id: params['id'] ?? '',
          stage: STAGES.find((stage) => stage === query['stage']),
          pose: POSES.find((pose) => pose === query['pose']),
          moving: query['animated'] ? true : undefined,
        },
        now,
      ),
  },
  {
    ...SVG,
    path: '/species/{slug}/picture.svg',
    query: ['stage'],
    freshSeconds: 3600,
    show: (house, { params, query }) =>
      drawSpeciesSvg(
        house,
        params['slug'] ?? '',
        STAGES.find((stage) => stage === query['stage']),
      ),
  },
  {
    ...SVG,
    path: '/agents/{username}/picture.svg',
    freshSeconds: 300,
    show: (house, { params }) => drawAgentSvg(house, (params['username'] ?? '').toLowerCase()),
  },
  {
    ...SVG,
    path: '/keepsakes/{kind}/picture.svg',
    query: ['drawn'],
    freshSeconds: 3600,
    show: async (_house, { params, query }) =>
      drawKeepsakeSvg(params['kind'] ?? '', query['drawn'] === 'outline' ? 'outline' : 'whole'),
  },
];

const CACHE_SIZE = 96;
const MAX_CONCURRENT = 6;
const MAX_WAITING = 32;
const RETRY_SECONDS = 10;

type RenderedCard = Promise<EtaggedBody | undefined>;

/** Renders share cards as PNG and caches them. Limits concurrency, because portraits need the same rasterizer. */
function cardRenderer(house: Pick<BaseHouse, 'rasterizer'>, site: PublicSite) {
  const cache = new LruCache<RenderedCard>(CACHE_SIZE);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function rasterize(key: string, card: ShareCard): RenderedCard {
    if (running < MAX_CONCURRENT) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const { host } = new URL(site.facts().origin);
      const png = await rasterizeCard(house, await card.draw(host), card.widthPx ?? WIDE);
      if (!png) cache.delete(key);
      return png && withEtag(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
    } catch (error) {
      cache.delete(key);
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    find: (key: string) => cache.get(key),
    async render(key: string, card: ShareCard): RenderedCard {
      const known = cache.get(key);
      if (known) return known;
      if (waiting.length >= MAX_WAITING) return undefined;
      const rendered = rasterize(key, card);
      cache.set(key, rendered);
      return rendered;
    },
  };
}

export function addCards(app: FastifyInstance, house: PublicHouse, site: PublicSite): void {
  const renderer = cardRenderer(house, site);
  for (const row of CARD_ROWS) {
    app.get(routePath(row.path), limitedBy(house, 'pages'), async (request: CardRequest, reply) => {
      const card = await row.find(house, request.params, request.context.now);
      if (!card) throw new ProblemError('no_such_route', {});
      const key = cacheKey(row.path, request.params, card);
      const known = await renderer.find(key);
      if (!known) await applyRateLimit(house, request, 'cards');
      const own = known ?? (await renderer.render(key, card));
      const fallback = houseCard(house);
      const shown = own ?? (await renderer.render(cacheKey('/card.png', {}, fallback), fallback));
      if (!shown) throw new ProblemError('press_busy', { retryAfterSeconds: RETRY_SECONDS, drawn: false });
      const { headers } = request.context;
      delete headers['access-control-allow-origin'];
      headers['cross-origin-resource-policy'] = 'cross-origin';
      headers['cache-control'] = `public, ${cacheControlFor(request, own && card)}`;
      sendCacheable(request, reply, { type: 'image/png', ...shown });
    });
  }
}

type CardRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/** Cache-Control of a share card: immutable under the URL of its version; the fallback card expires soon. */
function cacheControlFor({ query }: CardRequest, card: ShareCard | undefined): string {
  if (!card) return 'max-age=60';
  return query['v'] === card.version ? 'max-age=31536000, immutable' : 'max-age=300';
}

interface ShareCard {
  readonly version: string;
  readonly widthPx?: number;
  draw(host: string): Promise<string>;
}

/** The key includes route and parameters: versions are short hashes that can be made to collide. */
function cacheKey(path: string, params: Readonly<Record<string, string>>, { version }: ShareCard): string {
  return `${path} ${JSON.stringify(params)} ${version}`;
}

interface CardRow {
  readonly path: string;
  find(
    house: PublicHouse,
    params: Readonly<Record<string, string>>,
    now: Instant,
  ): Promise<ShareCard | undefined>;
}

export const CARD_ROWS: readonly CardRow[] = [
  { path: '/card.png', find: async (house) => houseCard(house) },
  roomCard('/species/card.png', async (house, host) =>
    houseCardSvg('species', await oneOfEachFamily(house, 1), host),
  ),
  roomCard('/hall/card.png', async (house, host) => hallCardSvg(await oneOfEachFamily(house, 2), host)),
  roomCard('/graveyard/card.png', async (_, host) => graveyardCardSvg(host)),
  roomCard('/keepsakes/card.png', async (_, host) =>
    keepsakesCardSvg(
      ON_THE_CARD.flatMap((kind) => drawKeepsakeSvg(kind) ?? []),
      host,
    ),
  ),
  lifeCard('wide'),
  lifeCard('square'),
  {
    path: '/species/{slug}/card.png',
    async find(house, { slug = '' }) {
      const found = await readSpecies(house, slug);
      const [species, creator] =
        'species' in found
          ? [found.species, undefined]
          : [{ ...found, tier: 'community' as const }, found.creator.username];
      return {
        version: cardVersion(slug, species.name),
        draw: async (host) =>
          speciesCardSvg(species, creator, (await drawSpeciesSvg(house, slug)) ?? '', host),
      };
    },
  },
  {
    path: '/agents/{username}/card.png',
    async find(house, { username = '' }, now) {
      const view = await viewAgent(house, username.toLowerCase(), now);
      if (!view) return undefined;
      const { profile, record } = view;
      return {
        version: agentVersion(profile, record),
        draw: async (host) =>
          agentCardSvg(profile, record, (await drawAgentSvg(house, profile.username)) ?? '', host),
      };
    },
  },
];

function lifeCard(shape: LifeCardShape): CardRow {
  return {
    path: `/creatures/{id}/${LIFE_CARD_FILES[shape]}`,
    async find(house, { id = '' }, now) {
      const seen = await glanceAtLife(house, id, now);
      return (
        seen && {
          version: creatureVersion(seen, shape),
          widthPx: LIFE_CARD_SIZES[shape].width,
          draw: async (host) => {
            const picture = await drawCreatureSvg(house, { id }, now);
            return lifeCardSvg(seen, picture ?? '', shape, host);
          },
        }
      );
    },
  };
}

function houseCard(house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>): ShareCard {
  return {
    version: cardVersion('/card.png'),
    draw: async (host) => houseCardSvg('home', await oneOfEachFamily(house, 0), host),
  };
}

function roomCard(path: string, draw: (house: PublicHouse, host: string) => Promise<string>): CardRow {
  return {
    path,
    find: async (house) => ({ version: cardVersion(path), draw: (host) => draw(house, host) }),
  };
}

const ON_THE_CARD: readonly KeepsakeKind[] = [
  'little_bell',
  'moon_lamp',
  'paper_hat',
  'jar_of_glow',
  'piece_of_shell',
  'music_box',
  'house_key',
  'pressed_daisy',
  'year_crown',
];

function oneOfEachFamily(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  nth: number,
): Promise<readonly CardGuest[]> {
  return Promise.all(
    FAMILIES.map(async (family) => {
      const slug = findBuiltIns({ family })[nth]?.slug ?? '';
      return { family, svg: (await drawSpeciesSvg(house, slug)) ?? '' };
    }),
  );
}

export const BADGE_ROW: FileRow<PublicHouse> = {
  path: '/creatures/{id}/badge.svg',
  type: 'image/svg+xml',
  headers: PICTURE_HEADERS,
  flags: ['animated'],
  freshSeconds: 60,
  async show(house, { params, query, now }) {
    const id = params['id'] ?? '';
    const seen = await glanceAt(house, id, now);
    const portrait = query['animated'] && (await drawCreatureSvg(house, { id, moving: true }, now));
    return seen && badgeSvg(seen, portrait);
  },
};

const BADGE_SECONDS = 60;

/** The badge for shields.io, which draws it from these fields. */
export const BADGE_JSON_ROW: FileRow<PublicHouse> = {
  path: '/creatures/{id}/badge.json',
  type: JSON_TYPE,
  freshSeconds: BADGE_SECONDS,
  async show(house, { params, now }) {
    const seen = await glanceAt(house, params['id'] ?? '', now);
    if (!seen) return undefined;
    const { creature, observed, state } = seen;
    return JSON.stringify({
      schemaVersion: 1,
      label: shortenName(creature.name),
      message: badgeWords({ state, stage: creature.stage, observed }),
      color: badgeColor(seen),
      cacheSeconds: BADGE_SECONDS,
    });
  },
};

// Badge colours of the families, dark enough for white text.
const FAMILY_COLORS: Readonly<Record<Family, string>> = {
  cat: '#a4481c',
  dog: '#7b5a08',
  exotic: '#1d6a56',
  'ai-native': '#5948a6',
};
const GONE_COLOR = '#6b5a4a';
const DANGER_COLOR = '#a3162b';
const HEIGHT = 20;
const MARGIN = 8;
const LONGEST_NAME = 24;

interface BadgeSign {
  readonly svg: string;
  readonly width: number;
}

const EGG: BadgeSign = {
  svg: '<path d="M12 4c2.6 0 5 4.2 5 7.2a5 5 0 0 1-10 0C7 8.2 9.4 4 12 4z" fill="#f3dfbf"/>',
  width: 14,
};

/** The portrait at the left end of a badge, in the height of the badge. */
function portraitSign(portrait: string): BadgeSign {
  const placed = portrait.replace('<svg ', `<svg width="${HEIGHT}" height="${HEIGHT}" `);
  return {
    svg: `<clipPath id="badge-end"><rect width="${2 * HEIGHT}" height="${HEIGHT}" rx="5"/></clipPath><g clip-path="url(#badge-end)">${placed}</g>`,
    width: HEIGHT - 2,
  };
}

function badgeSvg(seen: CreatureGlance, portrait: string | undefined): string {
  const { creature, observed, state } = seen;
  const name = shortenName(creature.name);
  const words = badgeWords({ state, stage: creature.stage, observed });
  const sign = portrait ? portraitSign(portrait) : EGG;
  const split = sign.width + textWidth(name) + 2 * MARGIN;
  const width = split + textWidth(words) + 2 * MARGIN;
  const color = badgeColor(seen);
  const label = escapeXml(`${name}: ${words}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${width}" height="${HEIGHT}" rx="5" fill="#33261b"/>
<path d="M${split} 0h${width - split - 5}a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-${width - split - 5}z" fill="${color}"/>
${sign.svg}
<g fill="#fffaf1" font-family="Verdana,'DejaVu Sans',sans-serif" font-size="11">
${textElement(name, sign.width + MARGIN)}
${textElement(words, split + MARGIN)}
</g>
</svg>
`;
}

function badgeColor({ species, observed, state }: CreatureGlance): string {
  if (state !== 'egg' && state !== 'alive') return GONE_COLOR;
  const isInDanger = observed && publicSituation(observed).danger !== 'none';
  return isInDanger ? DANGER_COLOR : FAMILY_COLORS[species.family];
}

/** SVG text with `textLength`, so that it has the same width in any font. */
function textElement(text: string, x: number): string {
  return `<text x="${x}" y="14" textLength="${textWidth(text)}">${escapeXml(text)}</text>`;
}

// Approximate letter widths of the badge font at 11 px; the first match counts.
const LETTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl,.'|]/, 3.2],
  [/[frt -]/, 4.3],
  [/[mwMW]/, 10.2],
  [/[A-Z]/, 7.6],
  [/[\u0020-\u02ff…]/, 6.7],
  [/./su, 11],
];

function textWidth(text: string): number {
  const widths = Array.from(text, (letter) => LETTER_WIDTHS.find(([which]) => which.test(letter))?.[1] ?? 0);
  return Math.max(1, Math.round(widths.reduce((sum, width) => sum + width, 0)));
}

function shortenName(name: string): string {
  const letters = Array.from(name);
  return letters.length <= LONGEST_NAME ? name : `${letters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
