import { OPERATION_WORDS, TRY_IT } from '../../text/pages/api-reference-page.ts';
import { InlineMarkdown, Term } from '../parts.tsx';

/** Where in a request a field stands. */
export type FieldPlace = keyof typeof OPERATION_WORDS.places;

/** A word of a type; one that is the name of a shape leads to it. */
export interface TypeWord {
  readonly word: string;
  readonly isShape: boolean;
}

/** One field of a request, an answer or a shape. */
export interface FieldFacts {
  readonly name: string;
  readonly type: readonly TypeWord[];
  /** Its bounds, and what it is without being sent. */
  readonly limits: readonly string[];
  readonly required: boolean;
  readonly about: string;
  readonly fields: readonly FieldFacts[];
}

/** One field of a request, and how it is filled in. */
export interface RequestFieldFacts extends FieldFacts {
  readonly place: FieldPlace;
  /** The words it may be, where they are few. */
  readonly choices: readonly string[];
  /** Whether what is written is sent as it stands, or is JSON. */
  readonly written: 'text' | 'json';
  readonly example: string | undefined;
}

export interface RefusalEntry {
  readonly status: number;
  readonly code: string;
  readonly words: string;
}

/** A text to copy, under its name. */
export interface SampleFacts {
  readonly label: string;
  readonly text: string;
}

/** One operation of the API with all there is to say about it. */
export interface OperationFacts {
  /** Its operationId, which is also where it stands on its page. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly who: string;
  readonly limit: string;
  /** Its name as a tool of MCP. */
  readonly tool: string | undefined;
  /** The header that its key is sent in, where it takes one. */
  readonly keyHeader: string | undefined;
  readonly takes: readonly RequestFieldFacts[];
  readonly status: number;
  /** Other media types it answers in than JSON, or the only one. */
  readonly textTypes: readonly string[];
  readonly answers: readonly FieldFacts[];
  readonly refuses: readonly RefusalEntry[];
  /** The same call in several languages. */
  readonly calls: readonly SampleFacts[];
  /** What it really answered, by media type. */
  readonly replies: readonly SampleFacts[];
}

export function Operation({ operation }: { readonly operation: OperationFacts }) {
  const { name, summary, description } = operation;
  return (
    <section class="operation" id={name} aria-labelledby={`${name}-heading`}>
      <div class="operation-head">
        <h2 id={`${name}-heading`}>
          <a href={`#${name}`}>{summary}</a>
        </h2>
        <Endpoint operation={operation} />
      </div>
      <div class="operation-words">
        <p>
          <InlineMarkdown text={description} />
        </p>
        <OperationTerms operation={operation} />
        <Takes operation={operation} />
        <Answers operation={operation} />
        <Refusals operation={operation} />
      </div>
      <div class="operation-side">
        <Samples samples={operation.calls} group={`${name}-calls`} />
        {operation.replies.map(({ label, text }) => (
          <details key={label} class="sample">
            <summary>{`${OPERATION_WORDS.example}${operation.replies.length > 1 ? ` (${label})` : ''}`}</summary>
            <Code text={text} />
          </details>
        ))}
        <TryIt operation={operation} />
      </div>
    </section>
  );
}

/** The method and the path, as one says them. */
export function Endpoint({ operation }: { readonly operation: Pick<OperationFacts, 'method' | 'path'> }) {
  const { method, path } = operation;
  return (
    <p class="endpoint">
      <b class={`method method-${method.toLowerCase()}`}>{method}</b> <code>{path}</code>
    </p>
  );
}

function OperationTerms({ operation: { who, limit, tool, name } }: OperationProps) {
  return (
    <dl class="operation-terms">
      <Term label={OPERATION_WORDS.who}>{who}</Term>
      <Term label={OPERATION_WORDS.limit}>{limit}</Term>
      <Term label={tool === undefined ? OPERATION_WORDS.name : OPERATION_WORDS.tool}>
        <code>{name}</code>
      </Term>
    </dl>
  );
}

interface OperationProps {
  readonly operation: OperationFacts;
}

function Takes({ operation: { takes } }: OperationProps) {
  if (takes.length === 0) return <p class="fine">{OPERATION_WORDS.takesNothing}</p>;
  return (
    <>
      <h3>{OPERATION_WORDS.takes}</h3>
      <ul class="fields">
        {takes.map((field) => (
          <Field key={`${field.place} ${field.name}`} field={field} place={field.place} />
        ))}
      </ul>
    </>
  );
}

function Answers({ operation: { status, answers, textTypes } }: OperationProps) {
  return (
    <details>
      <summary>
        <h3>
          {OPERATION_WORDS.answers} <span class="status">{status}</span>
        </h3>
      </summary>
      {textTypes.map((type) => (
        <p key={type}>
          {OPERATION_WORDS.answersText} <code>{type}</code>.
        </p>
      ))}
      <Fields fields={answers} />
    </details>
  );
}

function Refusals({ operation: { refuses } }: OperationProps) {
  return (
    <details>
      <summary>
        <h3>{OPERATION_WORDS.refuses}</h3>
      </summary>
      <RefusalList refusals={refuses} />
      <p class="fine">
        … <a href="/docs#refusals">{OPERATION_WORDS.alsoRefuses}</a>.
      </p>
    </details>
  );
}

export function RefusalList({ refusals }: { readonly refusals: readonly RefusalEntry[] }) {
  return (
    <ul class="refusals">
      {refusals.map(({ status, code, words }) => (
        <li key={code}>
          <span class="status">{status}</span> <code>{code}</code>
          <p>{words}</p>
        </li>
      ))}
    </ul>
  );
}

export function Fields({ fields }: { readonly fields: readonly FieldFacts[] }) {
  if (fields.length === 0) return null;
  return (
    <ul class="fields">
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
    </ul>
  );
}

/** What must be sent says so; what is answered, where it may be missing. */
function Field({ field, place }: { readonly field: FieldFacts; readonly place?: FieldPlace }) {
  const { name, type, limits, required, about, fields } = field;
  const isSent = place !== undefined;
  return (
    <li>
      <code>{name}</code>{' '}
      <small>
        <TypeWords type={type} />
        {limits.map((limit) => `, ${limit}`)}
        {isSent && place !== 'body' && `, ${OPERATION_WORDS.places[place]}`}
        {!isSent && !required && `, ${OPERATION_WORDS.optional}`}
      </small>
      {isSent && required && <b class="needed">{OPERATION_WORDS.required}</b>}
      {about !== '' && (
        <p>
          <InlineMarkdown text={about} />
        </p>
      )}
      <Fields fields={fields} />
    </li>
  );
}

function TypeWords({ type }: { readonly type: readonly TypeWord[] }) {
  return (
    <>
      {type.map(({ word, isShape }, at) =>
        isShape ? (
          <a key={at} href={`#shape-${word}`}>
            {word}
          </a>
        ) : (
          word
        ),
      )}
    </>
  );
}

interface SamplesProps {
  readonly samples: readonly SampleFacts[];
  /** Of those under one name, one is open at a time. */
  readonly group: string;
}

function Samples({ samples, group }: SamplesProps) {
  return (
    <div class="samples">
      {samples.map(({ label, text }, at) => (
        <details key={label} class="sample" name={group} open={at === 0}>
          <summary>{label}</summary>
          <Code text={text} />
        </details>
      ))}
    </div>
  );
}

/** Something to copy; what is too wide scrolls by itself, and the tab stop lets the keyboard do so, too. */
export function Code({ text }: { readonly text: string }) {
  return (
    <pre class="call" tabIndex={0} data-copy="">
      <code>{text}</code>
    </pre>
  );
}

// Everything here needs the page's script, and is shown only where scripts run.

/** The one field for a key on a page; it stands in no form, so that no browser offers to send or keep it. */
export function KeyBox() {
  return (
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
  );
}

/** A form for one operation. What it is answered is written below it, as text. */
function TryIt({ operation }: { readonly operation: OperationFacts }) {
  const { name, method, path, keyHeader, takes } = operation;
  // What may stand in the body and in the query is asked for once.
  const byName = new Map(takes.toReversed().map((field) => [field.name, field]));
  const fields = takes.filter((field) => byName.get(field.name) === field);
  return (
    <details class="sample try needs-script">
      <summary>{TRY_IT.heading}</summary>
      <form
        data-method={method}
        data-path={path}
        data-key-header={keyHeader}
        autocomplete="off"
        aria-labelledby={`${name}-heading`}
      >
        {fields.map((field) => (
          <TryField key={field.name} field={field} />
        ))}
        {method !== 'GET' && <p class="fine">{TRY_IT.forReal}</p>}
        <button class="button" type="submit">
          {TRY_IT.send}
        </button>
      </form>
      <div class="try-answer" aria-live="polite" data-answer="" />
    </details>
  );
}

function TryField({ field }: { readonly field: RequestFieldFacts }) {
  const { name, place, choices, written, example, required } = field;
  const isJson = written === 'json';
  const marks = { name, required, 'data-place': place, 'data-json': isJson ? '' : undefined };
  return (
    <label>
      <code>{name}</code>
      {isJson && choices.length === 0 && <small> {TRY_IT.asJson}</small>}
      {choices.length > 0 ? (
        <select {...marks}>
          <option value="">{TRY_IT.unset}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input {...marks} placeholder={example} />
      )}
    </label>
  );
}
