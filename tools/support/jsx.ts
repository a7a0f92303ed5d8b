// `node --import ./tools/support/jsx.ts …` runs the sources: Node strips types by itself, but pages are written in JSX.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context);
    const path = fileURLToPath(url);
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      jsx: { runtime: 'automatic', importSource: 'preact' },
    });
    if (errors.length > 0)
      throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
