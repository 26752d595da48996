import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Names for private networks, as Express and Fastify have them. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address that a socket for both families reports in IPv6. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** True if this is an address, a network such as 10.0.0.0/8, or the name of one. */
export function isNetwork(entry: string): boolean {
  if (Object.hasOwn(named, entry)) return true;
  const [address = '', bits, more] = entry.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && more === undefined && (bits === undefined || (/^\d+$/.test(bits) && +bits <= most));
}

function networksOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => named[one] ?? one)) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(unmapped(address), familyOf(unmapped(address)));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const lastOf = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim() ?? null;

type Needs = { trusted: readonly string[]; publicOrigins: readonly string[] };

/** What the operator's reverse proxies say about a request. Headers that anybody else sends count for nothing. */
export function createProxies({ trusted, publicOrigins }: Needs) {
  const list = networksOf(trusted);
  const trusts = (address: string) =>
    isIP(unmapped(address)) !== 0 && list.check(unmapped(address), familyOf(unmapped(address)));
  const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  const isFromProxy = (request: IncomingMessage) => trusts(peerOf(request));

  return {
    trusts,
    isFromProxy,
    /** The client's address: the nearest one that is not a trusted proxy's. */
    addressOf(request: IncomingMessage): string {
      const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
      let address = peerOf(request);
      while (trusts(address)) {
        const before = forwarded.pop()?.trim() ?? '';
        if (isIP(before) === 0) break;
        address = before;
      }
      return address;
    },
    /**
     * Whether the browser used TLS: to this process, to a trusted proxy that says so, or to a host that the operator lists
     * with https while no trusted proxy says otherwise.
     */
    isSecure(request: IncomingMessage): boolean {
      if ((request.socket as TLSSocket).encrypted) return true;
      const said = isFromProxy(request) ? lastOf(request.headers['x-forwarded-proto']) : null;
      return said === null ? publicOrigins.includes(`https://${request.headers.host}`) : said === 'https';
    },
  };
}

export type Proxies = ReturnType<typeof createProxies>;
