import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { truncateWithEllipsis, textWidth, printableText } from '../../rules/base/text.ts';
import type { Family } from '../../rules/vocabulary.ts';
import { SITE } from '../../text/pages/page-words.ts';

export type CardColors = Readonly<Record<'wall' | 'ink' | 'soft' | 'roof' | 'water', string>>;

export const DAY_COLORS: CardColors = {
  wall: '#f6eee0',
  ink: '#33261b',
  soft: '#6b5a4a',
  roof: '#843f30',
  water: '#2c5d6f',
};

export const DUSK_COLORS: CardColors = {
  wall: '#2a2a40',
  ink: '#f2e7d6',
  soft: '#c9bcae',
  roof: '#472a33',
  water: '#122c3a',
};

export const FAMILY_COLORS: Record<Family, string> = {
  cat: '#d06b36',
  dog: '#c99a2e',
  exotic: '#3f9b80',
  'ai-native': '#8676d6',
};

export const WIDE = 1200;
export const HIGH = 630;
const SHINGLE = 60;
const WAVE = 100;

export type CardSize = Readonly<{ width: number; height: number }>;

/** Size of share cards, as Open Graph recommends. */
export const LINK_CARD: CardSize = { width: WIDE, height: HIGH };

export function renderCard(
  mood: CardColors,
  content: ComponentChildren,
  host: string,
  { width, height }: CardSize = LINK_CARD,
): string {
  const waves = 'q25 24 50 0 25-24 50 0'.repeat(Math.ceil(width / WAVE));
  const svg = render(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} font-family="Alegreya">
      <rect width={width} height={height} fill={mood.wall} />
      {content}
      <Eaves roof={mood.roof} width={width} />
      <path fill={mood.water} d={`M0 ${height}V${height - 56}${waves}V${height}z`} />
      <Sign y={height - 136} host={host} mood={mood} />
    </svg>,
  );
  // `]]>` is not allowed in XML text.
  return svg.replaceAll(']]>', ']]&gt;');
}

function Eaves({ roof, width }: { readonly roof: string; readonly width: number }) {
  const row = Array.from({ length: width / SHINGLE + 1 }, (_, at) => at * SHINGLE);
  return (
    <g fill={roof} stroke="#00000030" stroke-width="3">
      {row.map((x) => (
        <circle cx={x} cy="34" r="29" />
      ))}
      {row.map((x) => (
        <circle cx={x + SHINGLE / 2} cy="14" r="29" />
      ))}
    </g>
  );
}

const SIGN_SIZE = 30;
const SIGN_WIDTH = 530;

function Sign({ y, host, mood }: Readonly<{ y: number; host: string; mood: CardColors }>) {
  const room = SIGN_WIDTH - textWidth(`${SITE.name} `) * SIGN_SIZE;
  return (
    <g transform={`translate(72 ${y})`}>
      <g transform="scale(1.7)">
        <path fill="#a24b39" d="M8 20 16 6h16l8 14z" />
        <path fill="#ecdfc9" d="M11 20h26v10H11z" />
        <path fill="#f4bf52" d="M15 29v-4a3.500 3.500 0 0 1 7 0v4zm11 0v-4a3.500 3.500 0 0 1 7 0v4z" />
        <path fill="#8c5b35" d="M3 30h42c-1 8-7 12-14 12H17C10 42 4 38 3 30z" />
      </g>
      <text x="92" y="56" font-size={SIGN_SIZE} font-weight="500" fill={mood.soft}>
        <tspan font-weight="700" fill={mood.ink}>
          {SITE.name}
        </tspan>{' '}
        {fitLine(host, SIGN_SIZE, room)}
      </text>
    </g>
  );
}

export function CardWindow({ svg, x, y, size, paint }: PictureProps & { readonly paint: string }) {
  const [left, right, top, bottom] = [x - 18, x + size + 18, y - 18, y + size];
  const arch = size / 2 + 18;
  return (
    <g>
      <path
        fill="#8c5b35"
        stroke="#613d22"
        stroke-width="4"
        d={`M${left} ${bottom}V${top + arch}a${arch} ${arch} 0 0 1 ${2 * arch} 0V${bottom}z`}
      />
      <clipPath id={`pane${x}-${y}`}>
        <path d={`M${x} ${bottom}V${y + size / 2}a${size / 2} ${size / 2} 0 0 1 ${size} 0V${bottom}z`} />
      </clipPath>
      <g clip-path={`url(#pane${x}-${y})`}>
        <Picture svg={svg} x={x} y={y} size={size} />
      </g>
      <rect
        x={left - 14}
        y={bottom}
        width={right - left + 28}
        height="22"
        rx="5"
        fill="#bd8a58"
        stroke="#613d22"
        stroke-width="4"
      />
      <rect x={x + 12} y={bottom + 22} width={size - 24} height="14" rx="5" fill={paint} />
    </g>
  );
}

type PictureProps = Readonly<{ svg: string; x: number; y: number; size: number }>;

/** Places a picture on a card. Its SVG is not escaped: the artist puts no user-generated text into it. */
export function Picture({ svg, x, y, size }: PictureProps) {
  const placed = svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `);
  return <g dangerouslySetInnerHTML={{ __html: placed }} />;
}

export interface CardWordsProps {
  readonly title: string;
  /** Shown instead of a title for which the font has no glyphs. */
  readonly orElse: string;
  readonly below: readonly string[];
  readonly mood: CardColors;
}

const TEXT_X = 74;
const TEXT_WIDTH = 590;
const LARGEST = 104;
const SMALLEST = 54;
const LONGEST_NAME = 44;
const LINE_SIZE = 36;

export function CardWords({ title, orElse, below, mood }: CardWordsProps) {
  const { rows, size } = fitTitle(title, orElse, TEXT_WIDTH);
  const first = 300 - (rows.length * size + below.length * 48) / 2 + size * 0.75;
  return (
    <g>
      <g font-size={size} font-weight="700" fill={mood.ink}>
        <TextRows rows={rows} x={TEXT_X} y={first} step={size} />
      </g>
      <g font-size={LINE_SIZE} font-weight="500" fill={mood.soft}>
        <TextRows
          rows={below.map((line) => fitLine(line, LINE_SIZE, TEXT_WIDTH))}
          x={TEXT_X}
          y={first + (rows.length - 1) * size + 62}
          step={48}
        />
      </g>
    </g>
  );
}

type TextRowsProps = Readonly<{ rows: readonly string[]; x: number; y: number; step: number }>;

export function TextRows({ rows, x, y, step }: TextRowsProps) {
  return (
    <>
      {rows.map((row, at) => (
        <text x={x} y={y + at * step}>
          {row}
        </text>
      ))}
    </>
  );
}

/** Splits a title into one or two rows and finds the size at which they fit. */
export function fitTitle(title: string, orElse: string, width: number) {
  const name = truncateWithEllipsis(printableText(title) ?? orElse, LONGEST_NAME);
  const rows = breakTitle(name, width);
  return { rows, size: Math.round(Math.min(LARGEST, ...rows.map((row) => width / textWidth(row)))) };
}

const widest = (rows: readonly string[]) => Math.max(...rows.map(textWidth));

/** Breaks a title: one row if it can be large, otherwise two, broken at a space. */
function breakTitle(name: string, width: number): readonly string[] {
  if (width / textWidth(name) >= LARGEST * 0.7) return [name];
  const words = name.split(' ');
  const breaks = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const [best = [name]] = breaks.toSorted((one, other) => widest(one) - widest(other));
  return best.map((row) => cutToWidth(row, SMALLEST, width));
}

/** A line without characters that the font cannot write, cut to the width. */
export function fitLine(line: string, size: number, width: number): string {
  return cutToWidth(printableText(line) ?? '', size, width);
}

export function fitRows(text: string, size: number, width: number, most: number): readonly string[] {
  const rows: string[] = [];
  for (const word of (printableText(text) ?? '').split(' ')) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    const isFull = rows.length > 0 && textWidth(longer) * size > width;
    // The last row takes the rest of the text and is cut below.
    if (isFull && rows.length < most) rows.push(word);
    else rows.splice(-1, 1, longer);
  }
  return rows.map((row) => cutToWidth(row, size, width));
}

function cutToWidth(line: string, size: number, width: number): string {
  let cut = line;
  for (let most = Array.from(line).length; textWidth(cut) * size > width && most > 1; most -= 1)
    cut = truncateWithEllipsis(line, most - 1);
  return cut;
}
