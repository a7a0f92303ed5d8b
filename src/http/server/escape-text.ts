/** A text as it may stand in XML, between tags and in attributes: whatever it says, it stays a text. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

// Characters that no XML document can hold, however they are written.
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// What could begin a link, an image, a tag, an entity, emphasis, code, a heading, a formula, a template or a cell; and what
// some readers take for an address without being told.
const MARKDOWN_SPECIAL = /[\\`*_[\]{}<>|!~&#@$]|:(?=\/\/)|(?<=www)\./gi;
const BREAKS = /\s+/gu;

/** Somebody's words as words, whatever they look like: in one line, and without a meaning in Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(BREAKS, ' ').trim().replace(MARKDOWN_SPECIAL, '\\$&');
}
