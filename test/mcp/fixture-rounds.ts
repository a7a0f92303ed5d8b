import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

const Name = z.object({ name: z.string() });
const Color = z.object({ color: z.string() });
const Ok = z.object({ ok: z.boolean() });
const Context = z.object({ context: z.string() });

const askName = (message = 'What is your name?') => inputRequired.elicit({ message, requestedSchema: Name });
const askModel = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

type Answer = CallToolResult | InputRequiredResult;
type Responses = ServerContext['mcpReq']['inputResponses'];

/** The tools of the conformance suite that need an answer of the client before they can give theirs (SEP-2322). */
export function addFixtureRounds(server: McpServer, states: RequestStateCodec<string>): void {
  const tool = (name: string, answer: (context: ServerContext) => Answer | Promise<Answer>) =>
    server.registerTool(name, { description: 'Asks back.' }, (context: ServerContext) => answer(context));

  const greet = ({ mcpReq }: ServerContext) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', Name);
    return given ? text(`Hello, ${given.name}!`) : inputRequired({ inputRequests: { user_name: askName() } });
  };
  tool('test_input_required_result_elicitation', greet);
  tool('test_streaming_elicitation', greet);
  const capital = ({ mcpReq }: ServerContext) =>
    sampled(mcpReq.inputResponses, 'capital_question') ??
    inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
  tool('test_input_required_result_sampling', capital);
  tool('test_missing_capability', capital);
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (given.kind !== 'roots')
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    return text(`Roots: ${given.roots.map(({ uri }) => uri).join(', ')}`);
  });
  const confirm = async ({ mcpReq }: ServerContext) => {
    const given = acceptedContent(mcpReq.inputResponses, 'confirm', Ok);
    if (given && mcpReq.requestState<string>() === 'asked') return text('state-ok');
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: Ok }) },
      requestState: await states.mint('asked'),
    });
  };
  tool('test_input_required_result_request_state', confirm);
  tool('test_input_required_result_tampered_state', confirm);
  tool('test_input_required_result_multiple_inputs', async ({ mcpReq }) => {
    const { inputResponses: given = {} } = mcpReq;
    if (['user_name', 'greeting', 'client_roots'].every((key) => key in given)) return text('all here');
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: askModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint('asked'),
    });
  });
  tool('test_input_required_result_multi_round', async ({ mcpReq }) => {
    const state = mcpReq.requestState<string>();
    if (state === 'second' && acceptedContent(mcpReq.inputResponses, 'step2', Color)) return text('done');
    const ask = (key: string, request: InputRequest, next: string) =>
      states
        .mint(next)
        .then((requestState) => inputRequired({ inputRequests: { [key]: request }, requestState }));
    if (state === 'first' && acceptedContent(mcpReq.inputResponses, 'step1', Name))
      return ask(
        'step2',
        inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: Color }),
        'second',
      );
    return ask('step1', askName('Step 1: What is your name?'), 'first');
  });
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
    const can = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    return inputRequired({
      inputRequests: {
        ...(can.elicitation && { user_name: askName() }),
        ...(can.sampling && { greeting: askModel('Generate a greeting', 50) }),
      },
    });
  });
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks back.' }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_context', Context);
    if (!given)
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: Context,
          }),
        },
      });
    return { messages: [{ role: 'user', content: { type: 'text', text: given.context } }] };
  });
}

function sampled(responses: Responses, key: string): CallToolResult | undefined {
  const given = inputResponse(responses, key);
  return given.kind === 'sampling' ? text(JSON.stringify(given.result.content)) : undefined;
}
