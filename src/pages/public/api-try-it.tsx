import { TRY_IT } from '../../voice/public/api-reference-page.ts';
import type { OperationFacts, RequestFieldFacts } from './api-operation.tsx';

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
export function TryIt({ operation }: { readonly operation: OperationFacts }) {
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
