import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';

import type { Instant } from '../rules/base/clock.ts';
import {
  catchingUp,
  errorPageWords,
  FOOTER_COLUMNS,
  FOR_PROGRAMS,
  ROOMS,
  sandboxSpeed,
  SITE,
} from '../text/pages/page-words.ts';
import { type DescribedPage, linkedData } from './linked-data.ts';
import { dataBlock, linkList, moment, paragraphs, picture } from './parts.tsx';

export function renderPage(site: PageSite, page: PageSpec): string {
  const body = render(bodyOf(site, page));
  // The script writes times in the visitor's zone. Pages with one task, and frames, run none.
  const scripted =
    page.live === true ||
    page.refreshSeconds !== undefined ||
    (!page.quiet && !page.framed && page.path !== '' && body.includes('<time'));
  return `<!doctype html><html lang="en">${render(headOf(site, page, scripted))}${body}</html>`;
}

function bodyOf(site: PageSite, page: PageSpec) {
  if (page.framed)
    return (
      <body class="framed">
        <main>{page.content}</main>
      </body>
    );
  return (
    <body class={page.quiet ? 'quiet' : undefined}>
      <Top home={page.path === '/'}>
        {!page.quiet && <nav aria-label="Rooms">{linkList(ROOMS, page.room && `/${page.room}`)}</nav>}
      </Top>
      {(site.sandbox || page.asOf !== undefined) && (
        <aside aria-label={SITE.notices}>
          {site.sandbox && <p class="sandbox">{sandboxWords(site.sandbox)}</p>}
          {page.asOf !== undefined && <p class="behind">{catchingUp(page.asOf)}</p>}
        </aside>
      )}
      <main id="main" data-favourite={page.live ? SITE.favourite : undefined}>
        {page.content}
      </main>
      {footer(page.quiet ? {} : FOOTER_COLUMNS)}
    </body>
  );
}

function sandboxWords({ now, scale }: NonNullable<PageSite['sandbox']>) {
  return (
    <>
      {SITE.sandbox} {SITE.sandboxTime} {moment(now)}
      {sandboxSpeed(scale)}
    </>
  );
}

function headOf(site: PageSite, page: PageSpec, scripted: boolean) {
  const title = page.path === '/' ? page.title : `${page.title} · ${SITE.name}`;
  const address = site.origin + page.path;
  const linked = linkedData(page, site.origin);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {/* The colours of --roof in style.css. */}
      <meta name="theme-color" content="#843f30" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#472a33" media="(prefers-color-scheme: dark)" />
      <title>{title}</title>
      {page.refreshSeconds !== undefined && (
        <noscript>
          <meta http-equiv="refresh" content={String(page.refreshSeconds)} />
        </noscript>
      )}
      <meta name="description" content={page.description} />
      {page.unlisted ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address} />
          {socialCardTags(site, page, title, address)}
          {linked && dataBlock(linked, { type: 'application/ld+json' })}
        </>
      )}
      <link rel="alternate" type="application/atom+xml" title={SITE.feed} href="/feed.atom" />
      {page.path === '/' && (
        <>
          <link rel="alternate" type="application/feed+json" title={SITE.feed} href="/feed.json" />
          <link rel="ai-catalog" href="/.well-known/ai-catalog.json" />
        </>
      )}
      {page.twin && <link rel="alternate" type="text/markdown" href={page.twin} />}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      {page.feed && (
        <link rel="alternate" type="application/atom+xml" title={page.feed.title} href={page.feed.path} />
      )}
      <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={site.assets.manifest} />
      {fontPreload(site)}
      <link rel="stylesheet" href={site.assets.style} />
      {scripted && <script {...site.assets.script} defer />}
    </head>
  );
}

export function fontPreload({ assets }: PageSite): JSX.Element | null {
  if (assets.font === undefined) return null;
  return <link rel="preload" as="font" type="font/ttf" href={assets.font} crossorigin="anonymous" />;
}

function socialCardTags(site: PageSite, page: PageSpec, title: string, address: string) {
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
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={card.alt} />
        </>
      )}
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
    </>
  );
}

export function Top({
  home = false,
  children,
}: Readonly<{ home?: boolean; children: ComponentChildren }>): JSX.Element {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class="top">
        <div class="shingles" aria-hidden="true" />
        <div class="top-row">
          <a class="sign" href="/" aria-current={home ? 'page' : undefined}>
            {picture('ark')}
            <span>{SITE.name}</span>
          </a>
          {children}
        </div>
      </header>
    </>
  );
}

function footer(columns: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  return (
    <footer class="bottom">
      <div class="waves" aria-hidden="true" />
      <div class="water">
        <div class="water-row">
          <p class="water-words">{SITE.closing}</p>
          {Object.entries(columns).map(([heading, links]) => (
            <nav aria-label={heading}>
              <h2>{heading}</h2>
              {linkList(links)}
            </nav>
          ))}
        </div>
      </div>
    </footer>
  );
}

export function Masthead({
  title,
  children,
}: Readonly<{ title: string; children: ComponentChildren }>): JSX.Element {
  return (
    <div class="masthead">
      <h1>{title}</h1>
      <div class="lead">
        <p>{children}</p>
      </div>
    </div>
  );
}

/** `meant`: the API operation that was probably meant, `GET /path`. */
export function problemPage(status: number, requestId: string, meant?: string): PageSpec {
  const { title, lines, ours } = errorPageWords(status);
  return {
    title,
    description: lines.join(' '),
    path: '',
    unlisted: true,
    content: (
      <div class="alone">
        {picture('empty-window')}
        <p class="status">{status}</p>
        <h1>{title}</h1>
        {paragraphs(lines)}
        {meant !== undefined && (
          <p>
            {FOR_PROGRAMS} <code>{meant}</code>
          </p>
        )}
        <p class="ways">
          <a class="button" href="/">
            Back to the house
          </a>
          <a href="/creatures">{ROOMS['/creatures']}</a>
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

export interface PageSpec extends DescribedPage {
  /** `og:title`, if it differs from the title. */
  readonly shareTitle?: string;
  /** The page's own feed, in addition to the site's. */
  readonly feed?: { readonly path: string; readonly title: string };
  /** The address of the same content as Markdown. */
  readonly twin?: string;
  readonly live?: boolean;
  /** After so long the page is loaded again where no script keeps it current. */
  readonly refreshSeconds?: number;
  /** True for pages with a single task, which have no navigation. */
  readonly quiet?: boolean;
  /** True for pages in an iframe: the content alone. */
  readonly framed?: boolean;
  /** The moment up to which the page is complete; set while due creatures are not settled yet. */
  readonly asOf?: Instant | undefined;
  /** True for error pages and filtered lists, which are `noindex`. */
  readonly unlisted?: boolean;
  readonly content: ComponentChildren;
}

export type PageScript = Readonly<{ src: string; integrity: string }>;

export interface PageSite {
  readonly origin: string;
  /** URLs of assets, with a content hash; the heading font is preloaded. */
  readonly assets: Readonly<
    Record<'style' | 'icon' | 'manifest', string> & { script: PageScript; font: string | undefined }
  >;
  /** The time and the speed of a house whose clock can be turned. */
  readonly sandbox: Readonly<{ now: Instant; scale: number }> | undefined;
}
