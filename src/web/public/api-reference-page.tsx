import { BEFORE_CALLING, REFERENCE_PAGE, TRY_IT } from '../../text/pages/api-reference-page.ts';
import { Masthead } from '../layout.tsx';
import type { PageScript, PageSpec } from '../page-spec.ts';
import { DataBlock, InlineMarkdown, Section } from '../parts.tsx';
import { HOUSE_CARDS } from '../paths.ts';
import {
  Code,
  Endpoint,
  type FieldFacts,
  Fields,
  KeyBox,
  Operation,
  type OperationFacts,
  type RefusalEntry,
  RefusalList,
} from './api-operation.tsx';

/** What stands under a name of its own in several answers. */
export interface ShapeFacts {
  readonly name: string;
  /** What it is, where it is no object. */
  readonly type: string;
  readonly about: string;
  readonly fields: readonly FieldFacts[];
}

/** The way to a page of the reference. */
export interface SectionLink {
  readonly path: string;
  /** In one word, where there is little room. */
  readonly label: string;
}

/** The operations about one subject, which share a page. */
export interface ReferenceSection {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly operations: readonly OperationFacts[];
  readonly shapes: readonly ShapeFacts[];
}

/** What holds for every operation, told once. */
export interface ReferenceBasics {
  /** The origin people reach the house by. */
  readonly origin: string;
  /** How a key is sent. */
  readonly keyHeaders: readonly string[];
  /** The call that brings one. */
  readonly firstCall: string;
  /** What the variables in examples stand for. */
  readonly aboutExamples: string;
  readonly aboutRefusals: readonly string[];
  readonly refusalExample: string;
  readonly refusals: readonly RefusalEntry[];
  readonly refusalShapes: readonly ShapeFacts[];
  readonly headers: readonly (readonly [name: string, about: string])[];
}

interface ReferenceFacts {
  readonly links: readonly SectionLink[];
  readonly sections: readonly ReferenceSection[];
  readonly basics: ReferenceBasics;
}

/** The first page of the API reference: what holds for every call, and all of them in a list. */
export function apiReferencePage({ links, sections, basics }: ReferenceFacts, script: PageScript): PageSpec {
  return {
    title: REFERENCE_PAGE.title,
    description: REFERENCE_PAGE.description,
    path: '/docs',
    room: 'guides',
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <div class="reference">
        <Ways links={links} />
        <div class="reference-text">
          <Masthead title={REFERENCE_PAGE.title}>
            {REFERENCE_PAGE.lead} <a href="/guides">{REFERENCE_PAGE.guides}</a>
          </Masthead>
          <BeforeCalling basics={basics} />
          <Section id="operations" heading={REFERENCE_PAGE.sections}>
            <Finder />
            {sections.map((section) => (
              <OperationList key={section.path} section={section} />
            ))}
          </Section>
          <Refused basics={basics} />
          <Headers basics={basics} />
        </div>
        <script {...script} defer />
      </div>
    ),
  };
}

/** The page of one subject: its operations with all there is to say about each. */
export function apiSectionPage(
  { path, title, about, operations, shapes }: ReferenceSection,
  links: readonly SectionLink[],
  script: PageScript,
): PageSpec {
  return {
    title: `${title}, ${REFERENCE_PAGE.title}`,
    description: `${about} ${REFERENCE_PAGE.description}`,
    path,
    room: 'guides',
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <div class="reference">
        <Ways links={links} here={{ path, operations }} />
        <div class="reference-text">
          <Masthead title={title}>{about}</Masthead>
          <KeyBox />
          {operations.map((operation) => (
            <Operation key={operation.name} operation={operation} />
          ))}
          {shapes.length > 0 && (
            <Section id="shapes" heading={REFERENCE_PAGE.shapes} lead={REFERENCE_PAGE.shapesLead}>
              <Shapes shapes={shapes} />
            </Section>
          )}
        </div>
        <TryItWords />
        <script {...script} defer />
      </div>
    ),
  };
}

interface WaysProps {
  readonly links: readonly SectionLink[];
  /** The section that this page is. */
  readonly here?: Pick<ReferenceSection, 'path' | 'operations'>;
}

/** The way to every other page of the reference, and around this one. */
function Ways({ links, here }: WaysProps) {
  return (
    <nav class="reference-ways" aria-label={REFERENCE_PAGE.title}>
      <ul>
        <li>
          <a href="/docs" aria-current={here === undefined ? 'page' : undefined}>
            {REFERENCE_PAGE.title}
          </a>
        </li>
        {links.map(({ path, label }) => (
          <li key={path}>
            <a href={path} aria-current={path === here?.path ? 'page' : undefined}>
              {label}
            </a>
            {path === here?.path && (
              <ul>
                {here.operations.map(({ name }) => (
                  <li key={name}>
                    <a href={`#${name}`}>{name.replaceAll('_', ' ')}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <h2>{REFERENCE_PAGE.programs}</h2>
      <ul>
        {['/openapi.json', '/llms-full.txt', '/mcp/server-card'].map((path) => (
          <li key={path}>
            <a href={path}>{path.slice(1)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface BasicsProps {
  readonly basics: ReferenceBasics;
}

function BeforeCalling({ basics: { origin, keyHeaders, firstCall, aboutExamples } }: BasicsProps) {
  return (
    <section class="basics" aria-labelledby="basics-heading">
      <h2 id="basics-heading">{BEFORE_CALLING.heading}</h2>
      <div>
        <p>{BEFORE_CALLING.address}</p>
        <Code text={origin} />
      </div>
      <div>
        <p>{BEFORE_CALLING.key}</p>
        <Code text={keyHeaders.join('\n')} />
      </div>
      <div class="basics-whole">
        <p>{BEFORE_CALLING.noKey}</p>
        <Code text={firstCall} />
      </div>
      <p class="basics-whole">
        <InlineMarkdown text={aboutExamples} />
      </p>
    </section>
  );
}

/** The page's script hides what does not fit; the browser's own search finds things as well. */
function Finder() {
  return (
    <div class="finder needs-script">
      <label for="find">{REFERENCE_PAGE.find}</label>
      <input id="find" type="search" autocomplete="off" spellcheck={false} />
      <p data-none-found="" hidden>
        {REFERENCE_PAGE.noneFound}
      </p>
    </div>
  );
}

function OperationList({
  section: { path, title, about, operations },
}: {
  readonly section: ReferenceSection;
}) {
  return (
    <section class="operations" data-findable-group="">
      <h3>
        <a href={path}>{title}</a>
      </h3>
      <p>{about}</p>
      <ul>
        {operations.map((operation) => (
          <li key={operation.name} id={operation.name} data-findable={wordsOf(operation)}>
            <a href={`${path}#${operation.name}`}>{operation.summary}</a>
            <Endpoint operation={operation} />
            <p class="fine">{operation.who}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** By what one may look for it, besides what stands there. */
function wordsOf({ name, takes, answers }: OperationFacts): string {
  return [...new Set([name, ...namesOf(takes), ...namesOf(answers)])].join(' ');
}

function namesOf(fields: readonly FieldFacts[]): readonly string[] {
  return fields.flatMap((field) => [field.name, ...namesOf(field.fields)]);
}

function Refused({ basics }: BasicsProps) {
  return (
    <Section id="refusals" heading={BEFORE_CALLING.refusals}>
      <ul class="points">
        {basics.aboutRefusals.map((line) => (
          <li key={line}>
            <InlineMarkdown text={line} />
          </li>
        ))}
      </ul>
      <p>{BEFORE_CALLING.refusalLooks}</p>
      <Code text={basics.refusalExample} />
      <h3>{BEFORE_CALLING.anyRefuses}</h3>
      <RefusalList refusals={basics.refusals} />
      <h3>{BEFORE_CALLING.refusalShape}</h3>
      <Shapes shapes={basics.refusalShapes} />
    </Section>
  );
}

function Headers({ basics: { headers } }: BasicsProps) {
  return (
    <Section id="headers" heading={BEFORE_CALLING.headers}>
      <ul class="fields">
        {headers.map(([name, about]) => (
          <li key={name}>
            <code>{name}</code>
            <p>
              <InlineMarkdown text={about} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Shapes({ shapes }: { readonly shapes: readonly ShapeFacts[] }) {
  return (
    <div class="shapes">
      {shapes.map(({ name, type, about, fields }) => (
        <details key={name}>
          <summary>
            <code>{name}</code>
          </summary>
          {/* A link to what is inside opens it. */}
          <div id={`shape-${name}`}>
            {fields.length === 0 && (
              <p>
                <small>{type}</small>
              </p>
            )}
            {about !== '' && <p>{about}</p>}
            <Fields fields={fields} />
          </div>
        </details>
      ))}
    </div>
  );
}

/** What the page's script says, so that it knows no sentence of its own. */
function TryItWords() {
  const { sending, unreachable, unreadable, headers } = TRY_IT;
  return <DataBlock id="try-it-words" data={{ sending, unreachable, unreadable, headers }} />;
}
