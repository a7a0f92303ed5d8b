import { CATALOG } from '../../rules/species/catalog.ts';
import { STAGES } from '../../rules/vocabulary.ts';
import { GUIDES, GUIDES_PAGE, type Guide, type GuideBlock } from '../../text/pages/guides.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Drawing, InlineMarkdown, Points } from '../parts.tsx';
import { HOUSE_CARDS, speciesPicturePath } from '../paths.ts';
import { Code } from './api-operation.tsx';
import { Figure } from './guide-figures.tsx';

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
          {GUIDES.map((guide) => (
            <li>
              <GuidePicture guide={guide} size={96} />
              <h2>
                <a href={`/guides/${guide.name}`}>{guide.title}</a>
              </h2>
              <p>{guide.description}</p>
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
  const parts = guide.parts(origin);
  return {
    title: guide.title,
    description: guide.description,
    path: `/guides/${guide.name}`,
    room: 'guides',
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <div class="guide">
        <article class="guide-text">
          <div class="guide-head">
            <Masthead title={guide.title}>{guide.description}</Masthead>
            <GuidePicture guide={guide} size={160} />
          </div>
          {parts.map(({ heading, blocks }) => (
            <section id={heading.toLowerCase().replaceAll(/[^a-z]+/g, '-')}>
              <h2>{heading}</h2>
              {blocks.map((block) => (
                <Block block={block} about={heading} />
              ))}
            </section>
          ))}
        </article>
        <nav class="guide-ways" aria-label="Guides">
          <h2>{GUIDES_PAGE.title}</h2>
          <ul>
            {GUIDES.map(({ name, title }) => (
              <li>
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

function GuidePicture({ guide, size }: { readonly guide: Guide; readonly size: number }) {
  const at = GUIDES.indexOf(guide);
  const species = CATALOG[(at * STEP_THROUGH_CATALOG) % CATALOG.length];
  if (!species) return null;
  const src = speciesPicturePath(species.slug, STAGES[at % STAGES.length]);
  return <Drawing kind="portrait guide-picture" src={src} alt="" size={size} loading="eager" />;
}

/** Step between the species shown, large enough to reach every family. */
const STEP_THROUGH_CATALOG = 11;

function Block({ block, about }: { readonly block: GuideBlock; readonly about: string }) {
  if (typeof block === 'string') {
    return (
      <p>
        <InlineMarkdown text={block} />
      </p>
    );
  }
  if ('code' in block) return <Code text={block.code} />;
  if ('figure' in block) return <Figure figure={block} />;
  if ('list' in block) return <Points lines={block.list} />;
  const { head, rows } = block;
  // The tab stop makes a wide table scrollable by keyboard.
  return (
    <div class="guide-rows" role="region" aria-label={`${about}: ${head.join(', ')}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((word) => (
              <th scope="col">{word}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...others]) => (
            <tr>
              <th scope="row">
                <InlineMarkdown text={first} />
              </th>
              {others.map((word) => (
                <td>
                  <InlineMarkdown text={word} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
