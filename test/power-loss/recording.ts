import { execFileSync } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { SANDBOX_TOKEN } from '../support/parts.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';
import { OwnServers, until, type OwnProcess } from '../support/servers/own-servers.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { liveBusily, type BusyLife, type Deed } from './busy-life.ts';
import { FILES, type DiskEvent, type FileName } from './disk.ts';

const RECORDER = fileURLToPath(new URL('disk-recorder.c', import.meta.url));
const COMPILER = 'cc';

/** The disk events of a busy service, and its acknowledged operations with their position among them. */
export interface Recording {
  readonly events: readonly DiskEvent[];
  readonly deeds: readonly (Deed & { readonly acknowledgedAt: number })[];
}

export interface BusyTime extends Omit<BusyLife, 'name'> {
  /** The signal that ends each run. */
  readonly ends: readonly ('SIGTERM' | 'SIGKILL')[];
}

/** Why recording is impossible on this machine. */
export function whyNoRecording(): string | undefined {
  if (process.platform !== 'linux') return 'disk writes can be recorded on Linux only';
  return missingCommands([COMPILER]).length > 0 ? 'there is no C compiler here' : undefined;
}

/** Records the disk writes of the real program under load. */
export async function record({ ends, ...life }: BusyTime): Promise<Recording> {
  await using servers = new OwnServers();
  // Created by the program.
  const folder = join(await realpath(servers.folder), 'data');
  const recorder = join(servers.folder, 'disk-recorder.so');
  const stream = join(servers.folder, 'recorded');
  execFileSync(COMPILER, ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', recorder, RECORDER, '-ldl']);
  const env = {
    ...FROM_SOURCES.env,
    ARKHOUSE_DATA_DIR: folder,
    PORT: String(await servers.freePort()),
    // A second is ten minutes, so that limits pass quickly and meals are missed.
    ARKHOUSE_CLOCK: 'sandbox',
    ARKHOUSE_TIME_SCALE: '600',
    ARKHOUSE_TRUST_PROXY: '1',
    ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN,
    LD_PRELOAD: recorder,
    RECORDED_FOLDER: folder,
    RECORDED_TO: stream,
  };
  const deeds: Deed[] = [];
  for (const [nth, end] of ends.entries()) {
    const args = [...FROM_SOURCES.args, 'serve'];
    const house = servers.start(process.execPath, args, { env, asOurselves: true });
    const name = `k${nth}`;
    deeds.push(...(await liveBusily(await addressOf(house), { name, ...life })));
    await house.end(end);
  }
  return placed(parse(await readFile(stream)), deeds);
}

async function addressOf(house: OwnProcess): Promise<string> {
  const told = () => /"address":"([^"]+)"/.exec(house.said())?.[1];
  await until('the house is open', async () => told() !== undefined, house);
  return told() ?? '';
}

/** Acknowledged when the first byte of the response was sent. */
function placed(events: readonly DiskEvent[], deeds: readonly Deed[]): Recording {
  const sentAt = new Map<string, number>();
  for (const [at, event] of events.entries())
    if (event.kind === 'sent') for (const id of event.requestIds) if (!sentAt.has(id)) sentAt.set(id, at);
  return {
    events,
    deeds: deeds.map((deed) => {
      const acknowledgedAt = sentAt.get(deed.requestId);
      if (acknowledgedAt === undefined) throw new Error(`no response about ${deed.trace} was recorded`);
      return { ...deed, acknowledgedAt };
    }),
  };
}

const HEAD_BYTES = 24;

/** The numbers are those of disk-recorder.c. */
function parse(stream: Buffer): DiskEvent[] {
  const events: DiskEvent[] = [];
  for (let from = 0; from < stream.length;) {
    const kind = stream.readUInt32LE(from);
    const file = stream.readUInt32LE(from + 4);
    const end = from + HEAD_BYTES + stream.readUInt32LE(from + 8);
    const at = Number(stream.readBigUInt64LE(from + 16));
    events.push(eventOf(kind, file, at, stream.subarray(from + HEAD_BYTES, end)));
    from = end;
  }
  return events;
}

function eventOf(kind: number, number: number, at: number, bytes: Buffer): DiskEvent {
  const file = FILES[number - 1] as FileName;
  if (kind === 1) return { kind: 'created', file };
  if (kind === 2) return { kind: 'written', file, at, bytes };
  if (kind === 3) return { kind: 'cut', file, size: at };
  if (kind === 4 && number <= FILES.length) return { kind: 'synced', file };
  if (kind === 4) return { kind: number === 4 ? 'folder-synced' : 'around-synced' };
  if (kind === 5) return { kind: 'removed', file };
  const ids = bytes.toString('latin1').matchAll(/^x-request-id: ([\w-]+)/gim);
  return { kind: 'sent', requestIds: [...ids].map(([, id = '']) => id) };
}
