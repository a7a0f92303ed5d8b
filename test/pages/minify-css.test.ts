import { expect, test } from 'vitest';

import { minifyCss } from '../../tools/build/minify-css.ts';

test('rules mean the same with less in between', () => {
  const css = `
    /* A comment; with { signs }. */
    a :hover > b,
    .c::before {
      content: '“';
      width: calc(50% - 2 * var(--gap));
    }
    @media (min-width: 44rem) and (prefers-color-scheme: dark) {
      .d { margin: 0 auto; }
    }`;
  expect(minifyCss(css)).toBe(
    "a :hover > b,.c::before{content:'“';width:calc(50% - 2 * var(--gap))}@media (min-width:44rem) and (prefers-color-scheme:dark){.d{margin:0 auto}}",
  );
});
