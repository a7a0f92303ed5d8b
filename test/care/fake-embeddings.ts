import type { ServerResponse } from 'node:http';

import { localServer, sendJson } from '../support/local-server.ts';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

type Answering = (input: readonly string[], response: ServerResponse) => void;

/** A service on loopback with the API of OpenAI; `answer` makes it misbehave. */
export async function fakeEmbeddings() {
  const asked: Asked[] = [];
  let answering: Answering = honest;
  const { url } = await localServer(async ({ url: path, headers: { authorization } }, body, response) => {
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    asked.push({ path, authorization, model, input });
    answering(input, response);
  });
  return { url: `${url}/v1`, asked, answer: (how: Answering) => void (answering = how) };
}

export const honest: Answering = (input, response) => {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: letterCounts(text) }));
  sendJson(response, 200, { object: 'list', data: data.toReversed(), model: 'letters' });
};

export const says =
  (body: string, status = 200): Answering =>
  (_, response) => {
    response.statusCode = status;
    response.end(body);
  };

export const silent: Answering = () => undefined;

/** Embedding by letter counts: anagrams have the same vector. */
export function letterCounts(text: string): number[] {
  const letters = text.toLowerCase().split('');
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter) =>
    letters.reduce((count, each) => count + Number(each === letter), 0.01),
  );
}
