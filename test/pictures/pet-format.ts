import { inflateSync } from 'node:zlib';

// The format of desktop pets, as their readers check it; written down here and not imported from what draws them.
const CELL = { width: 192, height: 208 };
const COLUMNS = 8;
const USED = [6, 8, 8, 4, 5, 8, 6, 6, 6];
const USED_BY_LOOKS = [8, 8];
const JUMPING = 4;
const MAX_BYTES = 1_500_000;
/** Glows and antialiased edges fade out; a figure is what is more opaque than this. */
const SOLID = 128;
/** How much the lowest points of two rows may differ, in pixels: a squashed figure that hovers comes lower. */
const GROUND_TOLERANCE = 8;

interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel: red, green, blue, alpha. */
  readonly pixels: Buffer;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly opaque: number;
  readonly hiddenColours: number;
  readonly onEdge: boolean;
  readonly lowest: number;
}

/** What a reader of the format would refuse in a sheet. */
export function petFaults(png: Buffer, version: 1 | 2 = 1): readonly string[] {
  const rows = version === 1 ? USED : [...USED, ...USED_BY_LOOKS];
  const sheet = decodePng(png);
  const [width, height] = [CELL.width * COLUMNS, CELL.height * rows.length];
  if (sheet.width !== width || sheet.height !== height) return [`${sheet.width} × ${sheet.height} pixels`];
  const cells = rows.flatMap((_, row) =>
    Array.from({ length: COLUMNS }, (__, column) => lookAt(sheet, row, column)),
  );
  const isUsed = ({ row, column }: Cell) => column < (rows[row] ?? 0);
  const lowest = rows.map((_, row) =>
    Math.max(...cells.filter((cell) => cell.row === row).map((cell) => cell.lowest)),
  );
  const ground = lowest.filter((_, row) => row !== JUMPING);
  return [
    ...(png.length > MAX_BYTES ? [`${png.length} bytes`] : []),
    ...told(
      cells.filter((cell) => isUsed(cell) && cell.opaque < 200),
      'is empty',
    ),
    ...told(
      cells.filter((cell) => !isUsed(cell) && cell.opaque > 0),
      'is not empty',
    ),
    ...told(
      cells.filter(({ hiddenColours }) => hiddenColours > 0),
      'has colours in transparent pixels',
    ),
    ...told(
      cells.filter(({ onEdge }) => onEdge),
      'is cut off',
    ),
    ...(Math.max(...ground) - Math.min(...ground) > GROUND_TOLERANCE
      ? [`grounds at ${lowest.join(' ')}`]
      : []),
  ];
}

const told = (cells: readonly Cell[], what: string) =>
  cells.map(({ row, column }) => `cell ${row}/${column} ${what}`);

function lookAt({ pixels, width }: Sheet, row: number, column: number): Cell {
  let [opaque, hiddenColours, lowest, onEdge] = [0, 0, 0, false];
  for (let y = 0; y < CELL.height; y += 1)
    for (let x = 0; x < CELL.width; x += 1) {
      const at = ((row * CELL.height + y) * width + column * CELL.width + x) * 4;
      const alpha = pixels[at + 3] ?? 0;
      if (alpha === 0) {
        if (pixels[at] || pixels[at + 1] || pixels[at + 2]) hiddenColours += 1;
        continue;
      }
      opaque += 1;
      if (alpha > SOLID) lowest = y;
      if (x === 0 || y === 0 || x === CELL.width - 1 || y === CELL.height - 1) onEdge = true;
    }
  return { row, column, opaque, hiddenColours, onEdge, lowest };
}

/** Decodes a PNG of eight-bit RGBA without interlacing; any other is no sheet. */
function decodePng(png: Buffer): Sheet {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png[24] !== 8 || png[25] !== 6 || png[28] !== 0) throw new RangeError('not RGBA');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(data)), width * 4, height) };
}

function unfilter(raw: Buffer, line: number, height: number): Buffer {
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)] ?? 0;
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x;
      const left = x < 4 ? 0 : (pixels[at - 4] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - line] ?? 0);
      const corner = x < 4 || y === 0 ? 0 : (pixels[at - line - 4] ?? 0);
      pixels[at] = (raw[y * (line + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
