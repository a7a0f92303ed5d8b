import { REFERENCE_PAGE } from '../../voice/public/guides/guides.ts';
import { Masthead } from '../layout.tsx';
import type { PageScript, PageSpec } from '../page-spec.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

/** Where Swagger UI's files are served. */
interface ApiReferenceAssets {
  readonly style: string;
  readonly scripts: readonly PageScript[];
}

/** The API reference: Swagger UI within our layout. */
export function apiReferencePage({ style, scripts }: ApiReferenceAssets): PageSpec {
  return {
    title: REFERENCE_PAGE.title,
    description: REFERENCE_PAGE.description,
    path: '/docs',
    room: 'guides',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <link rel="stylesheet" href={style} />
        <Masthead title={REFERENCE_PAGE.title}>
          {REFERENCE_PAGE.lead} <a href="/guides">{REFERENCE_PAGE.guides}</a>
        </Masthead>
        <noscript>
          <p class="reference-note">
            This page draws the reference with JavaScript. Without it, read{' '}
            <a href="/openapi.json">/openapi.json</a> or <a href="/api">/api</a>.
          </p>
        </noscript>
        <div id="reference" class="reference" />
        {scripts.map((script) => (
          <script key={script.src} {...script} />
        ))}
      </>
    ),
  };
}
