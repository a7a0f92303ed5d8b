const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const SHADES = /\p{Emoji_Modifier}|\uFE0F/gu;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text with every emoji as its name. The names are loaded when the first one comes. */
export async function nameEmoji(text: string): Promise<string> {
  if (!PICTURE.test(text)) return text;
  const { default: names } = await import('unicode-emoji-json/data-by-emoji.json', {
    with: { type: 'json' },
  });
  const named: Readonly<Record<string, { readonly name: string }>> = names;
  return Array.from(letters.segment(text), ({ segment }) => {
    const name = (named[segment] ?? named[segment.replace(SHADES, '')] ?? named[`${segment}\uFE0F`])?.name;
    // A mouse is brought, not its face.
    return name === undefined ? segment : ` ${name.replace(/ face$/, '')} `;
  }).join('');
}
