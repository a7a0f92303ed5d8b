import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

import { SITE } from '../voice/pages.ts';
import { Ark } from './parts/ark.tsx';
import { ROOMS, type Leaf, type Room, type Site } from './leaf.ts';

/** The whole document around a page. */
export function renderPage(site: Site, leaf: Leaf): string {
  return `<!doctype html>${render(<Document site={site} leaf={leaf} />)}`;
}

interface Framed {
  readonly site: Site;
  readonly leaf: Leaf;
}

function Document({ site, leaf }: Framed) {
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
        <Footer below={leaf.quiet ? [] : BELOW} />
      </body>
    </html>
  );
}

function Head({ site, leaf }: Framed) {
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
          <Card site={site} leaf={leaf} title={title} address={address} />
        </>
      )}
      <link rel="alternate" type="application/atom+xml" title={SITE.feed} href="/feed.atom" />
      <link rel="icon" type="image/svg+xml" href={site.assets.icon} />
      <link rel="stylesheet" href={site.assets.style} />
      {leaf.live && <script src={site.assets.script} defer />}
    </head>
  );
}

function Card({ site, leaf, title, address }: Framed & { readonly title: string; readonly address: string }) {
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

interface HeaderOf {
  readonly room: Room | undefined;
  readonly home: boolean;
  readonly doors: readonly (typeof ROOMS)[number][];
}

function Header({ room, home, doors }: HeaderOf) {
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

interface LinksBelow {
  readonly heading: string;
  readonly links: readonly (readonly [string, string])[];
}

const BELOW: readonly LinksBelow[] = [
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

function Footer({ below }: { readonly below: readonly LinksBelow[] }) {
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
