/** A table of a font file, by its four letters. */
type FontTables = ReadonlyMap<string, Buffer>;

// Tables a browser needs; drops hinting, glyph names and legacy tables.
const KEPT_TABLES = ['OS/2', 'cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'GPOS'];

/**
 * A TrueType font with the outlines of these characters only. Glyph numbers stay, so that references remain valid: unwanted
 * glyphs are empty.
 */
export function subsetFont(font: Buffer, characters: Iterable<number>): Buffer {
  const tables = readTables(font);
  const outlines = readOutlines(tables);
  const wanted = withParts(glyphsOf(table(tables, 'cmap'), characters), outlines);
  const kept = outlines.map((outline, glyph) => (wanted.has(glyph) ? outline : Buffer.alloc(0)));
  const head = Buffer.from(table(tables, 'head'));
  // Places of glyphs are written in four bytes.
  head.writeInt16BE(1, 50);
  const result = new Map(
    KEPT_TABLES.flatMap((name) => (tables.has(name) ? [[name, table(tables, name)]] : [])),
  );
  result.set('head', head);
  // Format 3: without a list of what glyphs are called.
  result.set('post', Buffer.concat([Buffer.from([0, 3, 0, 0]), table(tables, 'post').subarray(4, 32)]));
  result.set('glyf', Buffer.concat(kept.map(padded)));
  result.set('loca', placesOf(kept));
  return writeFont(result);
}

function readTables(font: Buffer): FontTables {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const entry = 12 + 16 * at;
      const start = font.readUInt32BE(entry + 8);
      return [
        font.toString('latin1', entry, entry + 4),
        font.subarray(start, start + font.readUInt32BE(entry + 12)),
      ];
    }),
  );
}

function table(tables: FontTables, name: string): Buffer {
  const found = tables.get(name);
  if (!found) throw new Error(`The font has no table ${name}.`);
  return found;
}

function readOutlines(tables: FontTables): readonly Buffer[] {
  const [loca, glyf] = [table(tables, 'loca'), table(tables, 'glyf')];
  const isLong = table(tables, 'head').readInt16BE(50) === 1;
  const place = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
  const count = table(tables, 'maxp').readUInt16BE(4);
  return Array.from({ length: count }, (_, glyph) => glyf.subarray(place(glyph), place(glyph + 1)));
}

/** The glyphs of characters, by the part of the table that knows the first 65,536 of Unicode (format 4). */
function glyphsOf(cmap: Buffer, characters: Iterable<number>): Set<number> {
  const part = unicodePart(cmap);
  const segments = part.readUInt16BE(6) / 2;
  const [ends, starts] = [14, 16 + 2 * segments];
  const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments];
  const glyphs = new Set([0]);
  for (const character of characters) {
    let segment = 0;
    while (part.readUInt16BE(ends + 2 * segment) < character) segment += 1;
    const start = part.readUInt16BE(starts + 2 * segment);
    if (start > character) continue;
    const delta = part.readUInt16BE(deltas + 2 * segment);
    const offsetAt = offsets + 2 * segment;
    const offset = part.readUInt16BE(offsetAt);
    const found = offset === 0 ? character : part.readUInt16BE(offsetAt + offset + 2 * (character - start));
    if (found !== 0) glyphs.add((found + delta) & 0xffff);
  }
  return glyphs;
}

function unicodePart(cmap: Buffer): Buffer {
  for (let at = 0; at < cmap.readUInt16BE(2); at += 1) {
    const part = cmap.subarray(cmap.readUInt32BE(4 + 8 * at + 4));
    if (part.readUInt16BE(0) === 4) return part;
  }
  throw new Error('The font tells its characters in a way that is not known here.');
}

// Flags of a part.
const WIDE_PLACE = 0x01;
const SCALED = 0x08;
const MORE_PARTS = 0x20;
const SCALED_TWICE = 0x40;
const TURNED = 0x80;

/** Those and all that they are put together from: é is an e and an accent. */
function withParts(glyphs: ReadonlySet<number>, outlines: readonly Buffer[]): ReadonlySet<number> {
  const all = new Set(glyphs);
  // A set goes on to what is added meanwhile.
  for (const glyph of all) for (const part of partsOf(outlines[glyph] ?? Buffer.alloc(0))) all.add(part);
  return all;
}

function partsOf(outline: Buffer): readonly number[] {
  // A glyph of parts has a negative number of contours.
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  for (let at = 10, flags = MORE_PARTS; (flags & MORE_PARTS) !== 0;) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    const scaleBytes = flags & TURNED ? 8 : flags & SCALED_TWICE ? 4 : flags & SCALED ? 2 : 0;
    at += 4 + (flags & WIDE_PLACE ? 4 : 2) + scaleBytes;
  }
  return parts;
}

function placesOf(outlines: readonly Buffer[]): Buffer {
  const places = Buffer.alloc(4 * (outlines.length + 1));
  let place = 0;
  for (const [glyph, outline] of outlines.entries()) {
    place += padded(outline).length;
    places.writeUInt32BE(place, 4 * (glyph + 1));
  }
  return places;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function writeFont(tables: FontTables): Buffer {
  const names = [...tables.keys()].toSorted();
  const power = 2 ** Math.floor(Math.log2(names.length));
  const header = Buffer.alloc(12 + 16 * names.length);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(names.length, 4);
  header.writeUInt16BE(16 * power, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE(16 * (names.length - power), 10);
  let start = header.length;
  const bodies = names.map((name, nth) => {
    const { length } = table(tables, name);
    const body = padded(table(tables, name));
    let checksum = 0;
    for (let at = 0; at < body.length; at += 4) checksum = (checksum + body.readUInt32BE(at)) >>> 0;
    const entry = 12 + 16 * nth;
    header.write(name, entry, 'latin1');
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(start, entry + 8);
    header.writeUInt32BE(length, entry + 12);
    start += body.length;
    return body;
  });
  return Buffer.concat([header, ...bodies]);
}
