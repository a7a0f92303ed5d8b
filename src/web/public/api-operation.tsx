import { formatSpan } from '../../text/numbers.ts';
import {
  type Field,
  type Operation,
  OPERATION_WORDS,
  type Refusal,
  type RequestField,
  TRY_IT,
} from '../../text/pages/api-reference.ts';
import { InlineMarkdown, Term } from '../parts.tsx';

type OperationProps = Readonly<{ operation: Operation }>;

export function OperationEntry({ operation }: OperationProps) {
  const { name, summary, description, takes, status, textTypes, answers, refuses, replies } = operation;
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
        {takes.length === 0 ? (
          <p class="fine">{OPERATION_WORDS.takesNothing}</p>
        ) : (
          <>
            <h3>{OPERATION_WORDS.takes}</h3>
            <Fields fields={takes} />
          </>
        )}
        <details>
          <summary>
            <h3>
              {OPERATION_WORDS.answers} <span class="status">{status}</span>
            </h3>
          </summary>
          {textTypes.map((type) => (
            <p>
              {OPERATION_WORDS.answersText} <code>{type}</code>.
            </p>
          ))}
          <Fields fields={answers} />
        </details>
        <details>
          <summary>
            <h3>{OPERATION_WORDS.refuses}</h3>
          </summary>
          <RefusalList refusals={refuses} />
          <p class="fine">
            … <a href="/docs#refusals">{OPERATION_WORDS.alsoRefuses}</a>.
          </p>
        </details>
      </div>
      <div class="operation-side">
        <Calls operation={operation} />
        {replies.map(({ type, text }) => (
          <details class="sample">
            <summary>{`${OPERATION_WORDS.example}${replies.length > 1 ? ` (${type})` : ''}`}</summary>
            <Code text={text} />
          </details>
        ))}
        <TryIt operation={operation} />
      </div>
    </section>
  );
}

export function Endpoint({ operation: { method, path } }: OperationProps) {
  return (
    <p class="endpoint">
      <b class={`method method-${method.toLowerCase()}`}>{method}</b> <code>{path}</code>
    </p>
  );
}

function OperationTerms({ operation: { who, limit, isTool, name } }: OperationProps) {
  const { max, windowSeconds, per } = limit;
  const caller = per === 'ip' ? 'address' : 'agent';
  return (
    <dl class="operation-terms">
      <Term label={OPERATION_WORDS.who}>{who}</Term>
      <Term
        label={OPERATION_WORDS.limit}
      >{`${max} per ${formatSpan(windowSeconds)}, for each ${caller}`}</Term>
      <Term label={isTool ? OPERATION_WORDS.tool : OPERATION_WORDS.name}>
        <code>{name}</code>
      </Term>
    </dl>
  );
}

export function RefusalList({ refusals }: { readonly refusals: readonly Refusal[] }) {
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
export function Fields({ fields }: { readonly fields: readonly (Field | RequestField)[] }) {
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
              <TypeWords field={field} />
              {limits.map((limit) => `, ${limit}`)}
              {place !== undefined && place !== 'body' && `, ${OPERATION_WORDS.places[place]}`}
              {place === undefined && !required && `, ${OPERATION_WORDS.optional}`}
            </small>
            {place !== undefined && required && <b class="needed">{OPERATION_WORDS.required}</b>}
            {about !== '' && (
              <p>
                <InlineMarkdown text={about} />
              </p>
            )}
            <Fields fields={field.fields} />
          </li>
        );
      })}
    </ul>
  );
}

/** A field's type, with a link for every shared schema it names. */
function TypeWords({ field: { type, shapes } }: { readonly field: Field }) {
  return (
    <>
      {type.split(/\b/).map((word) => (shapes.includes(word) ? <a href={`#shape-${word}`}>{word}</a> : word))}
    </>
  );
}

export function fieldNames(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => [field.name, ...fieldNames(field.fields)]);
}

const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['mcp', 'MCP'],
] as const;

function Calls({ operation: { name, calls } }: OperationProps) {
  return (
    <div class="samples">
      {LANGUAGES.map(([language, label]) => {
        const text = calls[language];
        return (
          text !== undefined && (
            <details class="sample" name={`${name}-calls`} open={language === 'curl'}>
              <summary>{label}</summary>
              <Code text={text} />
            </details>
          )
        );
      })}
    </div>
  );
}

/** A code block whose tab stop makes it scrollable by keyboard when it is wide. */
export function Code({ text }: { readonly text: string }) {
  return (
    <pre class="call" tabIndex={0} data-copy="">
      <code>{text}</code>
    </pre>
  );
}

/** A form that browser/try-it.ts sends; the response is written below it. */
function TryIt({ operation: { name, method, path, keyHeader, takes } }: OperationProps) {
  // A field allowed in both body and query gets one input.
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
          <TryField field={field} />
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

function TryField({ field }: { readonly field: RequestField }) {
  const { name, place, choices, isJson, example, required } = field;
  const marks = { name, required, 'data-place': place, 'data-json': isJson ? '' : undefined };
  return (
    <label>
      <code>{name}</code>
      {isJson && choices.length === 0 && <small> {TRY_IT.asJson}</small>}
      {choices.length > 0 ? (
        <select {...marks}>
          <option value="">{TRY_IT.unset}</option>
          {choices.map((choice) => (
            <option>{choice}</option>
          ))}
        </select>
      ) : (
        <input {...marks} placeholder={example} />
      )}
    </label>
  );
}
