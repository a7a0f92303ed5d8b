import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { KEEPSAKES_PAGE } from '../text/heart/heart-pages.ts';
import { catchingUp, errorPageWords, FOR_PROGRAMS, SITE } from '../text/pages/page-words.ts';
import { linkedData, type PageSite, type PageSpec, ROOMS } from './page-spec.ts';
import { DataBlock, EmptyWindow, LinkList, Paragraphs } from './parts.tsx';
import { KEEPSAKES_PATH } from './paths.ts';

function Ark() {
  return (
    <svg class="ark-mark" viewBox="0 0 48 44" width="36" height="33" aria-hidden="true">
      <path class="mark-roof" d="M8 20 16 6h16l8 14z" />
      <path class="mark-wall" d="M11 20h26v10H11z" />
      <path class="mark-light" d="M15 29v-4a3.5 3.5 0 0 1 7 0v4zm11 0v-4a3.5 3.5 0 0 1 7 0v4z" />
      <path class="mark-hull" d="M3 30h42c-1 8-7 12-14 12H17C10 42 4 38 3 30z" />
    </svg>
  );
}

export function renderPage(site: PageSite, page: PageSpec): string {
  return `<!doctype html>${render(<Document site={site} page={page} />)}`;
}

type LayoutProps = Readonly<{ site: PageSite; page: PageSpec }>;

function Document({ site, page }: LayoutProps) {
  return (
    <html lang="en">
      <Head site={site} page={page} />
      {page.framed ? (
        <body class="framed">
          <main>{page.content}</main>
        </body>
      ) : (
        <Body site={site} page={page} />
      )}
    </html>
  );
}

function Body({ site, page }: LayoutProps) {
  return (
    <body class={page.quiet ? 'quiet' : undefined}>
      <Top home={page.path === '/'}>
        {!page.quiet && (
          <Nav label="Rooms" links={ROOMS} open={ROOMS.find(({ name }) => name === page.room)?.path} />
        )}
      </Top>
      {(site.sandbox || page.asOf !== undefined) && (
        <aside aria-label={SITE.notices}>
          {site.sandbox && <p class="sandbox">{SITE.sandbox}</p>}
          {page.asOf !== undefined && <p class="behind">{catchingUp(page.asOf)}</p>}
        </aside>
      )}
      <main id="main" data-favourite={page.live ? SITE.favourite : undefined}>
        {page.content}
      </main>
      <Footer columns={page.quiet ? {} : FOOTER_COLUMNS} />
    </body>
  );
}

function Head({ site, page }: LayoutProps) {
  const title = page.path === '/' ? page.title : `${page.title} · ${SITE.name}`;
  const address = site.origin + page.path;
  const about = linkedData(page, site.origin);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <meta name="description" content={page.description} />
      {page.unlisted ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address} />
          <SocialCardTags site={site} page={page} title={title} address={address} />
          {about && <DataBlock type="application/ld+json" data={about} />}
        </>
      )}
      <link rel="alternate" type="application/atom+xml" title={SITE.feed} href="/feed.atom" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      {page.feed && (
        <link rel="alternate" type="application/atom+xml" title={page.feed.title} href={page.feed.path} />
      )}
      <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <FontPreload site={site} />
      <link rel="stylesheet" href={site.assets.style} />
      {page.live && <script {...site.assets.script} defer />}
    </head>
  );
}

export function FontPreload({ site: { assets } }: { readonly site: PageSite }) {
  if (assets.font === undefined) return null;
  return <link rel="preload" as="font" type="font/ttf" href={assets.font} crossorigin="anonymous" />;
}

type SocialCardProps = LayoutProps & Readonly<{ title: string; address: string }>;

function SocialCardTags({ site, page, title, address }: SocialCardProps) {
  const { card } = page;
  return (
    <>
      <meta property="og:site_name" content={SITE.name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={page.shareTitle ?? title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      {card && (
        <>
          <meta property="og:image" content={site.origin + card.path} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={card.alt} />
        </>
      )}
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
    </>
  );
}

/** The header of every page, with the skip link before it. */
export function Top({ home = false, children }: Readonly<{ home?: boolean; children: ComponentChildren }>) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class="top">
        <div class="shingles" aria-hidden="true" />
        <div class="top-row">
          <a class="sign" href="/" aria-current={home ? 'page' : undefined}>
            <Ark />
            <span>{SITE.name}</span>
          </a>
          {children}
        </div>
      </header>
    </>
  );
}

interface NavProps {
  readonly label: string;
  readonly links: readonly Readonly<{ path: string; label: string }>[];
  readonly open: string | undefined;
}

export function Nav({ label, links, open }: NavProps) {
  return (
    <nav aria-label={label}>
      <ul>
        {links.map((link) => (
          <li>
            <a href={link.path} aria-current={link.path === open ? 'page' : undefined}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FOOTER_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'For people': {
    '/creatures': 'Who lives here',
    '/keepers': 'Who keeps them',
    '/graveyard': 'Who is gone',
    [KEEPSAKES_PATH]: KEEPSAKES_PAGE.link,
    '/guides': 'Guides',
    '/feed.atom': 'Births and deaths as a feed',
  },
  'For agents': {
    '/skill.md': 'skill.md',
    '/llms.txt': 'llms.txt',
    '/docs': 'API reference',
    '/openapi.json': 'openapi.json',
  },
};

function Footer({ columns }: { readonly columns: typeof FOOTER_COLUMNS }) {
  return (
    <footer class="bottom">
      <div class="waves" aria-hidden="true" />
      <div class="water">
        <div class="water-row">
          <p class="water-words">{SITE.closing}</p>
          {Object.entries(columns).map(([heading, links]) => (
            <nav aria-label={heading}>
              <h2>{heading}</h2>
              <LinkList links={links} />
            </nav>
          ))}
        </div>
      </div>
    </footer>
  );
}

export function Masthead({ title, children }: Readonly<{ title: string; children: ComponentChildren }>) {
  return (
    <div class="masthead">
      <h1>{title}</h1>
      <div class="lead">
        <p>{children}</p>
      </div>
    </div>
  );
}

interface PageProblem {
  readonly status: number;
  readonly requestId: string;
  /** The API operation that was probably meant: `GET /path`. */
  readonly meant?: string | undefined;
}

export function problemPage({ status, requestId, meant }: PageProblem): PageSpec {
  const { title, lines, ours } = errorPageWords(status);
  return {
    title,
    description: lines.join(' '),
    path: '',
    unlisted: true,
    content: (
      <div class="alone">
        <EmptyWindow />
        <p class="status">{status}</p>
        <h1>{title}</h1>
        <Paragraphs lines={lines} />
        {meant !== undefined && (
          <p>
            {FOR_PROGRAMS} <code>{meant}</code>
          </p>
        )}
        <p class="ways">
          <a class="button" href="/">
            Back to the house
          </a>
          <a href="/creatures">Who lives here</a>
        </p>
        {ours && (
          <p class="fine">
            If you tell somebody about it, this helps them find it: <code>{requestId}</code>
          </p>
        )}
      </div>
    ),
  };
}
