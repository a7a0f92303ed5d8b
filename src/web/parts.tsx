import { readFileSync } from 'node:fs';
import type { ComponentChildren, JSX } from 'preact';

import { recordOf } from '../../packages/base/collections.ts';
import type { Attire } from '../rules/attire.ts';
import { type Instant, iso } from '../rules/base/clock.ts';
import { type Creature, isAlive } from '../rules/lives/creature.ts';
import { GROWN_UP_CONSISTENCY, HIGH_CARE_CONSISTENCY } from '../rules/lives/growth.ts';
import type { Observation } from '../rules/lives/observe.ts';
import { appearanceOf } from '../rules/situation.ts';
import type { Species } from '../rules/species/species.ts';
import { type Appearance, FAMILIES, type Family } from '../rules/vocabulary.ts';
import { WISH_WORDS } from '../text/heart/heart-pages.ts';
import { APPEARANCE_WORDS } from '../text/pages/appearance-words.ts';
import {
  CONTENTS,
  FAMILY_NAME,
  FAMILY_NAMES,
  MOTION,
  type UnknownWord,
  unknownWords,
} from '../text/pages/page-words.ts';
import { portraitAlt } from '../text/pages/picture-prompts.ts';
import { formatBrieflyAgo, formatMoment } from '../text/times.ts';
import { INLINE_PICTURES } from './assets.ts';
import { agentPath, creaturePath, picturePath, speciesPath } from './paths.ts';

type BarProps = Readonly<{ percent: number; tone?: string; live?: string; named?: string }>;

/** SVG, because the CSP forbids inline styles. The live script finds its width by `live`, its colour by `named`. */
export function Bar({ percent, tone = 'plain', live, named }: BarProps): JSX.Element {
  return (
    <svg
      class={`bar bar-${tone}`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-tone={named}
    >
      <rect class="bar-track" width="100" height="8" />
      <rect class="bar-fill" width={percent.toFixed(1)} height="8" data-bar={live} />
    </svg>
  );
}

/** JSON in a script element that browsers do not run, so it needs no CSP entry. Escaping keeps text from ending the element. */
export function dataBlock(
  data: unknown,
  { id, type = 'application/json' }: Readonly<{ id?: string; type?: string }>,
): JSX.Element {
  const json = JSON.stringify(data).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="empty">
      {picture('egg', { width: 54, height: 66 })}
      <div>{children}</div>
    </div>
  );
}

/** An inline SVG from a file beside the pages, so that style sheets apply to it. */
export function picture(
  name: InlinePicture,
  more?: Readonly<{ width?: number; height?: number; 'aria-label'?: string }>,
): JSX.Element {
  return <svg {...PICTURES[name]} {...more} />;
}

interface InlineContent {
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

/** The content of such a file, for a group in another drawing. */
export function contentOf(name: InlinePicture): InlineContent {
  const { dangerouslySetInnerHTML } = PICTURES[name];
  return { dangerouslySetInnerHTML };
}

type InlinePicture = (typeof INLINE_PICTURES)[number];

const PICTURES = recordOf(INLINE_PICTURES, readSvg);

function readSvg(name: string) {
  const text = readFileSync(new URL(`../web/${name}.svg`, import.meta.url), 'utf8');
  const [, attributes = '', content = ''] = /^<svg([^>]*)>(.*)<\/svg>/s.exec(text) ?? [];
  const own = attributes.matchAll(/ ([\w-]+)="([^"]*)"/g).map(([, key, value]) => [key, value] as const);
  return { ...Object.fromEntries(own), dangerouslySetInnerHTML: { __html: content.replaceAll(/\n */g, '') } };
}

type KeeperLabel = Readonly<Record<'username' | 'displayName', string>>;

export function keeperLink({ username, displayName }: KeeperLabel): JSX.Element {
  return nameLink(agentPath(username), displayName);
}

export function creatureLink({ id, name }: Readonly<Record<'id' | 'name', string>>): JSX.Element {
  return nameLink(creaturePath(id), name);
}

export function speciesLink({ slug, name }: Readonly<Record<'slug' | 'name', string>>): JSX.Element {
  return nameLink(speciesPath(slug), name);
}

export function nameLink(href: string, name: string): JSX.Element {
  return <a href={href}>{bdi(name)}</a>;
}

/** A user-chosen name; `bdi` keeps right-to-left text from reordering its surroundings. */
export function bdi(name: string): JSX.Element {
  return <bdi>{name}</bdi>;
}

export function ago(at: Instant, now: Instant): JSX.Element {
  return (
    <time dateTime={iso(at)} title={formatMoment(at)}>
      {formatBrieflyAgo(Math.max(0, now - at))}
    </time>
  );
}

export function moment(at: Instant): JSX.Element {
  return <time dateTime={iso(at)}>{formatMoment(at)}</time>;
}

/** The button that pauses the animation; the live script removes `hidden`. */
export function motionControl(): JSX.Element {
  const { stop, go } = MOTION;
  return (
    <button id="motion" class="motion-control" type="button" hidden data-stop={stop} data-go={go}>
      {stop}
    </button>
  );
}

export function numberList(numbers: Readonly<Record<string, number | string>>): JSX.Element {
  const rows = Object.entries(numbers).map(([label, value]) => (
    <Term label={label} tone="number">
      {value}
    </Term>
  ));
  return <dl>{rows}</dl>;
}

type TermProps = Readonly<{
  label: string;
  tone?: 'number' | 'kept';
  live?: string;
  children: ComponentChildren;
}>;

/** One row of a `dl`. `live`: the name by which the live script finds the value. */
export function Term({ label, tone, live, children }: TermProps): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd class={tone} data-live={live}>
        {children}
      </dd>
    </div>
  );
}

/** A percentage bar, coloured by the thresholds that decide the adult form. */
export function percentBar(percent: number): JSX.Element {
  if (percent >= HIGH_CARE_CONSISTENCY) return <Bar percent={percent} tone="good" />;
  return <Bar percent={percent} tone={percent >= GROWN_UP_CONSISTENCY ? 'wait' : 'bad'} />;
}

export function quote(words: string, by: ComponentChildren): JSX.Element {
  return (
    <figure class="said">
      <blockquote>
        <p dir="auto">{words}</p>
      </blockquote>
      <figcaption>{by}</figcaption>
    </figure>
  );
}

interface SectionProps extends Readonly<{ id?: string; heading: string; lead?: string | undefined }> {
  readonly children: ComponentChildren;
}

export function Section({ id, heading, lead, children }: SectionProps): JSX.Element {
  const headingId = id === undefined ? undefined : `${id}-heading`;
  return (
    <section class="floor" id={id} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

export function paragraphs(lines: readonly string[]): JSX.Element[] {
  return lines.map((line) => <p>{line}</p>);
}

/** A list of links; `links` has labels by path. */
export function linkList(links: Readonly<Record<string, string>>, current?: string): JSX.Element {
  return (
    <ul>
      {Object.entries(links).map(([path, label]) => (
        <li>
          <a href={path} aria-current={path === current ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links to the sections of a long page; `sections` has headings by id. */
export function contents(sections: Readonly<Record<string, string>>): JSX.Element {
  const links = Object.entries(sections).map(([id, heading]) => [`#${id}`, heading]);
  return (
    <nav class="contents" aria-label={CONTENTS}>
      <p>{CONTENTS}</p>
      {linkList(Object.fromEntries(links))}
    </nav>
  );
}

export function familyTag(family: Family): JSX.Element {
  return <span class={`tag family family-${family}`}>{FAMILY_NAME[family]}</span>;
}

/** A tag with the appearance; `live`: the live script finds it by this name. */
export function appearanceTag(appearance: Appearance, live?: 'appearance'): JSX.Element {
  return (
    <span class={`tag appearance appearance-${appearance}`} data-tone={live}>
      <span data-live={live}>{APPEARANCE_WORDS[appearance]}</span>
    </span>
  );
}

/** Reports query parameters that the page could not interpret. */
export function unknownNotice(words: readonly UnknownWord[]): JSX.Element | null {
  if (words.length === 0) return null;
  const lines = words.map((word) => <p dir="auto">{unknownWords(word)}</p>);
  return (
    <div class="unknown" role="status">
      {lines}
    </div>
  );
}

interface DrawingProps extends Readonly<{ src: string; alt?: string; kind?: string }> {
  readonly size: number;
  readonly loading?: 'lazy' | 'eager' | undefined;
}

/** A picture; without `alt` its name is beside it. */
export function Drawing({
  src,
  alt = '',
  size,
  kind = 'portrait',
  loading = 'lazy',
}: DrawingProps): JSX.Element {
  return (
    <img class={kind} src={src} alt={alt} width={size} height={size} loading={loading} decoding="async" />
  );
}

export function smallPortrait(src: string): JSX.Element {
  return <Drawing kind="portrait small" src={src} size={56} />;
}

interface PageWhere extends Readonly<{ page: number; pages?: number | undefined; more?: boolean }> {
  /** A cursor link to the next page, which costs the database less than a page number. */
  readonly next?: string | undefined;
  /** True for lists that are the newest first, whose links say so. */
  readonly isByTime?: boolean;
}

export function pagination(
  label: string,
  at: (page: number) => string,
  where: PageWhere,
): JSX.Element | null {
  const {
    page,
    pages,
    next = at(page + 1),
    isByTime = false,
    more = pages !== undefined && page < pages,
  } = where;
  if (pages === undefined ? page === 1 && !more : pages <= 1) return null;
  return (
    <nav class="pagination" aria-label={label}>
      {turn('prev', page > 1 ? at(page - 1) : undefined, isByTime ? '← Newer' : '← Previous')}
      <span>
        Page {page}
        {pages !== undefined && ` of ${pages}`}
      </span>
      {turn('next', more ? next : undefined, isByTime ? 'Older →' : 'Next →')}
    </nav>
  );
}

function turn(rel: 'prev' | 'next', href: string | undefined, words: string) {
  if (href === undefined) return <span class="turn" />;
  return (
    <a class="turn" rel={rel} href={href}>
      {words}
    </a>
  );
}

// Inline Markdown is parsed in our own texts only, never in user-generated text.
const INLINE_MARKS = /`([^`]+)`|\[([^[\]]+)\]\((\/[^()[\s]*)\)/g;

/** Renders inline Markdown: `code` and [links](/path). */
export function inlineMarkdown(text: string): (string | JSX.Element)[] {
  const parts = [];
  let from = 0;
  for (const { 0: mark, 1: code, 2: label = '', 3: path = '', index } of text.matchAll(INLINE_MARKS)) {
    parts.push(text.slice(from, index));
    parts.push(code === undefined ? <a href={path}>{label}</a> : <code>{code}</code>);
    from = index + mark.length;
  }
  return [...parts, text.slice(from)];
}

export function points(lines: readonly string[]): JSX.Element {
  const items = lines.map((line) => <li>{inlineMarkdown(line)}</li>);
  return <ul class="points">{items}</ul>;
}

export function tags(words: readonly string[]): JSX.Element[] {
  return words.map((word) => <span class="tag">{word}</span>);
}

export function tableHead(columns: readonly string[]): JSX.Element {
  const cells = columns.map((column) => <th scope="col">{column}</th>);
  return (
    <thead>
      <tr>{cells}</tr>
    </thead>
  );
}

/** A creature as every visitor may see it. */
export interface PortrayedCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly observed: Observation | undefined;
  readonly attire: Attire;
}

export interface PortraitImage {
  readonly src: string;
  readonly alt: string;
}

export function portraitOf(one: PortrayedCreature): PortraitImage {
  const { creature, species, observed, attire } = one;
  const appearance = observed && appearanceOf(observed);
  return { src: picturePath(creature, appearance, attire), alt: portraitAlt(creature, species, appearance) };
}

type WindowOptions = Readonly<{ loading?: 'lazy' | 'eager'; tagged?: boolean }>;

export function creatureWindow(
  resident: PortrayedCreature,
  Heading: 'h2' | 'h3',
  { loading, tagged = false }: WindowOptions = {},
): JSX.Element {
  const { creature, species, observed, attire } = resident;
  return (
    <article class={`window family-${species.family} ${lightOf(resident)}`}>
      <a class="window-link" href={creaturePath(creature.id)}>
        {pane(<Drawing {...portraitOf(resident)} size={192} loading={loading} />)}
        <Heading class="window-name">{bdi(creature.name)}</Heading>
      </a>
      <p class="window-about">
        {bdi(species.name)}
        {creature.stage === 'adult' ? '' : `, ${creature.stage}`}
        {attire.joy && `, ${WISH_WORDS.glad}`}
      </p>
      {tagged && observed && <p>{appearanceTag(appearanceOf(observed))}</p>}
    </article>
  );
}

export function pane(portrait: ComponentChildren): JSX.Element {
  return (
    <>
      <span class="pane">{portrait}</span>
      <span class="sill" aria-hidden="true" />
    </>
  );
}

function lightOf({ creature, observed }: PortrayedCreature): string {
  if (!isAlive(creature)) return 'gone';
  if (!observed) return 'egg';
  return observed.mood === 'sleeping' ? 'asleep' : 'awake';
}

/** Links to other views of the same list; the current one is marked. */
export function choice(label: string, items: ComponentChildren): JSX.Element {
  return (
    <nav class="choice" aria-label={label}>
      <ul>{items}</ul>
    </nav>
  );
}

export function choiceItem(
  label: string,
  href: string,
  chosen: boolean,
  { tone }: { tone?: string | undefined } = {},
): JSX.Element {
  return (
    <li>
      <a class={tone} href={href} aria-current={chosen ? 'true' : undefined}>
        {label}
      </a>
    </li>
  );
}

export function familyChoice(
  chosen: Family | undefined,
  hrefOf: (family: Family | undefined) => string,
): JSX.Element {
  const items = [undefined, ...FAMILIES].map((family) => {
    const label = family ? FAMILY_NAMES[family] : 'Every family';
    return choiceItem(label, hrefOf(family), family === chosen, { tone: family && `family-${family}` });
  });
  return choice('Families', items);
}

interface SearchFormProps {
  readonly action: string;
  readonly texts: Readonly<Record<'seek' | 'seekHint' | 'find', string>>;
  readonly field?: Readonly<{ id: string; name: string } | typeof SEARCH_FIELD>;
  readonly words: string | undefined;
  /** Other query parameters to keep in the links. */
  readonly keep?: Readonly<Record<string, string | undefined>>;
  readonly children: ComponentChildren;
}

export function SearchForm(props: SearchFormProps): JSX.Element {
  const { action, texts, field = SEARCH_FIELD, words, keep = {}, children } = props;
  return (
    <form class="seek" action={action} method="get" role="search">
      <label for={field.id}>{texts.seek}</label>
      <input
        {...field}
        value={words}
        maxLength={50}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder={texts.seekHint}
      />
      {hiddenFields(keep)}
      <Submit>{texts.find}</Submit>
      {children}
    </form>
  );
}

export function hiddenFields(fields: Readonly<Record<string, string | undefined>>): (false | JSX.Element)[] {
  return Object.entries(fields).map(
    ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
  );
}

export function Submit({ children }: { readonly children: string }): JSX.Element {
  return (
    <button class="button" type="submit">
      {children}
    </button>
  );
}

const SEARCH_FIELD = { id: 'seek-words', type: 'search', name: 'q' } as const;
