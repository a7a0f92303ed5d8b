import { expect, test } from 'vitest';

import { readConfig } from './config.ts';
import { chooseImages } from './model-service.ts';

const NONE = { url: undefined, key: undefined, model: undefined, perAgentDaily: undefined };
const SERVICE = {
  url: 'https://api.example.org/v1',
  key: 'secret',
  model: 'gpt-image-1',
  perAgentDaily: '25',
};

test('without any of the settings our own artist draws', () => {
  expect(chooseImages(NONE)).toBeUndefined();
  expect(readConfig({}).images).toBeUndefined();
});

test('a service is an address and a model, with a key or without, and ten pictures a day unless told otherwise', () => {
  expect(chooseImages(SERVICE)).toEqual({ ...SERVICE, perAgentDaily: 25 });
  expect(chooseImages({ ...SERVICE, key: undefined, perAgentDaily: undefined })).toEqual({
    ...SERVICE,
    key: undefined,
    perAgentDaily: 10,
  });
});

test('the settings are read by their names', () => {
  const { url, key, model } = SERVICE;
  const images = readConfig({
    IMAGES_URL: url,
    IMAGES_API_KEY: key,
    IMAGES_MODEL: model,
    IMAGES_PER_AGENT_DAILY: '3',
  }).images;
  expect(images).toEqual({ url, key, model, perAgentDaily: 3 });
});

test.each([
  ['an address without a model', { ...SERVICE, model: undefined }, 'IMAGES_MODEL'],
  ['a key alone', { ...NONE, key: 'secret' }, 'IMAGES_API_KEY'],
  ['a daily number alone', { ...NONE, perAgentDaily: '10' }, 'IMAGES_PER_AGENT_DAILY needs IMAGES_URL'],
  ['none a day', { ...SERVICE, perAgentDaily: '0' }, 'IMAGES_PER_AGENT_DAILY'],
  ['many a day', { ...SERVICE, perAgentDaily: 'many' }, 'IMAGES_PER_AGENT_DAILY'],
  ['a password in the address', { ...SERVICE, url: 'https://me:secret@api.example.org/v1' }, 'IMAGES_URL'],
  ['a key of two lines', { ...SERVICE, key: 'secret\nmore' }, 'IMAGES_API_KEY'],
])('%s is refused, without repeating the key', (_, wish, named) => {
  const choice = chooseImages(wish);
  expect(choice).toEqual({ problems: [expect.stringContaining(named)] });
  expect(JSON.stringify(choice)).not.toContain('secret');
});

test('everything that is wrong is said at once', () => {
  const wish = { url: 'ftp://x', key: undefined, model: 'two words', perAgentDaily: '-1' };
  expect(chooseImages(wish)).toEqual({ problems: Array.from({ length: 3 }, () => expect.any(String)) });
});
