// What the compiler does not carry over: migrations, and the files of the API reference.
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const reference = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'));

await cp(new URL('src/store/migrations/', root), new URL('dist/store/migrations/', root), {
  recursive: true,
});
await mkdir(new URL('dist/docs-ui/', root), { recursive: true });
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']) {
  await cp(new URL(file, reference), fileURLToPath(new URL(`dist/docs-ui/${file}`, root)));
}
