import { crc32 } from 'node:zlib';

/** The files of a zip by name, read as programs do: from its end. Checks both headers of each file, and its sum. */
export function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new RangeError('no end of a zip');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new RangeError('no entry of a zip');
    const [nameLength, offset] = [zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, fileAt(zip, offset, zip.subarray(at + 6, at + 32)));
    at += 46 + nameLength;
  }
  if (at !== end) throw new RangeError('more than a zip');
  return files;
}

function fileAt(zip: Buffer, offset: number, facts: Buffer): Buffer {
  if (zip.readUInt32LE(offset) !== 0x04034b50 || !zip.subarray(offset + 4, offset + 30).equals(facts))
    throw new RangeError('the headers of a file differ');
  const [stored, size, start] = [
    facts.readUInt32LE(14),
    facts.readUInt32LE(18),
    offset + 30 + facts.readUInt16LE(22),
  ];
  const content = zip.subarray(start, start + size);
  if (stored !== size || crc32(content) !== facts.readUInt32LE(10)) throw new RangeError('a file is damaged');
  return content;
}
