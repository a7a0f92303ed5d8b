import { publicSituation } from '../../core/public/situation.ts';
import type { Family } from '../../core/vocabulary.ts';
import { glanceAt, type CreatureGlance } from '../../house/public/view-creature.ts';
import { badgeWords } from '../../voice/pictures/cards.ts';
import { escapeXml } from '../server/escape-text.ts';
import type { FileRow } from '../server/pages/page-row.ts';
import { PICTURE_HEADERS } from '../server/pages/page-site.ts';

/** A creature in one line, for its keeper's own pages. */
export const BADGE_ROW: FileRow = {
  path: '/creatures/{id}/badge.svg',
  type: 'image/svg+xml',
  headers: PICTURE_HEADERS,
  freshSeconds: 60,
  async show(house, { params, now }) {
    const seen = await glanceAt(house, params['id'] ?? '', now);
    return seen && badgeSvg(seen);
  },
};

// Dark enough for white letters.
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
const EGG_WIDTH = 14;
const LONGEST_NAME = 24;

function badgeSvg({ creature, species, observed, state }: CreatureGlance): string {
  const name = shortenName(creature.name);
  const words = badgeWords({ state, stage: creature.stage, observed });
  const split = EGG_WIDTH + textWidth(name) + 2 * MARGIN;
  const width = split + textWidth(words) + 2 * MARGIN;
  const color = badgeColor({ species, observed, state });
  const label = escapeXml(`${name}: ${words}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${width}" height="${HEIGHT}" rx="5" fill="#33261b"/>
<path d="M${split} 0h${width - split - 5}a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-${width - split - 5}z" fill="${color}"/>
<path d="M12 4c2.6 0 5 4.2 5 7.2a5 5 0 0 1-10 0C7 8.2 9.4 4 12 4z" fill="#f3dfbf"/>
<g fill="#fffaf1" font-family="Verdana,'DejaVu Sans',sans-serif" font-size="11">
${textElement(name, EGG_WIDTH + MARGIN)}
${textElement(words, split + MARGIN)}
</g>
</svg>
`;
}

function badgeColor({
  species,
  observed,
  state,
}: Pick<CreatureGlance, 'species' | 'observed' | 'state'>): string {
  if (state !== 'egg' && state !== 'alive') return GONE_COLOR;
  return observed && publicSituation(observed).danger !== 'none'
    ? DANGER_COLOR
    : FAMILY_COLORS[species.family];
}

/** `textLength` keeps it to its width, whatever font a reader has. */
function textElement(text: string, x: number): string {
  return `<text x="${x}" y="14" textLength="${textWidth(text)}">${escapeXml(text)}</text>`;
}

// How wide letters of this size are, nearly; the first that fits.
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
