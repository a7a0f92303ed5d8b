import type { ComponentChildren, JSX } from 'preact';

import { formatSpan } from '../../text/numbers.ts';
import {
  type Field,
  type NamedShape,
  type Operation,
  type Reference,
  REFERENCE,
  type ReferenceSection,
  type Refusal,
  type RequestField,
} from '../../text/pages/api-reference.ts';
import { HOW_TO_AUTHENTICATE } from '../../text/server/next-steps.ts';
import { SHARED_TEXTS, sharedList } from '../../text/server/rule-words.ts';
import { Masthead, type PageScript, type PageSpec } from '../layout.tsx';
import { dataBlock, inlineMarkdown, linkList, points, Section, Term, Submit } from '../parts.tsx';
import { HOUSE_CARDS } from '../paths.ts';

export function apiReferencePage(reference: Reference, path: string, script: PageScript): PageSpec {
  const { sections } = reference;
  const here = sections.find((section) => section.path === path);
  const { title, description } = REFERENCE.page;
  const { sending, unreachable, unreadable, headers } = REFERENCE.tryIt;
  return {
    title: here ? `${here.title}, ${title}` : title,
    description: here ? `${here.about} ${description}` : description,
    path,
    room: 'guides',
    card: HOUSE_CARDS.home,
    live: true,
    content: (
      <div class="reference">
        {waysTo(sections, here)}
        <div class="reference-text">{here ? sectionText(here) : firstText(reference)}</div>
        {here && dataBlock({ sending, unreachable, unreadable, headers }, { id: 'try-it-words' })}
        <script {...script} defer />
      </div>
    ),
  };
}

function waysTo(sections: Reference['sections'], here: ReferenceSection | undefined) {
  return (
    <nav class="reference-ways" aria-label={REFERENCE.page.title}>
      <ul>
        <li>
          <a href="/docs" aria-current={here === undefined ? 'page' : undefined}>
            {REFERENCE.page.title}
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
      <h2>{REFERENCE.page.programs}</h2>
      {linkList(FOR_PROGRAMS)}
    </nav>
  );
}

const FOR_PROGRAMS = Object.fromEntries(
  ['/openapi.json', '/llms-full.txt', '/mcp/server-card'].map((path) => [path, path.slice(1)]),
);

function sectionText({ title, about, operations, shapes }: ReferenceSection) {
  return (
    <>
      <Masthead title={title}>{about}</Masthead>
      {/* The API key's field is outside of any form, so that browsers do not offer to save the key. */}
      <div class="key-box needs-script">
        <label for="key">{REFERENCE.tryIt.key}</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          aria-describedby="key-hint"
        />
        <p class="fine" id="key-hint">
          {REFERENCE.tryIt.keyHint}
        </p>
      </div>
      {operations.map(operationEntry)}
      {shapes.length > 0 && (
        <Section id="shapes" heading={REFERENCE.page.shapes} lead={REFERENCE.page.shapesLead}>
          {shapeList(shapes)}
        </Section>
      )}
    </>
  );
}

function firstText(reference: Reference) {
  return (
    <>
      <Masthead title={REFERENCE.page.title}>
        {REFERENCE.page.lead} <a href="/guides">{REFERENCE.page.guides}</a>
      </Masthead>
      {beforeCalling(reference)}
      <Section id="operations" heading={REFERENCE.page.sections}>
        {/* The list of operations, filtered by browser/try-it.ts. */}
        <div class="finder needs-script">
          <label for="find">{REFERENCE.page.find}</label>
          <input id="find" type="search" autocomplete="off" spellcheck={false} />
          <p data-none-found="" hidden>
            {REFERENCE.page.noneFound}
          </p>
        </div>
        {reference.sections.map(operationList)}
      </Section>
      <Section id="refusals" heading={REFERENCE.beforeCalling.refusals}>
        {points(sharedList('aboutRefusals'))}
        <p>{REFERENCE.beforeCalling.refusalLooks}</p>
        {codeBlock(reference.refusalExample)}
        <h3>{REFERENCE.beforeCalling.anyRefuses}</h3>
        {refusalList(reference.refusals)}
        <h3>{REFERENCE.beforeCalling.refusalShape}</h3>
        {shapeList(reference.refusalShapes)}
      </Section>
      <Section id="headers" heading={REFERENCE.beforeCalling.headers}>
        <ul class="fields">
          {reference.headers.map(({ name, about }) => (
            <li>
              <code>{name}</code>
              <p>{inlineMarkdown(about)}</p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function beforeCalling({ origin, firstCall }: Reference) {
  return (
    <section class="basics" aria-labelledby="basics-heading">
      <h2 id="basics-heading">{REFERENCE.beforeCalling.heading}</h2>
      <div>
        <p>{REFERENCE.beforeCalling.address}</p>
        {codeBlock(origin)}
      </div>
      <div>
        <p>{REFERENCE.beforeCalling.key}</p>
        {codeBlock(HOW_TO_AUTHENTICATE.headers.join('\n'))}
      </div>
      <div class="basics-whole">
        <p>{REFERENCE.beforeCalling.noKey}</p>
        {codeBlock(firstCall)}
      </div>
      <p class="basics-whole">
        {inlineMarkdown(`${SHARED_TEXTS.inTheExamples} ${SHARED_TEXTS.inMoreExamples}`)}
      </p>
    </section>
  );
}

function operationList({ path, title, about, operations }: ReferenceSection) {
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
              {endpoint(operation)}
              <p class="fine">{who}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function shapeList(shapes: readonly NamedShape[]) {
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
            {fieldList(fields)}
          </div>
        </details>
      ))}
    </div>
  );
}

function operationEntry(operation: Operation) {
  const { name, summary, description, takes, status, textTypes, answers, refuses, replies } = operation;
  return (
    <section class="operation" id={name} aria-labelledby={`${name}-heading`}>
      <div class="operation-head">
        <h2 id={`${name}-heading`}>
          <a href={`#${name}`}>{summary}</a>
        </h2>
        {endpoint(operation)}
      </div>
      <div class="operation-words">
        <p>{inlineMarkdown(description)}</p>
        {operationTerms(operation)}
        {takes.length === 0 ? (
          <p class="fine">{REFERENCE.operation.takesNothing}</p>
        ) : (
          <>
            <h3>{REFERENCE.operation.takes}</h3>
            {fieldList(takes)}
          </>
        )}
        <details>
          <summary>
            <h3>
              {REFERENCE.operation.answers} <span class="status">{status}</span>
            </h3>
          </summary>
          {textTypes.map((type) => (
            <p>
              {REFERENCE.operation.answersText} <code>{type}</code>.
            </p>
          ))}
          {fieldList(answers)}
        </details>
        <details>
          <summary>
            <h3>{REFERENCE.operation.refuses}</h3>
          </summary>
          {refusalList(refuses)}
          <p class="fine">
            … <a href="/docs#refusals">{REFERENCE.operation.alsoRefuses}</a>.
          </p>
        </details>
      </div>
      <div class="operation-side">
        {calledFrom(operation)}
        {replies.map(({ type, text }) => (
          <details class="sample">
            <summary>{`${REFERENCE.operation.example}${replies.length > 1 ? ` (${type})` : ''}`}</summary>
            {codeBlock(text)}
          </details>
        ))}
        {tryIt(operation)}
      </div>
    </section>
  );
}

function endpoint({ method, path }: Operation) {
  return (
    <p class="endpoint">
      <b class={`method method-${method.toLowerCase()}`}>{method}</b> <code>{path}</code>
    </p>
  );
}

function operationTerms({ who, limit: { max, windowSeconds, per }, isTool, name }: Operation) {
  const limit = `${max} per ${formatSpan(windowSeconds)}, for each ${per === 'ip' ? 'address' : 'agent'}`;
  return (
    <dl class="operation-terms">
      <Term label={REFERENCE.operation.who}>{who}</Term>
      <Term label={REFERENCE.operation.limit}>{limit}</Term>
      <Term label={isTool ? REFERENCE.operation.tool : REFERENCE.operation.name}>
        <code>{name}</code>
      </Term>
    </dl>
  );
}

function refusalList(refusals: readonly Refusal[]) {
  return (
    <ul class="refusals">
      {refusals.map(({ status, code, words }) => (
        <li>
          <span class="status">{status}</span> <code>{code}</code>
          <p>{words}</p>
        </li>
      ))}
    </ul>
  );
}

/** A list of fields; marks required request fields and optional response fields. */
function fieldList(fields: readonly (Field | RequestField)[]): ComponentChildren {
  if (fields.length === 0) return null;
  return (
    <ul class="fields">
      {fields.map((field) => {
        const { name, limits, required, about } = field;
        const place = 'place' in field ? field.place : undefined;
        return (
          <li>
            <code>{name}</code>{' '}
            <small>
              {typeWords(field)}
              {limits.map((limit) => `, ${limit}`)}
              {place !== undefined && place !== 'body' && `, ${REFERENCE.operation.places[place]}`}
              {place === undefined && !required && `, ${REFERENCE.operation.optional}`}
            </small>
            {place !== undefined && required && <b class="needed">{REFERENCE.operation.required}</b>}
            {about !== '' && <p>{inlineMarkdown(about)}</p>}
            {fieldList(field.fields)}
          </li>
        );
      })}
    </ul>
  );
}

function typeWords({ type, shapes }: Field) {
  return type
    .split(/\b/)
    .map((word) => (shapes.includes(word) ? <a href={`#shape-${word}`}>{word}</a> : word));
}

function fieldNames(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => [field.name, ...fieldNames(field.fields)]);
}

function calledFrom({ name, calls: { curl, typescript, mcp } }: Operation) {
  const sample = (label: string, text: string | undefined) =>
    text !== undefined && (
      <details class="sample" name={`${name}-calls`} open={label === 'curl'}>
        <summary>{label}</summary>
        {codeBlock(text)}
      </details>
    );
  return (
    <div class="samples">
      {sample('curl', curl)}
      {sample('TypeScript', typescript)}
      {sample('MCP', mcp)}
    </div>
  );
}

/** A code block whose tab stop makes it scrollable by keyboard when it is wide. */
export function codeBlock(text: string): JSX.Element {
  return (
    <pre class="call" tabIndex={0} data-copy="">
      <code>{text}</code>
    </pre>
  );
}

/** A form that browser/try-it.ts sends; the response is written below it. */
function tryIt({ name, method, path, keyHeader, takes }: Operation) {
  // A field allowed in both body and query gets one input.
  const byName = new Map(takes.toReversed().map((field) => [field.name, field]));
  const fields = takes.filter((field) => byName.get(field.name) === field);
  return (
    <details class="sample try needs-script">
      <summary>{REFERENCE.tryIt.heading}</summary>
      <form
        data-method={method}
        data-path={path}
        data-key-header={keyHeader}
        autocomplete="off"
        aria-labelledby={`${name}-heading`}
      >
        {fields.map(tryField)}
        {method !== 'GET' && <p class="fine">{REFERENCE.tryIt.forReal}</p>}
        <Submit>{REFERENCE.tryIt.send}</Submit>
      </form>
      <div class="try-answer" aria-live="polite" data-answer="" />
    </details>
  );
}

function tryField({ name, place, choices, isJson, example, required }: RequestField) {
  const options = choices.map((choice) => <option>{choice}</option>);
  const marks = { name, required, 'data-place': place, 'data-json': isJson ? '' : undefined };
  return (
    <label>
      <code>{name}</code>
      {isJson && choices.length === 0 && <small> {REFERENCE.tryIt.asJson}</small>}
      {choices.length > 0 ? (
        <select {...marks}>
          <option value="">{REFERENCE.tryIt.unset}</option>
          {options}
        </select>
      ) : (
        <input {...marks} placeholder={example} />
      )}
    </label>
  );
}
