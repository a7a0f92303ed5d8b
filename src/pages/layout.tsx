import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { SITE } from '../voice/public/page-words.ts';
import { ROOMS, type PageSpec, type Room, type PageSite } from './page-spec.ts';
import { Ark } from './parts/ark.tsx';

/** The whole document around a page. */
export function renderPage(site: PageSite, leaf: PageSpec): string {
  return `<!doctype html>${render(<Document site={site} leaf={leaf} />)}`;
}

interface LayoutProps {
  readonly site: PageSite;
  readonly leaf: PageSpec;
}

function Document({ site, leaf }: LayoutProps) {
  return (
    <html lang="en">
      <Head site={site} leaf={leaf} />
      <body class={leaf.quiet ? 'quiet' : undefined}>
        <a class="skip" href="#main">
          Skip to the page
        </a>
        <Header room={leaf.room} home={leaf.path === '/'} doors={leaf.quiet ? [] : ROOMS} />
        {site.sandbox && <p class="sandbox">{SITE.sandbox}</p>}
        <main id="main">{leaf.content}</main>
        <Footer below={leaf.quiet ? [] : FOOTER_LINKS} />
      </body>
    </html>
  );
}

function Head({ site, leaf }: LayoutProps) {
  const title = leaf.path === '/' ? leaf.title : `${leaf.title} · ${SITE.name}`;
  const address = site.origin + leaf.path;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <meta name="description" content={leaf.description} />
      {leaf.unlisted ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address} />
          <SocialCardTags site={site} leaf={leaf} title={title} address={address} />
        </>
      )}
      <link rel="alternate" type="application/atom+xml" title={SITE.feed} href="/feed.atom" />
      <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
      <link rel="stylesheet" href={site.assets.style} />
      {leaf.live && <script src={site.assets.script} defer />}
    </head>
  );
}

function SocialCardTags({
  site,
  leaf,
  title,
  address,
}: LayoutProps & { readonly title: string; readonly address: string }) {
  const { card } = leaf;
  return (
    <>
      <meta property="og:site_name" content={SITE.name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={leaf.description} />
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

interface HeaderProps {
  readonly room: Room | undefined;
  readonly home: boolean;
  readonly doors: readonly (typeof ROOMS)[number][];
}

function Header({ room, home, doors }: HeaderProps) {
  return (
    <header class="top">
      <div class="shingles" aria-hidden="true" />
      <div class="top-row">
        <a class="sign" href="/" aria-current={home ? 'page' : undefined}>
          <Ark />
          <span>{SITE.name}</span>
        </a>
        {doors.length > 0 && (
          <nav aria-label="Rooms">
            <ul>
              {doors.map(({ name, path, label }) => (
                <li key={name}>
                  <a href={path} aria-current={name === room ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </header>
  );
}

interface FooterLinks {
  readonly heading: string;
  readonly links: readonly (readonly [string, string])[];
}

const FOOTER_LINKS: readonly FooterLinks[] = [
  {
    heading: 'For people',
    links: [
      ['/creatures', 'Who lives here'],
      ['/graveyard', 'Who is gone'],
      ['/guides', 'Guides'],
      ['/feed.atom', 'Births and deaths as a feed'],
    ],
  },
  {
    heading: 'For agents',
    links: [
      ['/skill.md', 'skill.md'],
      ['/llms.txt', 'llms.txt'],
      ['/docs', 'API reference'],
      ['/openapi.json', 'openapi.json'],
    ],
  },
];

function Footer({ below }: { readonly below: readonly FooterLinks[] }) {
  return (
    <footer class="bottom">
      <div class="waves" aria-hidden="true" />
      <div class="water">
        <div class="water-row">
          <p class="water-words">{SITE.closing}</p>
          {below.map(({ heading, links }) => (
            <nav key={heading} aria-label={heading}>
              <h2>{heading}</h2>
              <ul>
                {links.map(([path, label]) => (
                  <li key={path}>
                    <a href={path}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
    </footer>
  );
}

/** The heading every page begins with. */
export function Masthead({
  title,
  children,
}: {
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="masthead">
      <h1>{title}</h1>
      {children !== undefined && <div class="lead">{children}</div>}
    </div>
  );
}
