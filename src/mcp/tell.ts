import { namingTools, type ToolStep } from './steps.ts';
import { tellAgents } from './tell-agents.ts';
import { tellCreatures } from './tell-creatures.ts';
import { tellHouse } from './tell-house.ts';
import type { Lines, Tellers } from './teller.ts';
import type { ToolRoute } from './tools.ts';

const TELLERS: Tellers = { ...tellAgents, ...tellCreatures, ...tellHouse };

/** An answer in plain words, every one of them the house's own. */
export function told(route: ToolRoute, reply: unknown): Lines {
  // The reply came from the route of this name.
  return (TELLERS[route] as (reply: unknown) => Lines)(reply);
}

const MOST_CHARACTERS = 1500;
const MOST_STEPS = 3;

/** As many lines as fit into what a model should be given at once; what comes next always has its place. */
export function brief(lines: Lines, ending: Lines = []): string {
  const end = fitting(ending, MOST_CHARACTERS / 2);
  const rest = MOST_CHARACTERS - end.length - 1;
  return [fitting(lines, rest), end].filter((part) => part !== '').join('\n');
}

/** What to do next, as lines. */
export function stepLines(steps: readonly ToolStep[]): Lines {
  if (steps.length === 0) return [];
  return ['Next:', ...steps.slice(0, MOST_STEPS).map(stepLine)];
}

/** The same lines, for as long as they are. */
export function whole(lines: Lines): string {
  return spoken(lines).join('\n');
}

function stepLine({ tool, arguments: given, url, description }: ToolStep): string {
  const call = tool === undefined ? url : `${tool} ${JSON.stringify(given ?? {})}`;
  return `- ${call}: ${description}`;
}

function fitting(lines: Lines, most: number): string {
  let text = '';
  for (const line of spoken(lines)) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}

function spoken(lines: Lines): string[] {
  return lines.filter((line) => line !== undefined && line !== '').map((line) => namingTools(String(line)));
}
