import { hash } from 'node:crypto';
import bowser from 'bowser';

const maxKnown = 2_000;
const known = new Map<string, string>();

function describe(userAgent: string): string {
  const { browser, os } = bowser.parse(userAgent);
  const [major] = browser.version?.split('.') ?? [];
  const named = [[browser.name, major].filter(Boolean).join(' '), os.name].filter(Boolean).join(' on ');
  // A client may claim any name, so the hash of the whole user agent tells two of them apart.
  return `${named || 'unknown'} #${hash('sha256', userAgent).slice(0, 8)}`;
}

/** How the trail names a device: browser and system, with a hash of the whole user agent. Null without one. */
export function deviceNameOf(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const text = userAgent.slice(0, 300);
  const earlier = known.get(text);
  if (earlier !== undefined) return earlier;
  if (known.size >= maxKnown) known.clear();
  const described = describe(text);
  known.set(text, described);
  return described;
}
