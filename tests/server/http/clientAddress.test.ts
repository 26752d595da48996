import { expect, test } from 'vitest';
import { createClientAddress } from '../../../server/http/clientAddress.ts';

const addressOf = (trusted: string[], peer: string, forwarded?: string) =>
  createClientAddress(trusted)({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: peer } as never,
  });

test.each([
  ['the peer without a proxy', [], '203.0.113.9', undefined, '203.0.113.9'],
  ['the peer where no proxy is trusted, whatever it forwards', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['what a trusted proxy forwards', ['10.0.0.1'], '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'the last address that is no proxy: a client may forge those before',
    ['10.0.0.0/8'],
    '10.0.0.1',
    '1.1.1.1, 198.51.100.1, 10.9.9.9',
    '198.51.100.1',
  ],
  ['a trusted range by its name', ['loopback'], '::1', '198.51.100.1', '198.51.100.1'],
  ['a proxy that is seen through IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the proxy where it forwards no address', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
])('the address of a socket is %s', (_, trusted, peer, forwarded, expected) => {
  expect(addressOf(trusted, peer, forwarded)).toBe(expected);
});
