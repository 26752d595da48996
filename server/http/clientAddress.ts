import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Names of address ranges that `TRUSTED_PROXIES` may contain, as Fastify reads them. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');
const withoutMapping = (ip: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

function listOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of trusted.flatMap((one) => ranges[one] ?? [one])) {
    const [ip = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(ip, familyOf(ip));
    else list.addSubnet(ip, Number(bits), familyOf(ip));
  }
  return list;
}

/**
 * Finds the client's address of a request that Fastify does not handle, by its rule: the last address that no trusted proxy
 * has. A proxy may forward a header that a client made up, so only real addresses count.
 */
export function createClientAddress(trustedProxies: readonly string[]) {
  const proxies = listOf(trustedProxies);
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const peer = socket.remoteAddress ?? '';
    const header = headers['x-forwarded-for'];
    const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((one) => one.trim());
    let address = peer;
    for (const next of forwarded.filter(Boolean).reverse()) {
      const known = withoutMapping(address);
      if (!isIP(known) || !proxies.check(known, familyOf(known)) || !isIP(next)) break;
      address = next;
    }
    return address;
  };
}
