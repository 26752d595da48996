import { isIPv6 } from 'node:net';

/** The groups of an IPv6 address in full. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const left = first ?? [];
  const right = last ?? [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right];
}

/** The key for counting attempts from an address: the address itself, or in IPv6 its /64 network (one subscriber). */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const network = groupsOf(ip.replace(/%[\s\S]*/, '')).slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`;
}
