import type { ProblemBody } from '../contract/server/problem-body.ts';
import { describeAgents } from './describe-agents.ts';
import { describeCreatures } from './describe-creatures.ts';
import { describeHouse } from './describe-house.ts';
import type { TextLines, ReplyDescribers } from './reply-lines.ts';
import type { ToolStep } from './tool-steps.ts';
import type { ToolRoute } from './tools.ts';
import type { TrustedReply } from './untrusted.ts';

const REPLY_DESCRIBERS: ReplyDescribers = { ...describeAgents, ...describeCreatures, ...describeHouse };

/** An answer in plain words, none of them written by another agent. */
export function describeReply(route: ToolRoute, reply: unknown): TextLines {
  // The reply came from the route of this name.
  return (REPLY_DESCRIBERS[route] as (reply: unknown) => TextLines)(reply);
}

const MAX_CHARACTERS = 1500;
const MAX_STEPS = 3;
const MAX_WARNINGS = 3;

/** As many lines as fit into MAX_CHARACTERS; the ending always has its place. */
export function fitText(lines: TextLines, ending: TextLines = []): string {
  const end = takeLines(ending, MAX_CHARACTERS / 2);
  const rest = MAX_CHARACTERS - end.length - 1;
  return [takeLines(lines, rest), end].filter((part) => part !== '').join('\n');
}

/** What to do next, as lines. */
export function stepLines(steps: readonly ToolStep[]): TextLines {
  if (steps.length === 0) return [];
  return ['Next:', ...steps.slice(0, MAX_STEPS).map(stepLine)];
}

/** What was read under another name, or not at all. */
export function warningLines({ warnings = [] }: TrustedReply<Pick<ProblemBody, 'warnings'>>): TextLines {
  return warnings
    .slice(0, MAX_WARNINGS)
    .map(({ field, message }) => `About ${JSON.stringify(field)}: ${message}`);
}

/** All lines, however long. */
export function joinLines(lines: TextLines): string {
  return cleanLines(lines).join('\n');
}

function stepLine({ tool, arguments: given, url, description }: ToolStep): string {
  const call = tool === undefined ? url : `${tool} ${JSON.stringify(given ?? {})}`;
  return `- ${call}: ${description}`;
}

function takeLines(lines: TextLines, most: number): string {
  let text = '';
  for (const line of cleanLines(lines)) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}

function cleanLines(lines: TextLines): string[] {
  return lines.filter((line): line is string => line !== undefined && line !== '');
}
