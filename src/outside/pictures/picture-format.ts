import { PictureError, type Picture } from './picture-maker.ts';

const LEAST_PX = 16;
const MOST_PX = 4096;

/**
 * What a service sent as a picture, when it is one: by its bytes, whatever its label says. It is kept as it came: the service
 * drew it, so there is no camera or place of a stranger in it, and what its metadata says of how it was made may stay.
 */
export function recognizePicture(bytes: Buffer): Picture {
  const kind = FORMATS.find(({ begins }) => begins(bytes));
  if (kind === undefined)
    throw new PictureError('the images service sent no PNG, JPEG or WebP', { retry: false });
  // One that was cut short begins like any other.
  if (!kind.ends(bytes)) throw new PictureError('the picture does not end where it should', { retry: true });
  const { width, height } = kind.size(bytes) ?? { width: 0, height: 0 };
  if (![width, height].every((px) => px >= LEAST_PX && px <= MOST_PX))
    throw new PictureError(`the picture measures ${width} × ${height} pixels`, { retry: false });
  return { type: kind.type, bytes };
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface PictureFormat {
  readonly type: Picture['type'];
  readonly begins: (bytes: Buffer) => boolean;
  readonly ends: (bytes: Buffer) => boolean;
  readonly size: (bytes: Buffer) => PictureSize | undefined;
}

const PNG_BEGINS = '89504e470d0a1a0a0000000d49484452';
const PNG_ENDS = '0000000049454e44ae426082';

const FORMATS: readonly PictureFormat[] = [
  {
    type: 'image/png',
    begins: (bytes) => hex(bytes, 0, 16) === PNG_BEGINS,
    ends: (bytes) => bytes.length > 33 && hex(bytes, -12) === PNG_ENDS,
    size: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  {
    type: 'image/jpeg',
    begins: (bytes) => hex(bytes, 0, 3) === 'ffd8ff',
    ends: (bytes) => hex(bytes, -2) === 'ffd9',
    size: jpegSize,
  },
  {
    type: 'image/webp',
    begins: (bytes) => letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 15) === 'WEBPVP8',
    ends: (bytes) => bytes.length >= 30 && bytes.readUInt32LE(4) + 8 === bytes.length,
    size: webpSize,
  },
];

const hex = (bytes: Buffer, from: number, to?: number): string => bytes.subarray(from, to).toString('hex');
const letters = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** From segment to segment until the one that starts a frame. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let place = 2; place + 9 <= bytes.length && bytes[place] === 0xff;) {
    const marker = bytes.readUInt8(place + 1);
    if (startsFrame(marker))
      return { height: bytes.readUInt16BE(place + 5), width: bytes.readUInt16BE(place + 7) };
    // A marker may be preceded by any number of filling bytes.
    place += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(place + 2);
  }
  return undefined;
}

// In the same row as the frames there are tables (C4, CC) and one that was never given out (C8).
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  const kind = letters(bytes, 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L' || bytes[20] !== 0x2f) return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}
