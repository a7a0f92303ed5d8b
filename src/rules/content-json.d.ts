// Types `#content/*.json` for the build only: `npm run check` reads the types from the files (condition `arkhouse-sources`).
declare const json: unknown;
export { json as default };
