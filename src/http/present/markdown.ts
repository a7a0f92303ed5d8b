// What could begin a link, an image, a tag, an entity, emphasis, code, a heading, a formula, a template or a cell; and what
// some readers take for an address without being told.
const SPEAKS_MARKDOWN = /[\\`*_[\]{}<>|!~&#@$]|:(?=\/\/)|(?<=www)\./gi;
const BREAKS = /\s+/gu;

/** Somebody's words as words, whatever they look like: in one line, and without a meaning in Markdown. */
export function asWords(text: string): string {
  return text.replace(BREAKS, ' ').trim().replace(SPEAKS_MARKDOWN, '\\$&');
}
