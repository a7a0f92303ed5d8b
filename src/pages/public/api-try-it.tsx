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
  return (
    <details class="sample try needs-script">
      <summary>{TRY_IT.heading}</summary>
      <form
        data-method={method}
        data-path={path}
        data-key-header={keyHeader}
        aria-labelledby={`${name}-heading`}
      >
        {takes.map((field) => (
          <TryField key={`${field.place} ${field.name}`} operation={name} field={field} />
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

interface TryFieldProps {
  readonly operation: string;
  readonly field: RequestFieldFacts;
}

function TryField({ operation, field }: TryFieldProps) {
  const { name, place, choices, written, example, required } = field;
  const id = `${operation}-${place}-${name}`;
  const marks = { id, name, required, 'data-place': place, 'data-written': written };
  return (
    <div class="try-field">
      <label for={id}>
        <code>{name}</code>
        {written === 'json' && choices.length === 0 && <span class="type"> {TRY_IT.asJson}</span>}
      </label>
      {choices.length > 0 ? (
        <select {...marks}>
          <option value="">{TRY_IT.unset}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input {...marks} type="text" autocomplete="off" placeholder={example} />
      )}
    </div>
  );
}
