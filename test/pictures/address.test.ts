import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { expect, test, vi } from 'vitest';

import {
  fetchPicture,
  isPublicAddress,
  pinnedLookup,
  type ResolveHost,
} from '../../src/outside/images-api.ts';
import { canary, fakeImages, says, sendsAddress, serves, whyNot, withService } from './fake-images.ts';
import { png } from './samples.ts';

const NOT_HTTPS = 'the images service named an address that is not plain https';
const NOT_OPEN = 'the images service named an address that is not of the open internet';
const NO_WEB = 'the images service named no address of the web';
const CREDENTIALS = 'the images service named an address with credentials in it';

test.each([
  ['another port of this machine', 'http://127.0.0.1:PORT/drawn.png', NOT_HTTPS],
  ['another port of this machine, over TLS', 'https://127.0.0.1:PORT/drawn.png', NOT_HTTPS],
  ['another name of this machine', 'http://localhost:PORT/drawn.png', NOT_HTTPS],
  ['this machine by IPv6', 'http://[::1]:PORT/drawn.png', NOT_HTTPS],
  ['an address of the web without TLS', 'http://example.org/drawn.png', NOT_HTTPS],
  ['another port of the web', 'https://example.org:8443/drawn.png', NOT_HTTPS],
  ['loopback', 'https://127.0.0.1/drawn.png', NOT_OPEN],
  ['loopback as one number', 'https://2130706433/drawn.png', NOT_OPEN],
  ['loopback in hexadecimal', 'https://0x7f.1/drawn.png', NOT_OPEN],
  ['loopback by IPv6', 'https://[::1]/drawn.png', NOT_OPEN],
  ['loopback as IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/drawn.png', NOT_OPEN],
  ['loopback by name', 'https://localhost/drawn.png', NOT_OPEN],
  ['where clouds hand out credentials', 'https://169.254.169.254/latest/meta-data', NOT_OPEN],
  ['where clouds hand out credentials, without TLS', 'http://169.254.169.254/latest/meta-data', NOT_HTTPS],
  ['a private network', 'https://10.0.0.7/drawn.png', NOT_OPEN],
  ['a file', 'file:///etc/passwd', NO_WEB],
  ['a picture inside an address', 'data:image/png;base64,AAAA', NO_WEB],
  ['no address at all', 'drawn.png', NO_WEB],
  ['credentials', 'https://me:secret@example.org/drawn.png', CREDENTIALS],
  ['credentials for this machine', 'http://me:secret@127.0.0.1:PORT/drawn.png', CREDENTIALS],
  ['credentials for the service itself', 'http://me:secret@SERVICE/drawn.png', CREDENTIALS],
])('a picture is not fetched from %s', async (_, address, reason) => {
  const { service, ask } = await withService();
  const bird = await canary();
  const { host } = new URL(service.origin);
  service.answer(sendsAddress(address.replace('PORT', String(bird.port)).replace('SERVICE', host)));
  expect(await whyNot(ask())).toMatchObject({ retry: false, reason });
  expect([bird.visits(), service.fetched.length]).toEqual([0, 0]);
});

test.each([301, 303, 307])('a redirect by %i to this machine is not followed', async (status) => {
  const { service, ask } = await withService();
  const bird = await canary();
  const away = says('', status, { location: `http://127.0.0.1:${bird.port}/drawn.png` });
  service.answer(sendsAddress());
  service.serve(away);
  expect(await whyNot(ask())).toMatchObject({ retry: false });
  service.answer(away);
  expect(await whyNot(ask())).toMatchObject({ retry: false });
  expect(bird.visits()).toBe(0);
});

const PUBLIC = { address: '93.184.215.14', family: 4 };
const PUBLIC_V6 = { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 };
const NEVER = new AbortController().signal;

function answersOf(lookup: LookupFunction): Promise<LookupAddress[]> {
  return new Promise((resolve) => {
    lookup('any.example', { all: true }, (_, addresses) => resolve(addresses as LookupAddress[]));
  });
}

test('a host name is resolved once, so that a second answer cannot redirect the connection', async () => {
  const resolve = vi
    .fn<ResolveHost>()
    .mockResolvedValueOnce([PUBLIC])
    .mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
  const lookup = await pinnedLookup(new URL('https://pictures.example/drawn.png'), NEVER, resolve);
  expect(await answersOf(lookup)).toEqual([PUBLIC]);
  expect(await answersOf(lookup)).toEqual([PUBLIC]);
  expect(resolve).toHaveBeenCalledExactlyOnceWith('pictures.example');
});

test('of a host with several addresses only the public ones are used', async () => {
  const mixed = [{ address: '10.0.0.7', family: 4 }, PUBLIC_V6, { address: '::1', family: 6 }, PUBLIC];
  const lookup = await pinnedLookup(new URL('https://pictures.example/'), NEVER, async () => mixed);
  expect(await answersOf(lookup)).toEqual([PUBLIC_V6, PUBLIC]);
});

test('a DNS lookup that takes too long is given up', async () => {
  const closing = new AbortController();
  const never = () => new Promise<never>(() => undefined);
  const pinned = pinnedLookup(new URL('https://pictures.example/'), closing.signal, never);
  closing.abort(new Error('late'));
  await expect(pinned).rejects.toThrow('late');
});

test('the connection goes to the checked address, whatever the name resolves to later', async () => {
  const service = await fakeImages();
  service.serve(serves(png()));
  const { port } = new URL(service.origin);
  const bytes = await fetchPicture(`http://pictures.invalid:${port}/drawn.png`, {
    service: new URL('https://images.example'),
    mostBytes: 64 * 1024,
    signal: NEVER,
    pinned:
      async () =>
      (_, { all }, tell) =>
        all ? tell(null, [{ address: '127.0.0.1', family: 4 }]) : tell(null, '127.0.0.1', 4),
  });
  expect(bytes).toEqual(png());
  expect(service.fetched[0]?.headers.host).toBe(`pictures.invalid:${port}`);
});

const OPEN = `8.8.8.8, 1.1.1.1, 93.184.215.14, 100.63.255.255, 100.128.0.0, 172.15.0.1, 172.32.0.1, 192.167.1.1, 223.255.255.254,
  2606:4700::1111, 2a00:1450:4001::200e, 2001:4860:4860::8888`;
const CLOSED = `0.0.0.0, 0.1.2.3, 10.0.0.1, 10.255.255.255, 100.64.0.1, 100.100.100.200, 127.0.0.1, 127.255.255.254, 168.63.129.16,
  169.254.169.254, 172.16.0.1, 172.31.255.255, 192.0.0.192, 192.0.2.1, 192.88.99.1, 192.168.1.1, 198.18.0.1, 198.19.255.255,
  198.51.100.1, 203.0.113.1, 224.0.0.1, 239.255.255.255, 240.0.0.1, 255.255.255.255,
  ::, ::1, ::7f00:1, ::ffff:127.0.0.1, ::ffff:8.8.8.8, ::ffff:0:8.8.8.8, 64:ff9b::8.8.8.8, 64:ff9b:1::1, 100::1, 2001::1, 2001:10::1,
  2001:20::1, 2001:db8::1, 2002:7f00:1::1, 3fff::1, 5f00::1, fc00::1, fd00:ec2::254, fe80::1, fe80::1%lo, fec0::1, ff02::1,
  localhost, 127.1, 0x7f000001, 1.2.3, , 8.8.8.8/8`;

test('only addresses of the open internet are public', () => {
  expect(OPEN.split(/,\s+/).filter((address) => !isPublicAddress(address))).toEqual([]);
  expect(CLOSED.split(/,\s+/).filter((address) => isPublicAddress(address))).toEqual([]);
});
