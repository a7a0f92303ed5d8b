import { creaturePath } from '../paths.ts';

/** How large the window is that others put into their pages, in pixels. */
export const EMBED_SIZE = { width: 360, height: 152 } as const;

export function embedPath(id: string): string {
  return `${creaturePath(id)}/embed`;
}

export function lifeFeedPath(id: string): string {
  return `${creaturePath(id)}/feed.atom`;
}

export function lifeCalendarPath(id: string): string {
  return `${creaturePath(id)}/calendar.ics`;
}
