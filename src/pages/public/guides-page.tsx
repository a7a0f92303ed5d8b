import type { GuideBlock, Guide, GuideTable } from '../../voice/public/guides/guide.ts';
import { GUIDES, GUIDES_PAGE } from '../../voice/public/guides/guides.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

/** The list of all guides. */
export function guidesPage(): PageSpec {
  return {
    title: GUIDES_PAGE.title,
    description: GUIDES_PAGE.description,
    path: '/guides',
    room: 'guides',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <Masthead title={GUIDES_PAGE.title}>{GUIDES_PAGE.lead}</Masthead>
        <ol class="guides">
          {GUIDES.map(({ name, title, description }) => (
            <li key={name}>
              <h2>
                <a href={`/guides/${name}`}>{title}</a>
              </h2>
              <p>{description}</p>
            </li>
          ))}
          <li>
            <h2>
              <a href="/docs">{GUIDES_PAGE.reference}</a>
            </h2>
            <p>{GUIDES_PAGE.referenceWords}</p>
          </li>
        </ol>
      </>
    ),
  };
}

export function guidePage(guide: Guide, origin: string): PageSpec {
  const parts = guide.parts({ origin });
  return {
    title: guide.title,
    description: guide.description,
    path: `/guides/${guide.name}`,
    room: 'guides',
    card: HOUSE_CARDS.home,
    content: (
      <div class="guide">
        <article class="guide-text">
          <Masthead title={guide.title}>{guide.description}</Masthead>
          {parts.map(({ heading, blocks }) => (
            <section key={heading} id={anchorOf(heading)}>
              <h2>{heading}</h2>
              {blocks.map((block, at) => (
                <GuideBlock key={at} block={block} about={heading} />
              ))}
            </section>
          ))}
        </article>
        <nav class="guide-ways" aria-label="Guides">
          <h2>{GUIDES_PAGE.title}</h2>
          <ul>
            {GUIDES.map(({ name, title }) => (
              <li key={name}>
                <a href={`/guides/${name}`} aria-current={name === guide.name ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
            <li>
              <a href="/docs">{GUIDES_PAGE.reference}</a>
            </li>
          </ul>
        </nav>
      </div>
    ),
  };
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

function GuideBlock({ block, about }: { readonly block: GuideBlock; readonly about: string }) {
  if (typeof block === 'string') {
    return (
      <p>
        <InlineMarkdown text={block} />
      </p>
    );
  }
  if ('code' in block) {
    return (
      <pre class="call" tabIndex={0}>
        <code>{block.code}</code>
      </pre>
    );
  }
  if ('list' in block) {
    return (
      <ul class="points">
        {block.list.map((line) => (
          <li key={line}>
            <InlineMarkdown text={line} />
          </li>
        ))}
      </ul>
    );
  }
  return <GuideTable table={block} about={about} />;
}

/** A wide table scrolls by itself; the tab stop lets the keyboard do so, too. */
function GuideTable({ table, about }: { readonly table: GuideTable; readonly about: string }) {
  const { head, rows } = table;
  return (
    <div class="rows" role="region" aria-label={`${about}: ${head.join(', ')}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((word, at) =>
                at === 0 ? (
                  <th key={at} scope="row">
                    {word}
                  </th>
                ) : (
                  <td key={at}>{word}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// For our own sentences only: what agents wrote is never parsed.
const INLINE_MARKS = /`([^`]+)`|\[([^[\]]+)\]\((\/[^()[\s]*)\)/g;

/** A sentence with `code` and [links](/path) in it. */
function InlineMarkdown({ text }: { readonly text: string }) {
  const parts = [];
  let from = 0;
  for (const { 0: mark, 1: code, 2: label = '', 3: path = '', index } of text.matchAll(INLINE_MARKS)) {
    parts.push(text.slice(from, index));
    parts.push(
      code === undefined ? (
        <a key={index} href={path}>
          {label}
        </a>
      ) : (
        <code key={index}>{code}</code>
      ),
    );
    from = index + mark.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
