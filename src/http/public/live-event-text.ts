import type { LiveCounts, LiveHappening } from '../../core/public/live-event.ts';
import { LIVE_EVENTS } from '../../core/public/live-event.ts';
import type { Activity } from '../../house/figures/activity.ts';
import type { HouseHappening } from '../../house/public/happenings.ts';
import type { HouseTotals } from '../../house/public/house-stats.ts';
import { agentPath, creaturePath, picturePath } from '../../pages/paths.ts';
import { happeningLine } from '../../voice/public/happenings.ts';
import { lastDayWords } from '../../voice/public/home-page.ts';

/** Server-sent events as they go over the wire. JSON has no line breaks in it, so that each is one line of data. */

export function happeningText(happening: HouseHappening, id: string): string {
  return `id: ${id}\n${eventText(LIVE_EVENTS.happening, toLiveHappening(happening))}`;
}

export function countsText({ alive, eggs, agents, gravestones }: HouseTotals, activity: Activity): string {
  const counts: LiveCounts = {
    totals: { alive, eggs, agents, gravestones },
    lastDay: lastDayWords(activity),
  };
  return eventText(LIVE_EVENTS.counts, counts);
}

/** More has happened at once than is told. */
export function moreText(leftOut: number): string {
  return eventText(LIVE_EVENTS.more, { leftOut });
}

/** What happened in between is not known any more, or not to be told any more: whoever shows it should look again. */
export const RELOAD_TEXT = eventText(LIVE_EVENTS.reload, {});

/** How long a browser waits before it comes back. */
export const RETRY_TEXT = 'retry: 3000\n\n';

/** Says where the reader is, and that somebody is there; without data, no listener hears of it. */
export function placeText(id: string): string {
  return `id: ${id}\n\n`;
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function toLiveHappening(happening: HouseHappening): LiveHappening {
  const { key, kind, at, who, stage } = happening;
  const { id, name, keeper, species } = who;
  return {
    key,
    kind,
    at,
    // Another address than before, since it may look different now.
    creature: {
      id,
      name,
      family: species.family,
      page: creaturePath(id),
      picture: `${picturePath({ id, stage })}-${at}`,
    },
    keeper: { name: keeper.displayName, page: agentPath(keeper.username) },
    words: happeningLine(happening, species.family),
  };
}
