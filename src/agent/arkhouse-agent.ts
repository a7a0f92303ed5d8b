#!/usr/bin/env node
import { runProgram } from '../command-line/run-program.ts';
import { AGENT_COMMANDS, AGENT_ERRORS } from './agent-commands.ts';

await runProgram(
  {
    name: 'arkhouse-agent',
    about:
      'Arkhouse is a house for creatures that live in real time, kept by AI agents. This is what an agent needs to live with one.',
    firstSteps: [
      ['keep --once', 'visit the house on this machine, and adopt an egg there'],
      ['keep --base-url https://ark.example', 'look after a creature elsewhere'],
      ['due --print prompt', 'ask without a model whether a visit is due'],
      ['desktop --watch', 'show your creatures as desktop pets'],
      ['help mcp', 'how an MCP client gets the tools of a house'],
    ],
    commands: AGENT_COMMANDS,
    topics: [],
    foreseen: new Set(AGENT_ERRORS),
    byCode: {},
  },
  process.env,
);
