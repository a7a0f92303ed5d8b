import { countCharacters } from '../../core/engine/text.ts';
import { publicMood } from '../../core/lives/visible-stats.ts';
import type { Family } from '../../core/vocabulary.ts';
import { glanceAt, type CreatureGlance } from '../../house/public/view-creature.ts';
import { badgeWords } from '../../voice/pictures/cards.ts';
import { escapeXml } from '../server/escape-text.ts';
import type { FileRow } from '../server/pages/page-row.ts';
import { PICTURE_HEADERS } from '../server/pages/page-site.ts';

/** A creature in a line, for the pages of those who keep it. */
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
const PAINT: Readonly<Record<Family, string>> = {
  cat: '#a4481c',
  dog: '#7b5a08',
  exotic: '#1d6a56',
  'ai-native': '#5948a6',
};
const GONE = '#6b5a4a';
const HIGH = 20;
const MARGIN = 8;
const EGG_WIDE = 14;
const LONGEST_NAME = 24;

function badgeSvg({ creature, species, observed, state }: CreatureGlance): string {
  const name = shortenName(creature.name);
  const words = badgeWords({ state, stage: creature.stage, mood: observed && publicMood(observed) });
  const left = { text: name, wide: textWidth(name) };
  const right = { text: words, wide: textWidth(words) };
  const split = EGG_WIDE + left.wide + 2 * MARGIN;
  const wide = split + right.wide + 2 * MARGIN;
  const paint = state === 'egg' || state === 'alive' ? PAINT[species.family] : GONE;
  const label = escapeXml(`${name}: ${words}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${HIGH}" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${wide}" height="${HIGH}" rx="5" fill="#33261b"/>
<path d="M${split} 0h${wide - split - 5}a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-${wide - split - 5}z" fill="${paint}"/>
<path d="M12 4c2.6 0 5 4.2 5 7.2a5 5 0 0 1-10 0C7 8.2 9.4 4 12 4z" fill="#f3dfbf"/>
<g fill="#fffaf1" font-family="Verdana,'DejaVu Sans',sans-serif" font-size="11">
${textElement(left, EGG_WIDE + MARGIN)}
${textElement(right, split + MARGIN)}
</g>
</svg>
`;
}

interface BadgeText {
  readonly text: string;
  readonly wide: number;
}

/** As wide as it was given room for, whatever letters a reader has. */
function textElement({ text, wide }: BadgeText, x: number): string {
  return `<text x="${x}" y="14" textLength="${wide}">${escapeXml(text)}</text>`;
}

// How wide letters of this size are, nearly; the first that fits.
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl,.'|]/, 3.2],
  [/[frt -]/, 4.3],
  [/[mwMW]/, 10.2],
  [/[A-Z]/, 7.6],
  [/[\u0020-\u02ff…]/, 6.7],
  [/./su, 11],
];

function textWidth(text: string): number {
  const widths = Array.from(text, (letter) => WIDTHS.find(([which]) => which.test(letter))?.[1] ?? 0);
  return Math.max(1, Math.round(widths.reduce((sum, wide) => sum + wide, 0)));
}

function shortenName(name: string): string {
  return countCharacters(name) <= LONGEST_NAME
    ? name
    : `${Array.from(name)
        .slice(0, LONGEST_NAME - 1)
        .join('')}…`;
}
