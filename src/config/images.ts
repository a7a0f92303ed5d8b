import { wholeNumber } from './parse.ts';
import { chooseService, type ServiceChoice, type ServiceWish } from './service.ts';

export interface ImagesWish extends ServiceWish {
  readonly perAgentDaily: string | undefined;
}

/** The service that draws, instead of our own artist. */
export interface ImagesChoice extends ServiceChoice {
  /** How many pictures one agent may cost its operator in 24 hours. */
  readonly perAgentDaily: number;
}

const USUAL_PER_AGENT_DAILY = 10;

/** The service, none, or every reason why these settings do not fit together. */
export function chooseImages({
  perAgentDaily,
  ...wish
}: ImagesWish): ImagesChoice | undefined | { readonly problems: string[] } {
  const service = chooseService('IMAGES', wish);
  const problems = service && 'problems' in service ? [...service.problems] : [];
  const daily = perAgentDaily === undefined ? USUAL_PER_AGENT_DAILY : wholeNumber(1, 100_000)(perAgentDaily);
  if (daily === undefined) problems.push('IMAGES_PER_AGENT_DAILY must be a whole number from 1 to 100000.');
  if (service === undefined && perAgentDaily !== undefined)
    problems.push('IMAGES_PER_AGENT_DAILY needs IMAGES_URL: our own artist has no limit.');
  if (daily === undefined || problems.length > 0) return { problems };
  return service && !('problems' in service) ? { ...service, perAgentDaily: daily } : undefined;
}
