import type { Family } from '../../core/vocabulary.ts';
import { CARD_WORDS } from '../../voice/pictures/cards.ts';
import {
  CardWindow,
  CardWords,
  DAY_COLORS,
  DUSK_COLORS,
  renderCard,
  HIGH,
  Picture,
  FAMILY_COLORS,
  WIDE,
} from './card-frame.tsx';

/** A creature at a window of a card. */
export interface CardGuest {
  readonly family: Family;
  readonly svg: string;
}

const WINDOW_PLACES = [
  { x: 706, y: 100 },
  { x: 960, y: 100 },
  { x: 706, y: 336 },
  { x: 960, y: 336 },
] as const;

export function houseCardSvg(room: 'home' | 'species', guests: readonly CardGuest[], host: string): string {
  return renderCard(
    DAY_COLORS,
    <>
      <CardWords {...CARD_WORDS[room]} orElse={room} mood={DAY_COLORS} />
      {WINDOW_PLACES.map((place, at) => {
        const guest = guests[at];
        return (
          guest && (
            <CardWindow key={at} svg={guest.svg} paint={FAMILY_COLORS[guest.family]} size={168} {...place} />
          )
        );
      })}
    </>,
    host,
  );
}

const PODIUM = [
  { x: 866, y: 128, place: 1 },
  { x: 686, y: 208, place: 2 },
  { x: 1046, y: 248, place: 3 },
] as const;
const MEDALS = ['#ecc25e', '#cfcfd4', '#d8a177'] as const;

/** Three species on a podium: today's real winners would make another card tomorrow. */
export function hallCardSvg(guests: readonly CardGuest[], host: string): string {
  return renderCard(
    DAY_COLORS,
    <>
      <CardWords {...CARD_WORDS.hall} orElse="hall" mood={DAY_COLORS} />
      {PODIUM.map(({ x, y, place }) => {
        const guest = guests[place - 1];
        return (
          <g key={place}>
            <rect x={x - 18} y={y + 134} width="148" height={HIGH - y - 134} fill="#bd8a58" />
            {guest && (
              <CardWindow svg={guest.svg} paint={FAMILY_COLORS[guest.family]} x={x} y={y} size={112} />
            )}
            <circle cx={x + 56} cy={y + 206} r="34" fill={MEDALS[place - 1]} />
            <text x={x + 56} y={y + 220} font-size="42" font-weight="700" text-anchor="middle" fill="#33261b">
              {place}
            </text>
          </g>
        );
      })}
    </>,
    host,
  );
}

const BOARDS = { left: 690, top: 92, size: 112, perBoard: 3, across: 142, down: 160 } as const;

/** Some of what can be kept, on boards. */
export function keepsakesCardSvg(drawings: readonly string[], host: string): string {
  const { left, top, size, perBoard, across, down } = BOARDS;
  const boards = Math.ceil(drawings.length / perBoard);
  return renderCard(
    DAY_COLORS,
    <>
      <CardWords {...CARD_WORDS.keepsakes} orElse="keepsakes" mood={DAY_COLORS} />
      {drawings.map((svg, at) => (
        <Picture
          key={at}
          svg={svg}
          x={left + (at % perBoard) * across}
          y={top + Math.floor(at / perBoard) * down}
          size={size}
        />
      ))}
      {Array.from({ length: boards }, (_, at) => (
        <rect
          key={at}
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

const STONES = [
  { x: 700, y: 300, high: 190 },
  { x: 860, y: 250, high: 260 },
  { x: 1030, y: 318, high: 180 },
] as const;

export function graveyardCardSvg(host: string): string {
  return renderCard(
    DUSK_COLORS,
    <>
      <circle cx="1010" cy="180" r="62" fill="#efe6c8" />
      <path fill="#22303a" d={`M0 520q300-140 640-70t${WIDE - 640}-60V${HIGH}H0z`} />
      <CardWords {...CARD_WORDS.graveyard} orElse="graveyard" mood={DUSK_COLORS} />
      {STONES.map(({ x, y, high }) => (
        <path
          key={x}
          fill="#5b5b6b"
          stroke="#8a8a9c"
          stroke-width="3"
          d={`M${x} ${y + high}V${y + 62}a62 62 0 0 1 124 0V${y + high}z`}
        />
      ))}
      <path fill="#1d322c" d={`M0 560q420-100 ${WIDE}-70V${HIGH}H0z`} />
      <circle cx="836" cy="470" r="60" fill="#ffd27a" opacity="0.3" />
      <circle cx="836" cy="470" r="30" fill="#ffd27a" opacity="0.5" />
      <path fill="#f39a2c" d="M836 448c12 16 16 26 16 34a16 16 0 0 1-32 0c0-8 4-18 16-34z" />
    </>,
    host,
  );
}
