import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { printableText, textWidth, truncateWithEllipsis } from '../../rules/base/text.ts';
import { appearanceOf } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Family } from '../../rules/vocabulary.ts';
import {
  agentCardLines,
  CARD_WORDS,
  type CreatureCardWords,
  speciesCardLines,
} from '../../text/pages/cards.ts';
import { SITE } from '../../text/pages/page-words.ts';
import { contentOf } from '../../web/parts.tsx';
import { type LifeCardFacts, type LifeCardShape, lifeCardWords } from '../../web/paths.ts';
import type { KeeperName } from '../public/public-reading.ts';
import type { KeeperSummary } from '../public/view-agent.ts';

const DAY_COLORS = { wall: '#f6eee0', ink: '#33261b', soft: '#6b5a4a', roof: '#843f30', water: '#2c5d6f' };
const DUSK_COLORS = { wall: '#2a2a40', ink: '#f2e7d6', soft: '#c9bcae', roof: '#472a33', water: '#122c3a' };
type CardColors = typeof DAY_COLORS;
const FAMILY_COLORS = { cat: '#d06b36', dog: '#c99a2e', exotic: '#3f9b80', 'ai-native': '#8676d6' };

export const WIDE = 1200;
const HIGH = 630;
const SHINGLE = 60;
const WAVE = 100;

export type CardSize = Readonly<Record<'width' | 'height', number>>;
/** Size of share cards, as Open Graph recommends. */
const LINK_CARD: CardSize = { width: WIDE, height: HIGH };

function renderCard(
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
      {eaves(mood.roof, width)}
      <path fill={mood.water} d={`M0 ${height}V${height - 56}${waves}V${height}z`} />
      {sign(height - 136, host, mood)}
    </svg>,
  );
  // `]]>` is not allowed in XML text.
  return svg.replaceAll(']]>', ']]&gt;');
}

function eaves(roof: string, width: number) {
  const row = Array.from({ length: width / SHINGLE + 1 }, (_, at) => at * SHINGLE);
  const lower = row.map((x) => <circle cx={x} cy="34" r="29" />);
  const upper = row.map((x) => <circle cx={x + SHINGLE / 2} cy="14" r="29" />);
  return (
    <g fill={roof} stroke="#00000030" stroke-width="3">
      {lower}
      {upper}
    </g>
  );
}

const SIGN_SIZE = 30;
const SIGN_WIDTH = 530;

function sign(y: number, host: string, mood: CardColors) {
  const room = SIGN_WIDTH - textWidth(`${SITE.name} `) * SIGN_SIZE;
  return (
    <g transform={`translate(72 ${y})`}>
      <g transform="scale(1.7)" {...contentOf('cards/ark')} />
      <text x="92" y="56" font-size={SIGN_SIZE} font-weight="500" fill={mood.soft}>
        <tspan font-weight="700" fill={mood.ink}>
          {SITE.name}
        </tspan>{' '}
        {fitLine(host, SIGN_SIZE, room)}
      </text>
    </g>
  );
}

function cardWindow(svg: string, paint: string, { x, y, size }: Square) {
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
      <g clip-path={`url(#pane${x}-${y})`}>{placed(svg, { x, y, size })}</g>
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

type Square = Readonly<Record<'x' | 'y' | 'size', number>>;

/** Places a picture on a card. Its SVG is not escaped: the artist puts no user-generated text into it. */
function placed(svg: string, { x, y, size }: Square) {
  const html = svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `);
  return <g dangerouslySetInnerHTML={{ __html: html }} />;
}

interface CardWords {
  readonly title: string;
  /** Shown instead of a title for which the font has no glyphs. */
  readonly orElse: string;
  readonly below: readonly string[];
}

const TEXT_X = 74;
const TEXT_WIDTH = 590;
const LARGEST = 104;
const SMALLEST = 54;
const LONGEST_NAME = 44;
const BELOW_SIZE = 36;

function cardWords({ title, orElse, below }: CardWords, mood: CardColors) {
  const { rows, size } = fitTitle(title, orElse, TEXT_WIDTH);
  const lines = below.map((line) => fitLine(line, BELOW_SIZE, TEXT_WIDTH));
  const first = 300 - (rows.length * size + below.length * 48) / 2 + size * 0.75;
  return (
    <g>
      <g font-size={size} font-weight="700" fill={mood.ink}>
        {textRows(rows, TEXT_X, first, size)}
      </g>
      <g font-size={BELOW_SIZE} font-weight="500" fill={mood.soft}>
        {textRows(lines, TEXT_X, first + (rows.length - 1) * size + 62, 48)}
      </g>
    </g>
  );
}

function textRows(rows: readonly string[], x: number, y: number, step: number) {
  return rows.map((row, at) => (
    <text x={x} y={y + at * step}>
      {row}
    </text>
  ));
}

function fitTitle(title: string, orElse: string, width: number) {
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
function fitLine(line: string, size: number, width: number): string {
  return cutToWidth(printableText(line) ?? '', size, width);
}

function fitRows(text: string, size: number, width: number, most: number): readonly string[] {
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

function dayCard(words: CardWords, content: ComponentChildren, host: string): string {
  return renderCard(DAY_COLORS, [cardWords(words, DAY_COLORS), content], host);
}

export function speciesCardSvg(
  species: Pick<Species, 'name' | 'slug' | 'family' | 'tier'>,
  creator: string | undefined,
  picture: string,
  host: string,
): string {
  return dayCard(
    { title: species.name, orElse: species.slug, below: speciesCardLines(species, creator) },
    cardWindow(picture, FAMILY_COLORS[species.family], PLANS.wide.window),
    host,
  );
}

export function agentCardSvg(
  keeper: KeeperName,
  record: KeeperSummary,
  picture: string,
  host: string,
): string {
  return dayCard(
    { title: keeper.displayName, orElse: keeper.username, below: agentCardLines(record) },
    cardWindow(picture, FAMILY_COLORS['ai-native'], PLANS.wide.window),
    host,
  );
}

const SQUARE = 1080;

export const LIFE_CARD_SIZES: Readonly<Record<LifeCardShape, CardSize>> = {
  wide: LINK_CARD,
  square: { width: SQUARE, height: SQUARE },
};

/** Layouts of share cards; `middle`: the vertical centre of all text; `rows`: the most rows of the last line. */
const PLANS = {
  wide: {
    window: { x: 752, y: 128, size: 352 },
    text: { x: 74, width: 600, middle: 284, anchor: 'start', rows: 4 },
  },
  square: {
    window: { x: 320, y: 112, size: 440 },
    text: { x: SQUARE / 2, width: 880, middle: 778, anchor: 'middle', rows: 3 },
  },
} as const satisfies Record<LifeCardShape, object>;

export function lifeCardSvg(
  facts: LifeCardFacts,
  picture: string,
  shape: LifeCardShape,
  host: string,
): string {
  const { creature, species, observed, state } = facts;
  const { window, text } = PLANS[shape];
  const size = LIFE_CARD_SIZES[shape];
  const isGone = state === 'dead';
  const mood = isGone ? DUSK_COLORS : DAY_COLORS;
  const colors = { ...mood, pill: pillColor(state, observed && appearanceOf(observed)) };
  const stars = STARS.map(([share, y, r]) => <circle cx={share * size.width} cy={y} r={r} opacity="0.75" />);
  return renderCard(
    mood,
    <>
      {isGone && <g fill="#efe6c8">{stars}</g>}
      {lifeWords(fitTitle(creature.name, species.family, text.width), lifeCardWords(facts), colors, text)}
      <g opacity={isGone ? 0.8 : 1}>{cardWindow(picture, FAMILY_COLORS[species.family], window)}</g>
      {isGone && (
        <g
          transform={`translate(${window.x - 2} ${window.y + window.size})`}
          {...contentOf('cards/candle')}
        />
      )}
    </>,
    host,
    size,
  );
}

const PILL_COLORS = { good: '#2c6338', night: '#44507f', need: '#9a3413', gone: '#565670', egg: '#7b5a08' };

const UNWORRIED = new Set<Appearance | undefined>([undefined, 'guarded', 'happy', 'content', 'curious']);

function pillColor(state: LifeCardFacts['state'], appearance: Appearance | undefined): string {
  if (state === 'egg') return PILL_COLORS.egg;
  if (state !== 'alive') return PILL_COLORS.gone;
  if (appearance === 'asleep') return PILL_COLORS.night;
  return UNWORRIED.has(appearance) ? PILL_COLORS.good : PILL_COLORS.need;
}

type LifeColors = CardColors & { readonly pill: string };
type TextPlan = (typeof PLANS)[LifeCardShape]['text'];

const KIND_SIZE = 38;
const PILL_SIZE = 30;
const LINE_SIZE = 34;
const LINE_STEP = 44;
/** Vertical distance from the kind to the pill, and from the pill to the line. */
const PILL_STEP = 62;
const LINE_GAP = 68;

function lifeWords(
  { rows, size }: ReturnType<typeof fitTitle>,
  words: CreatureCardWords,
  colors: LifeColors,
  plan: TextPlan,
) {
  const { x, width, middle, anchor } = plan;
  const line = fitRows(words.line, LINE_SIZE, width, plan.rows);
  const titleHeight = rows.length * size;
  const height = titleHeight + 20 + PILL_STEP + LINE_GAP + line.length * LINE_STEP;
  const first = middle - height / 2 + size * 0.75;
  const kindY = first + titleHeight - size + 34 + size * 0.3;
  return (
    <g text-anchor={anchor}>
      <g font-size={size} font-weight="700" fill={colors.ink}>
        {textRows(rows, x, first, size)}
      </g>
      <text x={x} y={kindY} font-size={KIND_SIZE} font-weight="500" fill={colors.soft}>
        {fitLine(words.kind, KIND_SIZE, width)}
      </text>
      {stateRow(words, colors, plan, kindY + PILL_STEP)}
      <g font-size={LINE_SIZE} font-weight="500" font-style="italic" fill={colors.ink}>
        {textRows(line, x, kindY + PILL_STEP + LINE_GAP, LINE_STEP)}
      </g>
    </g>
  );
}

function stateRow({ state, age }: CreatureCardWords, colors: LifeColors, plan: TextPlan, y: number) {
  const pill = textWidth(state) * PILL_SIZE + 44;
  const whole = pill + (age === undefined ? 0 : 20 + textWidth(age) * PILL_SIZE);
  const left = plan.anchor === 'start' ? plan.x : plan.x - whole / 2;
  return (
    <g font-size={PILL_SIZE} text-anchor="start">
      <rect x={left} y={y - 33} width={pill} height="46" rx="23" fill={colors.pill} />
      <text x={left + pill / 2} y={y} text-anchor="middle" font-weight="700" fill="#fffaf1">
        {state}
      </text>
      {age !== undefined && (
        <text x={left + pill + 20} y={y} font-weight="500" fill={colors.soft}>
          {age}
        </text>
      )}
    </g>
  );
}

const STARS = [
  [0.06, 118, 3],
  [0.17, 96, 2],
  [0.31, 132, 2.5],
  [0.44, 100, 3],
  [0.57, 140, 2],
  [0.94, 108, 3],
  [0.97, 210, 2],
] as const;

export type CardGuest = Readonly<{ family: Family; svg: string }>;

const WINDOW_PLACES = [
  { x: 706, y: 100 },
  { x: 960, y: 100 },
  { x: 706, y: 336 },
  { x: 960, y: 336 },
] as const;

export function houseCardSvg(room: 'home' | 'species', guests: readonly CardGuest[], host: string): string {
  return dayCard(
    { ...CARD_WORDS[room], orElse: room },
    WINDOW_PLACES.map((place, at) => guestWindow(guests[at], { ...place, size: 168 })),
    host,
  );
}

function guestWindow(guest: CardGuest | undefined, place: Square) {
  return guest && cardWindow(guest.svg, FAMILY_COLORS[guest.family], place);
}

const PODIUM = [
  { x: 866, y: 128, medal: '#ecc25e' },
  { x: 686, y: 208, medal: '#cfcfd4' },
  { x: 1046, y: 248, medal: '#d8a177' },
] as const;

/** The share card of the hall with three fixed species: the real winners would change the card every day. */
export function hallCardSvg(guests: readonly CardGuest[], host: string): string {
  return dayCard(
    { ...CARD_WORDS.hall, orElse: 'hall' },
    PODIUM.map(({ x, y, medal }, at) => (
      <g>
        <rect x={x - 18} y={y + 134} width="148" height={HIGH - y - 134} fill="#bd8a58" />
        {guestWindow(guests[at], { x, y, size: 112 })}
        <circle cx={x + 56} cy={y + 206} r="34" fill={medal} />
        <text x={x + 56} y={y + 220} font-size="42" font-weight="700" text-anchor="middle" fill="#33261b">
          {at + 1}
        </text>
      </g>
    )),
    host,
  );
}

const BOARDS = { left: 690, top: 92, size: 112, perBoard: 3, across: 142, down: 160 } as const;

export function keepsakesCardSvg(drawings: readonly string[], host: string): string {
  const { left, top, size, perBoard, across, down } = BOARDS;
  const boards = Math.ceil(drawings.length / perBoard);
  return dayCard(
    { ...CARD_WORDS.keepsakes, orElse: 'keepsakes' },
    <>
      {drawings.map((svg, at) =>
        placed(svg, { x: left + (at % perBoard) * across, y: top + Math.floor(at / perBoard) * down, size }),
      )}
      {Array.from({ length: boards }, (_, at) => (
        <rect
          x={left - 20}
          y={top + size + at * down}
          width={across * perBoard + 10}
          height="16"
          rx="4"
          fill="#bd8a58"
          stroke="#613d22"
          stroke-width="4"
        />
      ))}
    </>,
    host,
  );
}

export function graveyardCardSvg(host: string): string {
  const words = cardWords({ ...CARD_WORDS.graveyard, orElse: 'graveyard' }, DUSK_COLORS);
  return renderCard(DUSK_COLORS, [<g {...contentOf('cards/graveyard')} />, words], host);
}
