// The type of `#content/*.json` (see `imports` in package.json). The importer names the real one; tools/content/schemas.ts checks it.
declare const json: unknown;
export { json as default };
