import type { Socket } from 'node:net';
import { createRandom } from '../random.ts';
import { type Direction, type FrameHook, faultLink, type Line, type Link, type LinkKind } from './faultLink.ts';
import { type Shape, unshaped } from './shapedPipe.ts';

type Needs = {
  target: () => { host: string; port: number };
  seed?: number;
  /** Whether a connection is spared all faults from these bytes of its client on. */
  spares?: (bytes: Buffer) => boolean;
};

/** Connections to the target with simulated network faults. `heal` ends every lasting fault. */
export function faultLine({ target, seed = 1, spares }: Needs) {
  const { next: random } = createRandom(seed);
  const line: Line = { shape: { up: unshaped, down: unshaped }, hook: null, cut: null, random, spares };
  const links = new Set<Link>();
  let greeting: 'welcome' | 'refuse' | 'stall' = 'welcome';

  const each = (kind: LinkKind | undefined, act: (link: Link) => void) => {
    for (const link of [...links]) if (kind === undefined || link.kind() === kind) act(link);
  };

  return {
    /** Connects a client, as the faults of the moment have it. */
    accept(client: Socket): void {
      if (greeting === 'refuse' && !spares) return void client.resetAndDestroy();
      const link = faultLink({ line, client, target: target(), onClosed: () => links.delete(link) });
      links.add(link);
      if (greeting === 'stall') link.stall();
      if (greeting === 'refuse') link.refuse();
    },
    /** Sets latency, jitter and bit rate, both ways unless one is named. */
    shape(shape: Partial<Shape>, direction?: Direction) {
      for (const way of direction ? [direction] : (['up', 'down'] as const))
        line.shape[way] = { ...unshaped, ...shape };
    },
    /** Sends RST to both ends of open connections. */
    reset: (kind?: LinkKind) => each(kind, (link) => link.reset()),
    /** Open connections become silent forever, without FIN or RST; new connections work. */
    hang: (kind?: LinkKind) => each(kind, (link) => link.hang()),
    /** Everything, including new connections, is silent until `heal` and continues from there. */
    stall() {
      greeting = 'stall';
      each(undefined, (link) => link.stall());
    },
    /** New connections are reset until `heal`. */
    refuse() {
      greeting = 'refuse';
    },
    /** After this many more bytes in one direction the receiver sees the end and the sender a reset; once. */
    cutAfter(direction: Direction, bytesLeft: number, kind: LinkKind = 'webSocket') {
      line.cut = { direction, kind, bytesLeft };
    },
    /** Sets the hook for each text frame of WebSockets; null lets all pass. */
    frames(hook: FrameHook | null) {
      line.hook = hook;
    },
    heal() {
      Object.assign(line, { shape: { up: unshaped, down: unshaped }, hook: null, cut: null });
      greeting = 'welcome';
      each(undefined, (link) => link.resume());
    },
    openLinks: () => links.size,
  };
}
