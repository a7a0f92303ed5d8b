import type { CallToolResult } from '@modelcontextprotocol/server';

import type { SchemaNode } from './tool-input.ts';
import { stepLine, type ToolStep } from './tool-text.ts';
import { type Tool, toolFor, type ToolRoute, TOOLS } from './tools.ts';

/** Which tools are listed; every tool can be called in each profile. */
export const TOOL_PROFILES = ['all', 'care'] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

interface SmallTool {
  readonly name: string;
  readonly tool: Tool;
  /** The arguments that the profile lists. */
  readonly fields: readonly string[];
}

/** The tools of a life, by short names, for small contexts. */
export const CARE_TOOLS: readonly SmallTool[] = [
  small('register', 'registerAgent', 'username', 'timezone'),
  small('adopt', 'adoptCreature', 'name', 'species_slug', 'family', 'every_hours'),
  small('status', 'getCreatureStatus', 'creature_id'),
  small('care', 'careForCreature', 'action', 'item', 'creature_id', 'notes'),
  small('due', 'getDue'),
  small('letters', 'listLetters', 'creature_id', 'offset'),
  small('resurrect', 'resurrectCreature', 'creature_id'),
];

function small(name: string, route: ToolRoute, ...fields: readonly string[]): SmallTool {
  return { name, tool: toolFor(route), fields };
}

const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  CARE_TOOLS.map(({ name, tool }) => [tool.name, name]),
);
const FULL_NAMES = new RegExp(`\\b(?:${[...SHORT_NAMES.keys()].join('|')})\\b`, 'g');

// A tool in parentheses tells where to read more.
const OTHER_TOOL = new RegExp(
  ` \\((?:${TOOLS.filter(({ name }) => !SHORT_NAMES.has(name))
    .map(({ name }) => name)
    .join('|')})\\)`,
  'g',
);

/** Our sentences with the names of the small profile. */
export function withShortNames(words: string): string {
  return words.replaceAll(OTHER_TOOL, '').replaceAll(FULL_NAMES, (name) => SHORT_NAMES.get(name) ?? name);
}

export function smallSchema({ tool, fields }: SmallTool): SchemaNode {
  const { properties, ...schema } = tool.input.schema;
  const kept = Object.entries(properties).filter(([name]) => fields.includes(name));
  const told = kept.map(([name, { description, ...field }]) => [
    name,
    { ...field, ...(typeof description === 'string' && { description: withShortNames(description) }) },
  ]);
  return { ...schema, properties: Object.fromEntries(told) as Record<string, SchemaNode> };
}

/** A result in the words of the small profile, without the steps that need another tool. */
export function toSmallResult(result: CallToolResult): CallToolResult {
  const { structuredContent: data, content } = result;
  const steps = stepsOf(data);
  const left = steps.filter(({ tool }) => tool !== undefined && !SHORT_NAMES.has(tool));
  const kept = steps.filter((step) => !left.includes(step)).map(toSmallStep);
  return {
    ...result,
    content: content.map((part) =>
      part.type === 'text' ? { ...part, text: withShortNames(withoutSteps(part.text, left)) } : part,
    ),
    ...(isRecord(data) && { structuredContent: withSteps(data, kept) }),
  };
}

function toSmallStep(step: ToolStep): ToolStep {
  const { tool, description } = step;
  const name = tool === undefined ? undefined : (SHORT_NAMES.get(tool) ?? tool);
  return { ...step, ...(name !== undefined && { tool: name }), description: withShortNames(description) };
}

function withoutSteps(text: string, steps: readonly ToolStep[]): string {
  const rest = steps.reduce((shorter, step) => shorter.replace(`\n${stepLine(step)}`, ''), text);
  return rest.replace(/\nNext:(?=\n(?!- )|$)/, '');
}

type ResultFields = Readonly<Record<string, unknown>>;

function withSteps(data: ResultFields, steps: readonly ToolStep[]): ResultFields {
  if ('next_steps' in data) return { ...data, next_steps: steps };
  const { problem } = data;
  return isRecord(problem) ? { ...data, problem: { ...problem, next_steps: steps } } : data;
}

function stepsOf(data: unknown): readonly ToolStep[] {
  if (!isRecord(data)) return [];
  const { next_steps: steps = isRecord(data['problem']) ? data['problem']['next_steps'] : undefined } = data;
  return Array.isArray(steps) ? (steps as readonly ToolStep[]) : [];
}

function isRecord(value: unknown): value is ResultFields {
  return typeof value === 'object' && value !== null;
}
