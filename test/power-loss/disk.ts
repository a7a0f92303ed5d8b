/** The files of a SQLite database that matter after a restart. */
export const FILES = ['arkhouse.db', 'arkhouse.db-wal', 'arkhouse.db-journal'] as const;
export type FileName = (typeof FILES)[number];

/** A write to the disk or a response, in order. */
export type DiskEvent =
  | { readonly kind: 'created'; readonly file: FileName }
  | { readonly kind: 'removed'; readonly file: FileName }
  | { readonly kind: 'synced'; readonly file: FileName }
  | { readonly kind: 'written'; readonly file: FileName; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: FileName; readonly size: number }
  /** The folder holds the names of the files, its parent the name of the folder. */
  | { readonly kind: 'folder-synced' }
  | { readonly kind: 'around-synced' }
  | { readonly kind: 'sent'; readonly requestIds: readonly string[] };

/** What happens to unflushed writes in a power failure. */
export const LOSSES = {
  dropped: 'nothing that was not flushed is there',
  half: 'of what was not flushed, every write is there or is not',
  sectors: 'of what was not flushed, every sector of 512 bytes is there or is not',
  torn: 'everything is there, but for the end of the last write, from one sector on',
} as const;
export type Loss = keyof typeof LOSSES;

/** The content of the disk after a power failure. */
export type Image = ReadonlyMap<FileName, Buffer>;

const SECTOR = 512;

type Change = Extract<DiskEvent, { kind: 'written' | 'cut' }>;
/** Without an inode if the name was removed. */
type Naming = readonly [file: FileName, inode: Inode | undefined];

function rename(names: Map<FileName, Inode>, [file, inode]: Naming): void {
  if (inode) names.set(file, inode);
  else names.delete(file);
}

/** Keeps bytes once their file was flushed and names once the folder was; before that any part of the bytes, and names in order. */
export class Disk {
  readonly #seen = new Map<FileName, Inode>();
  readonly #kept = new Map<FileName, Inode>();
  #namings: Naming[] = [];
  #isFolderKept = false;

  apply(event: DiskEvent): void {
    if (event.kind === 'sent') return;
    if (event.kind === 'folder-synced') return this.#keepNames();
    if (event.kind === 'around-synced') return void (this.#isFolderKept = true);
    if (event.kind === 'created') return this.#name([event.file, new Inode()]);
    if (event.kind === 'removed') return this.#name([event.file, undefined]);
    const inode = this.#seen.get(event.file);
    if (!inode) throw new Error(`${event.file} was ${event.kind} and is not there`);
    if (event.kind === 'synced') inode.flush();
    else inode.pending.push(event);
  }

  /** A possible content after a power failure now; its buffers are reused by the next call. */
  imageAfter(loss: Loss, roll: () => number): Image {
    if (!this.#isFolderKept && howMany(loss, 1, roll) === 0) return new Map();
    const names = new Map(this.#kept);
    const kept = this.#namings.slice(0, howMany(loss, this.#namings.length, roll));
    for (const naming of kept) rename(names, naming);
    return new Map([...names].map(([file, inode]) => [file, inode.after(loss, roll)]));
  }

  #name(naming: Naming): void {
    this.#namings.push(naming);
    rename(this.#seen, naming);
  }

  #keepNames(): void {
    for (const naming of this.#namings) rename(this.#kept, naming);
    this.#namings = [];
  }
}

function howMany(loss: Loss, all: number, roll: () => number): number {
  if (all === 0 || loss === 'dropped') return 0;
  return loss === 'torn' ? all : Math.floor(roll() * (all + 1));
}

class Inode {
  pending: Change[] = [];
  readonly #flushed = new Bytes();
  // Reused: thousands of images of megabytes each.
  readonly #found = new Bytes();

  flush(): void {
    for (const change of this.pending) this.#flushed.change(change);
    this.pending = [];
  }

  after(loss: Loss, roll: () => number): Buffer {
    const found = this.#found;
    found.become(this.#flushed);
    const changes = loss === 'torn' ? tearLast(this.pending, roll) : this.pending;
    for (const change of changes) {
      if (loss === 'dropped') break;
      const parts = loss === 'sectors' ? sectorsOf(change) : [change];
      for (const part of parts) if (loss === 'torn' || roll() < 0.5) found.change(part);
    }
    return found.content;
  }
}

/** Cuts the last write at a sector boundary; a write within one sector is dropped. */
function tearLast(changes: readonly Change[], roll: () => number): readonly Change[] {
  const last = changes.at(-1);
  if (last?.kind !== 'written') return changes;
  const sectors = sectorsOf(last);
  return [...changes.slice(0, -1), ...sectors.slice(0, Math.floor(roll() * sectors.length))];
}

function sectorsOf(change: Change): Change[] {
  if (change.kind === 'cut') return [change];
  const { at, bytes } = change;
  const sectors: Change[] = [];
  for (let from = at; from < at + bytes.length;) {
    const to = Math.min((Math.floor(from / SECTOR) + 1) * SECTOR, at + bytes.length);
    sectors.push({ ...change, at: from, bytes: bytes.subarray(from - at, to - at) });
    from = to;
  }
  return sectors;
}

/** A growing buffer; unwritten bytes are zero. */
class Bytes {
  #room = Buffer.alloc(0);
  #size = 0;

  get content(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  become({ content }: Bytes): void {
    this.#grow(content.length);
    content.copy(this.#room);
    this.#room.fill(0, content.length);
    this.#size = content.length;
  }

  change(change: Change): void {
    if (change.kind === 'cut') {
      this.#grow(change.size);
      this.#room.fill(0, change.size);
      this.#size = change.size;
      return;
    }
    this.#grow(change.at + change.bytes.length);
    change.bytes.copy(this.#room, change.at);
  }

  #grow(size: number): void {
    if (size > this.#room.length) {
      const room = Buffer.alloc(Math.max(size, 2 * this.#room.length));
      this.content.copy(room);
      this.#room = room;
    }
    this.#size = Math.max(this.#size, size);
  }
}
