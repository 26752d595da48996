import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createProxies, isNetwork } from '../../../server/http/proxies.ts';

const proxies = createProxies({ trusted: ['127.0.0.1', '10.2.0.0/16', '2001:db8::/32'], publicOrigins: [] });
const addressOf = (remoteAddress: string, forwarded?: string) =>
  proxies.addressOf({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as never as IncomingMessage);

test.each([
  ['a stranger who claims another address', '8.8.8.8', '1.2.3.4', '8.8.8.8'],
  ['a trusted proxy', '127.0.0.1', '8.8.8.8', '8.8.8.8'],
  ['a trusted proxy whose client claimed an address', '127.0.0.1', '1.2.3.4, 8.8.8.8', '8.8.8.8'],
  ['a chain of trusted proxies', '127.0.0.1', '8.8.8.8, 10.2.9.9', '8.8.8.8'],
  ['a trusted proxy in IPv6', '2001:db8::9', '2001:4860::1', '2001:4860::1'],
  ['a trusted proxy on a socket for both families', '::ffff:127.0.0.1', '8.8.8.8', '8.8.8.8'],
  ['a trusted proxy that forwards text', '127.0.0.1', "8.8.8.8, '; drop table", '127.0.0.1'],
  ['a trusted proxy that forwards nothing', '127.0.0.1', undefined, '127.0.0.1'],
])('%s: the address of the client is exact', (_, peer, forwarded, expected) => {
  expect(addressOf(peer, forwarded)).toBe(expected);
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['loopback', true],
  ['10.0.0.0/33', false],
  ['10.0.0/8', false],
  ['proxy.example', false],
  ['10.0.0.0/8/9', false],
])('%s names a network: %s', (entry, expected) => {
  expect(isNetwork(entry)).toBe(expected);
});
