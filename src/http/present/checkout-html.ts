import { hash } from 'node:crypto';

import type { PageWords } from '../../voice/checkout.ts';

/** What the button sends back. */
export interface CheckoutForm {
  readonly seal: string;
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fbf6ec; --card: #fffdf8; --ink: #3a2f25; --soft: #7a6a59; --line: #eadfcd; --warm: #b54c17; --on-warm: #fff; --shell: #f3dfbf; --speck: #c9a877; }
@media (prefers-color-scheme: dark) { :root { --paper: #1f1a16; --card: #2a231d; --ink: #f3e9dc; --soft: #b8a793; --line: #41362c; --warm: #f0935a; --on-warm: #2a1607; --shell: #e6cfa9; --speck: #a98757; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 ui-rounded, 'Segoe UI', system-ui, sans-serif; }
main { width: 100%; max-width: 27rem; padding: 2.25rem 2rem 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: 0 1.5rem 3rem -2rem rgb(80 50 20 / 35%); text-align: center; }
svg { width: 4.5rem; height: auto; }
h1 { margin: 0.75rem 0 0.5rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
p { margin: 0.5rem 0; color: var(--soft); overflow-wrap: anywhere; text-wrap: balance; }
button { width: 100%; margin-top: 1.25rem; padding: 0.875rem 1.25rem; border: 0; border-radius: 0.875rem; background: var(--warm); color: var(--on-warm); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.06); }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
footer { margin-top: 1.5rem; font-size: 0.875rem; color: var(--soft); text-wrap: balance; }
`;

const EGG = `<svg viewBox="0 0 72 88" aria-hidden="true"><path d="M36 4c15 0 29 25 29 46a29 29 0 0 1-58 0C7 29 21 4 36 4z" fill="var(--shell)"/><g fill="var(--speck)"><circle cx="26" cy="36" r="4"/><circle cx="46" cy="28" r="3"/><circle cx="48" cy="52" r="5"/><circle cx="24" cy="60" r="3"/><circle cx="37" cy="70" r="2.5"/></g></svg>`;

/** One style, told apart by its hash, and forms that lead nowhere else: nothing more runs or loads here. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** A small page that works without any script. */
export function checkoutHtml({ title, lines, button }: PageWords, form?: CheckoutForm): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Arkhouse</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${EGG}
<h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${form && button !== undefined ? formHtml(form, button) : ''}
<footer>Arkhouse, where creatures live on real time</footer>
</main>
</body>
</html>
`;
}

function formHtml({ seal }: CheckoutForm, button: string): string {
  return `<form method="post"><input type="hidden" name="seal" value="${escaped(seal)}"><button>${escaped(button)}</button></form>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
