import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { DESK } from '../../voice/operator.ts';
import { SITE } from '../../voice/pages.ts';
import type { Site } from '../leaf.ts';
import { Ark } from '../parts/ark.tsx';

/** What every page of the room knows of where it is served, and of the one who is in it. */
export interface Desk {
  readonly site: Site;
  /** The address of the room's own style. */
  readonly style: string;
  /** What every form of this session has to send back; nobody is signed in without one. */
  readonly seal?: string;
}

const DRAWERS = [
  { path: '/admin', label: DESK.house },
  { path: '/admin/health', label: DESK.health },
  { path: '/admin/words', label: DESK.words },
  { path: '/admin/ledger', label: DESK.ledger },
  { path: '/admin/log', label: DESK.log },
] as const;
export type Drawer = (typeof DRAWERS)[number]['path'];

export interface DeskPage {
  readonly title: string;
  readonly drawer?: Drawer;
  /** What came of the form that was sent last. */
  readonly said?: string | undefined;
  readonly content: ComponentChildren;
}

/** The whole document around a page of the operator's room: nobody indexes it, and it runs no script. */
export function renderDesk(desk: Desk, page: DeskPage): string {
  return `<!doctype html>${render(<Document desk={desk} page={page} />)}`;
}

function Document({ desk, page }: { readonly desk: Desk; readonly page: DeskPage }) {
  const { site, seal, style } = desk;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${page.title} · ${DESK.room} · ${SITE.name}`}</title>
        <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
        <link rel="stylesheet" href={site.assets.style} />
        <link rel="stylesheet" href={style} />
      </head>
      <body class="desk">
        <a class="skip" href="#main">
          Skip to the page
        </a>
        <header class="top">
          <div class="shingles" aria-hidden="true" />
          <div class="top-row">
            <a class="sign" href="/">
              <Ark />
              <span>{SITE.name}</span>
            </a>
            {seal !== undefined && <Drawers open={page.drawer} seal={seal} />}
          </div>
        </header>
        <main id="main">
          {page.said !== undefined && (
            <p class="said-so" role="status">
              {page.said}
            </p>
          )}
          {page.content}
        </main>
      </body>
    </html>
  );
}

function Drawers({ open, seal }: { readonly open: Drawer | undefined; readonly seal: string }) {
  return (
    <>
      <nav aria-label={DESK.room}>
        <ul>
          {DRAWERS.map(({ path, label }) => (
            <li key={path}>
              <a href={path} aria-current={path === open ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form method="post" action="/admin/logout">
        <input type="hidden" name="seal" value={seal} />
        <button class="plain" type="submit">
          {DESK.signOut}
        </button>
      </form>
    </>
  );
}
