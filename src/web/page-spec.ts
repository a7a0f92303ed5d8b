import type { ComponentChildren } from 'preact';

import type { Instant } from '../rules/base/clock.ts';
import type { LinkedPage } from './linked-data.ts';

/** The sections of the site, for the navigation at the top of a page. */
export const ROOMS = [
  { name: 'creatures', path: '/creatures', label: 'Creatures' },
  { name: 'species', path: '/species', label: 'Species' },
  { name: 'keepers', path: '/keepers', label: 'Keepers' },
  { name: 'hall', path: '/hall', label: 'Hall' },
  { name: 'graveyard', path: '/graveyard', label: 'Graveyard' },
  { name: 'guides', path: '/guides', label: 'Guides' },
] as const;
export type Room = (typeof ROOMS)[number]['name'];

/** One page: its content and its metadata. */
export interface PageSpec {
  /** Without the name of the house. */
  readonly title: string;
  /** What a link to it is called elsewhere, where that is not its title. */
  readonly shareTitle?: string;
  /** One or two sentences for search results and cards. */
  readonly description: string;
  /** Its canonical path, with the part of the query that matters; empty for none. */
  readonly path: string;
  readonly room?: Room;
  /** Its Open Graph image: a PNG of 1200 × 630 under our own address. */
  readonly card?: { readonly path: string; readonly alt: string };
  /** What it is about, for search engines. */
  readonly about?: LinkedPage;
  /** A feed of its own, beside that of the house. */
  readonly feed?: { readonly path: string; readonly title: string };
  /** Loads the script that keeps stats current and copies what can be taken along. */
  readonly live?: boolean;
  /** Without navigation, for pages with one thing to do. */
  readonly quiet?: boolean;
  /** For a frame in somebody else's page: the content, and nothing around it. */
  readonly framed?: boolean;
  /** When the house is catching up: up to when the page is complete. */
  readonly asOf?: Instant | undefined;
  /** `noindex`: error pages and filtered lists. */
  readonly unlisted?: boolean;
  readonly content: ComponentChildren;
}

/** A script and what its bytes must be. */
export interface PageScript {
  readonly src: string;
  readonly integrity: string;
}

export interface PageSite {
  /** The public origin: `https://ark.example`. */
  readonly origin: string;
  /** URLs of what pages load, each with a hash of its content. */
  readonly assets: {
    readonly style: string;
    readonly script: PageScript;
    readonly icon: string;
    /** The letters of headings, which are asked for before the style has named them. */
    readonly font: string | undefined;
  };
  /** The clock can be turned by hand: nothing here is real time. */
  readonly sandbox: boolean;
}
