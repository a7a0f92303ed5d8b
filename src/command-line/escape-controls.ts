// Control characters and those that turn the direction of text: a terminal obeys them.
const TERMINAL_CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** One line for a terminal, whatever the text holds: control characters are shown as \x1b or \u202e, new lines too. */
export function escapeControls(text: string): string {
  return text.replace(TERMINAL_CONTROLS, (character) => {
    const code = character.charCodeAt(0);
    return code < 256
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
