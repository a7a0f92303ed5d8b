import { TOOLS } from './tools.ts';

/** Fields of a reply that hold the house's own sentences; all others are data, or the caller's words. */
const SENTENCES: ReadonlySet<string> = new Set([
  'error',
  'message',
  'details',
  'description',
  'soul_prompt',
  'reason',
  'hint',
]);

/** Sentences of advice: one about HTTP is of no use here. */
const ADVICE: ReadonlySet<string> = new Set(['suggestion', 'important', 'tip', 'note']);

/** The same reply, its sentences said to somebody who calls tools. */
export function speakOfTools<Reply>(reply: Reply): Reply {
  return speak(reply, '') as Reply;
}

function speak(value: unknown, field: string): unknown {
  if (typeof value === 'string') {
    if (ADVICE.has(field)) return withoutHttp(nameTools(value));
    return SENTENCES.has(field) ? nameTools(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => speak(each, field));
  if (typeof value !== 'object' || value === null) return value;
  // Field by field, since lists of everything pass through here.
  const spoken: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) spoken[name] = speak(inner, name);
  return spoken;
}

const CALL = /\b(GET|POST|PATCH|DELETE) (\/api(?:\/[\w{}-]+)*)/g;

/** Replaces `GET /api/…` in a sentence by the name of the tool. */
export function nameTools(words: string): string {
  return words
    .replace(CALL, (spelled, method: string, path: string) => findTool(method, path)?.tool.name ?? spelled)
    .replaceAll('Idempotency-Key', 'idempotency_key');
}

const ABOUT_HTTP = /\b(?:GET|POST|PATCH|DELETE|HTTP|Authorization|endpoint|headers?)\b|\/api\b/;
const BETWEEN_SENTENCES = /(?<=[.!?]) /;

function withoutHttp(words: string): string {
  return words
    .split(BETWEEN_SENTENCES)
    .filter((sentence) => !ABOUT_HTTP.test(sentence))
    .join(' ');
}

/** The tool that does what a call over HTTP would, with what its path says. */
export function findTool(method: string, path: string) {
  for (const { tool, pattern } of PATTERNS) {
    const match = tool.row.method === method ? pattern.exec(path) : null;
    if (match) return { tool, params: { ...match.groups } };
  }
  return undefined;
}

const PATTERNS = TOOLS.map((tool) => ({
  tool,
  pattern: new RegExp(`^${tool.row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));
