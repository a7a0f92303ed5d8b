import type { DiskEvent } from './disk.ts';
import type { Recording } from './recording.ts';

/** Recordings that break durability: the checks must find losses in each. */
export const CONTROLS = {
  'a disk that flushes nothing (`synchronous=OFF`)': (recording) =>
    withoutFlushes(recording, ({ kind }) => kind === 'synced'),
  'a log that is flushed only when it begins and before it is copied (`synchronous=NORMAL`)': (recording) =>
    withoutFlushes(recording, (event, at) => isCommit(recording.events, event, at)),
  'a service that answers before it has written': ({ events, deeds }) => ({
    events,
    deeds: deeds.map((deed) => {
      const { acknowledgedAt } = deed;
      return { ...deed, acknowledgedAt: flushBefore(events, flushBefore(events, acknowledgedAt)) };
    }),
  }),
} as const satisfies Record<string, (recording: Recording) => Recording>;

const NOTHING: DiskEvent = { kind: 'sent', requestIds: [] };

function withoutFlushes({ events, deeds }: Recording, isLeftOut: (event: DiskEvent, at: number) => boolean) {
  return { events: events.map((event, at) => (isLeftOut(event, at) ? NOTHING : event)), deeds };
}

/** A flush of the log after a commit: not after its header, and not before a checkpoint. */
function isCommit(events: readonly DiskEvent[], event: DiskEvent, at: number): boolean {
  if (event.kind !== 'synced' || event.file !== 'arkhouse.db-wal') return false;
  const before = events[at - 1];
  if (before?.kind === 'written' && before.at === 0) return false;
  const after = events.find(({ kind }, nth) => nth > at && kind === 'written');
  return !(after?.kind === 'written' && after.file === 'arkhouse.db');
}

function flushBefore(events: readonly DiskEvent[], at: number): number {
  return events.findLastIndex((event, nth) => nth < at && event.kind === 'synced');
}
