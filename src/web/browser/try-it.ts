// The forms of the API reference, and the filter of its list of operations. The API key stays in its field:
// it is never written to storage, a URL or the page.
import { find, make, readData } from './dom.ts';

type TryItWords = Readonly<Record<'sending' | 'unreachable' | 'unreadable' | 'headers', string>>;

const SHOWN_HEADERS = [
  'content-type',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'retry-after',
  'idempotency-replayed',
  'etag',
  'x-request-id',
];

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-path]')) prepareForm(form);
prepareFinder();

function prepareForm(form: HTMLFormElement): void {
  const answer = form.parentElement?.querySelector('[data-answer]');
  const words = (readData('#try-it-words') ?? {}) as TryItWords;
  if (!answer) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, answer, words);
  });
}

async function send(form: HTMLFormElement, answer: Element, words: TryItWords): Promise<void> {
  const show = (...parts: readonly Element[]) => answer.replaceChildren(...parts);
  let request: Request;
  try {
    request = requestOf(form);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return show(make('p', {}, `${words.unreadable} ${error.message}`));
  }
  show(make('p', {}, words.sending));
  try {
    const response = await fetch(request);
    show(...describeResponse(response, await response.text(), words));
  } catch {
    show(make('p', {}, words.unreachable));
  }
}

/** Builds the request of a form; empty fields are not sent. */
function requestOf({ dataset, elements }: HTMLFormElement): Request {
  const filled = [...elements].filter(
    (element): element is HTMLInputElement | HTMLSelectElement =>
      'value' in element && element.value !== '' && element.hasAttribute('data-place'),
  );
  const inPlace = (place: string) => filled.filter((field) => field.dataset['place'] === place);
  const path = inPlace('path').reduce(
    (before, { name, value }) => before.replace(`{${name}}`, encodeURIComponent(value)),
    dataset['path'] ?? '',
  );
  const query = new URLSearchParams(inPlace('query').map(({ name, value }) => [name, value]));
  const body = inPlace('body').map(
    ({ name, value, dataset: { json } }) => [name, json === undefined ? value : JSON.parse(value)] as const,
  );
  const headers = new Headers(inPlace('header').map(({ name, value }) => [name, value]));
  const key = (find('#key') as HTMLInputElement | null)?.value.trim() ?? '';
  if (dataset['keyHeader'] !== undefined && key !== '') headers.set(dataset['keyHeader'], key);
  if (body.length > 0) headers.set('content-type', 'application/json');
  return new Request(query.size === 0 ? path : `${path}?${query.toString()}`, {
    method: dataset['method'] ?? 'GET',
    headers,
    credentials: 'omit',
    cache: 'no-store',
    ...(body.length > 0 && { body: JSON.stringify(Object.fromEntries(body)) }),
  });
}

function describeResponse({ status, statusText, headers, ok }: Response, text: string, words: TryItWords) {
  const line = make(
    'p',
    { className: ok ? 'try-status well' : 'try-status refused' },
    `${status} ${statusText}`.trim(),
  );
  const list = make('dl', {});
  list.setAttribute('aria-label', words.headers);
  for (const name of SHOWN_HEADERS) {
    const value = headers.get(name);
    if (value === null) continue;
    list.append(make('div', {}, make('dt', {}, name), make('dd', {}, value)));
  }
  const body = make('pre', { className: 'call', tabIndex: 0 }, make('code', {}, prettyJson(text)));
  return [line, list, ...(text === '' ? [] : [body])];
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // The reply is no JSON but Markdown or a calendar.
    return text;
  }
}

/** Adds the filter, which hides operations that lack one of the typed words, and empty groups. */
function prepareFinder(): void {
  const field = find('#find') as HTMLInputElement | null;
  field?.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const group of document.querySelectorAll<HTMLElement>('[data-findable-group]')) {
      const entries = [...group.querySelectorAll<HTMLElement>('[data-findable]')];
      for (const entry of entries) {
        const text = `${entry.dataset['findable']} ${entry.textContent}`.toLowerCase();
        entry.hidden = !words.every((word) => text.includes(word));
      }
      const shown = entries.filter((entry) => !entry.hidden).length;
      group.hidden = shown === 0;
      found += shown;
    }
    find('[data-none-found]')?.toggleAttribute('hidden', found > 0);
  });
}
