import type { ComponentChildren } from 'preact';

/** Where in the house a page hangs, for the row of doors at its top. */
export const ROOMS = [
  { name: 'creatures', path: '/creatures', label: 'Creatures' },
  { name: 'species', path: '/species', label: 'Species' },
  { name: 'hall', path: '/hall', label: 'Hall' },
  { name: 'graveyard', path: '/graveyard', label: 'Graveyard' },
  { name: 'guides', path: '/guides', label: 'Guides' },
] as const;
export type Room = (typeof ROOMS)[number]['name'];

/** One page: what stands on it, and what others are told about it. */
export interface PageSpec {
  /** Without the name of the house. */
  readonly title: string;
  /** One or two sentences for search results and cards. */
  readonly description: string;
  /** The one address it should be known by, with the part of the query that matters. */
  readonly path: string;
  readonly room?: Room;
  /** The picture others show beside a link to it: a PNG of 1200 × 630 under our own address. */
  readonly card?: { readonly path: string; readonly alt: string };
  /** Runs the script that lets stats tick. */
  readonly live?: boolean;
  /** One thing to do and no way to wander off: no doors at the top, none at the bottom. */
  readonly quiet?: boolean;
  /** Not for search engines: pages about mistakes, pages of filtered lists. */
  readonly unlisted?: boolean;
  readonly content: ComponentChildren;
}

/** What every page knows of the place it is served from. */
export interface PageSite {
  /** The origin people reach it by: `https://ark.example`. */
  readonly origin: string;
  /** The addresses of what pages load, each with its hash. */
  readonly assets: { readonly style: string; readonly script: string; readonly icon: string };
  /** The clock can be turned by hand: nothing here is real time. */
  readonly sandbox: boolean;
}
