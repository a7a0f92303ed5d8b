import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { OPERATOR_MENU } from '../../voice/moderation/operator-room.ts';
import { SITE } from '../../voice/public/page-words.ts';
import type { PageSite } from '../page-spec.ts';
import { Ark } from '../parts/ark.tsx';
import { FontPreload } from '../layout.tsx';

export interface AdminSite {
  readonly site: PageSite;
  /** The URL of the admin style sheet. */
  readonly style: string;
  /** What every form of this session has to send back; undefined while nobody is signed in. */
  readonly csrfToken?: string;
}

const ADMIN_SECTIONS = [
  { path: '/admin/words', label: OPERATOR_MENU.words },
  { path: '/admin/ledger', label: OPERATOR_MENU.ledger },
  { path: '/admin/log', label: OPERATOR_MENU.log },
  { path: '/admin/agents', label: OPERATOR_MENU.agents },
  { path: '/admin', label: OPERATOR_MENU.house },
] as const;
type AdminSection = (typeof ADMIN_SECTIONS)[number]['path'];

export interface AdminPage {
  readonly title: string;
  readonly section?: AdminSection;
  /** The result of the form that was sent last. */
  readonly notice?: string | undefined;
  readonly content: ComponentChildren;
}

/** The whole document around an admin page; it is not indexed and runs no script. */
export function renderAdminPage(desk: AdminSite, page: AdminPage): string {
  return `<!doctype html>${render(<Document desk={desk} page={page} />)}`;
}

function Document({ desk, page }: { readonly desk: AdminSite; readonly page: AdminPage }) {
  const { site, csrfToken, style } = desk;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${page.title} · ${OPERATOR_MENU.room} · ${SITE.name}`}</title>
        <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
        <FontPreload site={site} />
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
            {csrfToken !== undefined && <AdminNav open={page.section} seal={csrfToken} />}
          </div>
        </header>
        <main id="main">
          {page.notice !== undefined && (
            <p class="said-so" role="status">
              {page.notice}
            </p>
          )}
          {page.content}
        </main>
      </body>
    </html>
  );
}

function AdminNav({ open, seal }: { readonly open: AdminSection | undefined; readonly seal: string }) {
  return (
    <>
      <nav aria-label={OPERATOR_MENU.room}>
        <ul>
          {ADMIN_SECTIONS.map(({ path, label }) => (
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
          {OPERATOR_MENU.signOut}
        </button>
      </form>
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly note?: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function Card({ title, note, wide = false, children }: CardProps) {
  return (
    <section class={wide ? 'card wide' : 'card'}>
      <h2>{title}</h2>
      {children}
      {note !== undefined && <p class="fine">{note}</p>}
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly about?: string;
}

export function Figure({ label, value, about }: FigureProps) {
  return (
    <div class="tally">
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {about !== undefined && <span>{about}</span>}
      </dd>
    </div>
  );
}
