import { crc32, deflateSync } from 'node:zlib';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, with colours multiplied by alpha. */
  readonly pixels: Uint8Array;
}

/**
 * A PNG without row filters: for flat colours a third smaller than that of the rasterizer (400 instead of 600 kB for the
 * sheet of a cat), in the same time. Transparent pixels have no colour.
 */
export function encodePng({ width, height, pixels }: Pixels): Uint8Array {
  const line = width * 4;
  // Each line begins with its filter: 0.
  const rows = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * line, (y + 1) * line), y * (line + 1) + 1);
  for (let y = 0; y < height; y += 1) divideByAlpha(rows.subarray(y * (line + 1) + 1, (y + 1) * (line + 1)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 6, memLevel: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGBA = 6;

function divideByAlpha(row: Buffer): void {
  for (let at = 3; at < row.length; at += 4) {
    const alpha = row[at] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let colour = at - 3; colour < at; colour += 1)
      row[colour] = Math.min(255, Math.round(((row[colour] ?? 0) * 255) / alpha));
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
