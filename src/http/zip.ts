import { crc32 } from 'node:zlib';

type ZipFile = Readonly<{ name: string; content: Uint8Array }>;

/** A zip with its files as they are: PNG is compressed already. The same files always give the same bytes. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  let offset = 0;
  const entries = files.map(({ name, content }) => {
    const title = Buffer.from(name);
    const facts = factsOf(title, content);
    const entry = {
      local: Buffer.concat([LOCAL_HEADER, facts, title, content]),
      central: Buffer.concat([CENTRAL_HEADER, facts, centralFacts(offset), title]),
    };
    offset += entry.local.length;
    return entry;
  });
  const directory = Buffer.concat(entries.map(({ central }) => central));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries.map(({ local }) => local), directory, end]);
}

const LOCAL_HEADER = Buffer.from([0x50, 0x4b, 3, 4]);
// Its last two bytes are the version that made it: 2.0.
const CENTRAL_HEADER = Buffer.from([0x50, 0x4b, 1, 2, 20, 0]);
// 1 January 1980, the first day of the format.
const NO_DATE = 0x21;
const UTF8_NAME = 0x0800;

/** The facts of a file that both of its headers have. */
function factsOf(title: Buffer, content: Uint8Array): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(UTF8_NAME, 2);
  facts.writeUInt16LE(NO_DATE, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(title.length, 22);
  return facts;
}

function centralFacts(offset: number): Buffer {
  const facts = Buffer.alloc(14);
  facts.writeUInt32LE(offset, 10);
  return facts;
}
