import { isBare, readSetting, wholeNumber } from './parse.ts';
import type { GivenSettings } from './settings.ts';

/** The service that draws, instead of our own artist; so many pictures in 24 hours, for one agent and for all together. */
export function readImages(given: GivenSettings, problems: string[]) {
  const service = readModelService('IMAGES', given, problems);
  const some = wholeNumber(1, 100_000);
  const perAgentDaily = readSetting('IMAGES_PER_AGENT_DAILY', some.default(10), given, problems);
  const daily = readSetting('IMAGES_DAILY', wholeNumber(1, 10_000_000).default(500), given, problems);
  const isWanted = given.IMAGES_URL ?? given.IMAGES_API_KEY ?? given.IMAGES_MODEL;
  for (const name of ['IMAGES_PER_AGENT_DAILY', 'IMAGES_DAILY'] as const)
    if (isWanted === undefined && given[name] !== undefined)
      problems.push(`${name} needs IMAGES_URL: our own artist has no limit.`);
  return service && { ...service, perAgentDaily, daily };
}

/** The service whose settings begin with `prefix`: a model behind an address that speaks as OpenAI's do. */
export function readModelService(prefix: 'EMBEDDINGS' | 'IMAGES', given: GivenSettings, problems: string[]) {
  const [url, model] = [given[`${prefix}_URL`], given[`${prefix}_MODEL`]];
  // Services on one's own machine often want none.
  const key = given[`${prefix}_API_KEY`];
  if (url === undefined && key === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) {
    problems.push(
      `${prefix}_URL and ${prefix}_MODEL go together: set both or neither, and no ${prefix}_API_KEY without them.`,
    );
    return undefined;
  }
  if (!isBare(URL.parse(url)))
    problems.push(`${prefix}_URL must be an http(s) address without a password, query or fragment.`);
  if (!/^[\x21-\x7e]{1,200}$/.test(model))
    problems.push(`${prefix}_MODEL must be the id of a model, without blanks.`);
  // It is sent in a header, and what does not fit there would only fail with the first question.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push(`${prefix}_API_KEY must be one line of plain characters.`);
  return { url, key, model };
}
