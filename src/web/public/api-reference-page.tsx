import {
  BEFORE_CALLING,
  REFERENCE_PAGE,
  type Reference,
  type ReferenceSection,
  type NamedShape,
  TRY_IT,
} from '../../text/pages/api-reference.ts';
import { HOW_TO_AUTHENTICATE } from '../../text/server/next-steps.ts';
import { SHARED_TEXTS, sharedList } from '../../text/server/rule-words.ts';
import { Masthead } from '../layout.tsx';
import type { PageScript, PageSpec } from '../page-spec.ts';
import { DataBlock, InlineMarkdown, Points, Section } from '../parts.tsx';
import { HOUSE_CARDS } from '../paths.ts';
import { Code, Endpoint, fieldNames, Fields, OperationEntry, RefusalList } from './api-operation.tsx';

export function apiReferencePage(reference: Reference, path: string, script: PageScript): PageSpec {
  const { sections } = reference;
  const here = sections.find((section) => section.path === path);
  const { title, description } = REFERENCE_PAGE;
  const { sending, unreachable, unreadable, headers } = TRY_IT;
  return {
    title: here ? `${here.title}, ${title}` : title,
    description: here ? `${here.about} ${description}` : description,
    path,
    room: 'guides',
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <div class="reference">
        <Ways sections={sections} here={here} />
        <div class="reference-text">
          {here ? <SectionText section={here} /> : <FirstText reference={reference} />}
        </div>
        {here && <DataBlock id="try-it-words" data={{ sending, unreachable, unreadable, headers }} />}
        <script {...script} defer />
      </div>
    ),
  };
}

type WaysProps = Pick<Reference, 'sections'> & Readonly<{ here: ReferenceSection | undefined }>;

function Ways({ sections, here }: WaysProps) {
  return (
    <nav class="reference-ways" aria-label={REFERENCE_PAGE.title}>
      <ul>
        <li>
          <a href="/docs" aria-current={here === undefined ? 'page' : undefined}>
            {REFERENCE_PAGE.title}
          </a>
        </li>
        {sections.map((section) => (
          <li>
            <a href={section.path} aria-current={section === here ? 'page' : undefined}>
              {section.tag}
            </a>
            {section === here && (
              <ul>
                {here.operations.map(({ name }) => (
                  <li>
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
          <li>
            <a href={path}>{path.slice(1)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionText({ section }: { readonly section: ReferenceSection }) {
  const { title, about, operations, shapes } = section;
  return (
    <>
      <Masthead title={title}>{about}</Masthead>
      {/* The API key's field is outside of any form, so that browsers do not offer to save the key. */}
      <div class="key-box needs-script">
        <label for="key">{TRY_IT.key}</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          aria-describedby="key-hint"
        />
        <p class="fine" id="key-hint">
          {TRY_IT.keyHint}
        </p>
      </div>
      {operations.map((operation) => (
        <OperationEntry operation={operation} />
      ))}
      {shapes.length > 0 && (
        <Section id="shapes" heading={REFERENCE_PAGE.shapes} lead={REFERENCE_PAGE.shapesLead}>
          <Shapes shapes={shapes} />
        </Section>
      )}
    </>
  );
}

function FirstText({ reference }: { readonly reference: Reference }) {
  return (
    <>
      <Masthead title={REFERENCE_PAGE.title}>
        {REFERENCE_PAGE.lead} <a href="/guides">{REFERENCE_PAGE.guides}</a>
      </Masthead>
      <BeforeCalling reference={reference} />
      <Section id="operations" heading={REFERENCE_PAGE.sections}>
        {/* The list of operations, filtered by browser/try-it.ts. */}
        <div class="finder needs-script">
          <label for="find">{REFERENCE_PAGE.find}</label>
          <input id="find" type="search" autocomplete="off" spellcheck={false} />
          <p data-none-found="" hidden>
            {REFERENCE_PAGE.noneFound}
          </p>
        </div>
        {reference.sections.map((section) => (
          <OperationList section={section} />
        ))}
      </Section>
      <Section id="refusals" heading={BEFORE_CALLING.refusals}>
        <Points lines={sharedList('aboutRefusals')} />
        <p>{BEFORE_CALLING.refusalLooks}</p>
        <Code text={reference.refusalExample} />
        <h3>{BEFORE_CALLING.anyRefuses}</h3>
        <RefusalList refusals={reference.refusals} />
        <h3>{BEFORE_CALLING.refusalShape}</h3>
        <Shapes shapes={reference.refusalShapes} />
      </Section>
      <Section id="headers" heading={BEFORE_CALLING.headers}>
        <ul class="fields">
          {reference.headers.map(({ name, about }) => (
            <li>
              <code>{name}</code>
              <p>
                <InlineMarkdown text={about} />
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function BeforeCalling({ reference: { origin, firstCall } }: { readonly reference: Reference }) {
  return (
    <section class="basics" aria-labelledby="basics-heading">
      <h2 id="basics-heading">{BEFORE_CALLING.heading}</h2>
      <div>
        <p>{BEFORE_CALLING.address}</p>
        <Code text={origin} />
      </div>
      <div>
        <p>{BEFORE_CALLING.key}</p>
        <Code text={HOW_TO_AUTHENTICATE.headers.join('\n')} />
      </div>
      <div class="basics-whole">
        <p>{BEFORE_CALLING.noKey}</p>
        <Code text={firstCall} />
      </div>
      <p class="basics-whole">
        <InlineMarkdown text={`${SHARED_TEXTS.inTheExamples} ${SHARED_TEXTS.inMoreExamples}`} />
      </p>
    </section>
  );
}

function OperationList({ section }: { readonly section: ReferenceSection }) {
  const { path, title, about, operations } = section;
  return (
    <section class="operations" data-findable-group="">
      <h3>
        <a href={path}>{title}</a>
      </h3>
      <p>{about}</p>
      <ul>
        {operations.map((operation) => {
          const { name, summary, who, takes, answers } = operation;
          // Search terms beyond the visible text.
          const words = new Set([name, ...fieldNames(takes), ...fieldNames(answers)]);
          return (
            <li id={name} data-findable={[...words].join(' ')}>
              <a href={`${path}#${name}`}>{summary}</a>
              <Endpoint operation={operation} />
              <p class="fine">{who}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Shapes({ shapes }: { readonly shapes: readonly NamedShape[] }) {
  return (
    <div class="shapes">
      {shapes.map(({ name, type, about, fields }) => (
        <details>
          <summary>
            <code>{name}</code>
          </summary>
          {/* A link to an id inside opens the details element. */}
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
