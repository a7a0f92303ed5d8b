import { REFERENCE } from '../voice/guides-page.ts';
import { HOUSE_CARDS } from './card-paths.ts';
import { Masthead } from './layout.tsx';
import type { Leaf } from './leaf.ts';

/** What draws the reference, by its own addresses. */
export interface Renderer {
  readonly style: string;
  readonly scripts: readonly string[];
}

/** The API reference: the renderer's own page within ours. */
export function docsPage({ style, scripts }: Renderer): Leaf {
  return {
    title: REFERENCE.title,
    description: REFERENCE.description,
    path: '/docs',
    room: 'guides',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <link rel="stylesheet" href={style} />
        <Masthead title={REFERENCE.title}>
          <p>
            {REFERENCE.lead} <a href="/guides">{REFERENCE.guides}</a>
          </p>
        </Masthead>
        <noscript>
          <p class="reference-note">
            This page draws the reference with JavaScript. Without it, read{' '}
            <a href="/openapi.json">/openapi.json</a> or <a href="/api">/api</a>.
          </p>
        </noscript>
        <div id="reference" class="reference" />
        {scripts.map((script) => (
          <script key={script} src={script} />
        ))}
      </>
    ),
  };
}
