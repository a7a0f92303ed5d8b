import type { Guide, GuideBlock } from '../voice/public/guides/guide.ts';
import { GUIDES } from '../voice/public/guides/guides.ts';
import { bullets, joinSections, linkTo, table } from './markdown.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

/** Where a guide can be read as Markdown. */
export function guidePath({ name }: Guide): `/${string}` {
  return `/guides/${name}.md`;
}

/** A guide as people read it, without the page around it. */
export function guideText(guide: Guide, site: DocsSite): string {
  const text = joinSections(
    `# ${guide.title}`,
    guide.description,
    ...guide
      .parts(site)
      .flatMap(({ heading, blocks }) => [`## ${heading}`, ...blocks.map((block) => blockText(block))]),
  );
  return text.replaceAll(
    /\]\((\/[^()\s]*)\)/g,
    (_, path: string) => `](${absoluteUrl(site, asMarkdown(path))})`,
  );
}

/** A link to each of them, as lists of documents have them. */
export function guideLinks(site: DocsSite): string[] {
  return GUIDES.map((guide) => linkTo(guide.title, absoluteUrl(site, guidePath(guide)), guide.description));
}

function blockText(block: GuideBlock): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return ['```sh', block.code, '```'].join('\n');
  if ('list' in block) return bullets(block.list);
  if ('figure' in block) return block.says;
  return table(block.head, block.rows);
}

/** The same guide in the form its reader has chosen. */
function asMarkdown(path: string): string {
  const guide = GUIDES.find(({ name }) => path === `/guides/${name}`);
  return guide ? guidePath(guide) : path;
}
