import { connect, type Socket } from 'node:net';
import { type Shape, shapedPipe } from './shapedPipe.ts';
import { frameReader, textFrame } from './webSocketFrames.ts';

export type Direction = 'up' | 'down';
export type LinkKind = 'http' | 'webSocket';

/** Decides what happens to one text frame: call `send` never, once, twice, later, or with another text. */
export type FrameHook = (text: string, direction: Direction, send: (text: string) => void) => void;

/** State shared by all links of a proxy. */
export type Line = {
  shape: Record<Direction, Shape>;
  hook: FrameHook | null;
  cut: { direction: Direction; kind: LinkKind; bytesLeft: number } | null;
  random: () => number;
  spares: ((bytes: Buffer) => boolean) | undefined;
};

export type Link = {
  kind: () => LinkKind;
  reset: () => void;
  /** From now on no byte, FIN or RST passes, and neither end is notified. */
  hang: () => void;
  /** The same, until `resume`. */
  stall: () => void;
  /** It is reset as soon as its client asks for something that is not spared; until then `resume` opens it. */
  refuse: () => void;
  resume: () => void;
};

type Needs = { line: Line; client: Socket; target: { host: string; port: number }; onClosed: () => void };

/** One connection through the proxy, from a client to the target. */
export function faultLink({ line, client, target, onClosed }: Needs): Link {
  const server = connect({ ...target, allowHalfOpen: true });
  const ends: Record<Direction, { from: Socket; to: Socket }> = {
    up: { from: client, to: server },
    down: { from: server, to: client },
  };
  let kind: LinkKind = 'http';
  let state: 'open' | 'stalled' | 'hung' | 'refused' | 'spared' | 'closed' = 'open';
  let delayed: Array<() => void> = [];

  const pipes = {
    up: shapedPipe({ shape: () => line.shape.up, random: line.random }),
    down: shapedPipe({ shape: () => line.shape.down, random: line.random }),
  };

  function close(how: (socket: Socket) => void) {
    if (state === 'closed') return;
    state = 'closed';
    delayed = [];
    pipes.up.stop();
    pipes.down.stop();
    how(client);
    how(server);
    onClosed();
  }

  /** Runs an effect at the receiver now, when the line comes back, or never. */
  function happen(effect: () => void) {
    if (state === 'open' || state === 'spared') effect();
    if (state === 'stalled') delayed.push(effect);
  }

  function deliver(direction: Direction, part: Buffer) {
    const { cut } = line;
    const { to } = ends[direction];
    if (cut === null || cut.direction !== direction || cut.kind !== kind) return void to.write(part);
    const passed = part.subarray(0, cut.bytesLeft);
    cut.bytesLeft -= passed.length;
    if (cut.bytesLeft > 0) return void to.write(passed);
    line.cut = null;
    to.end(passed, () => close((socket) => (socket === to ? socket.destroySoon() : socket.resetAndDestroy())));
  }

  const forward = (direction: Direction, bytes: Buffer) =>
    pipes[direction].bytes(bytes, (part) => happen(() => deliver(direction, part)));

  function forwardFrames(direction: Direction) {
    const read = frameReader();
    return (chunk: Buffer) => {
      for (const { bytes, text } of read(chunk)) {
        if (line.hook === null || text === null) forward(direction, bytes);
        else line.hook(text, direction, (sent) => forward(direction, textFrame(sent, direction === 'up')));
      }
    };
  }

  /** Reads the complete head of an HTTP message: after an upgrade the rest is frames. */
  function listen(direction: Direction) {
    let head: Buffer | null = Buffer.alloc(0);
    let onward = (chunk: Buffer) => forward(direction, chunk);
    return (chunk: Buffer) => {
      if (head === null) return onward(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const lines = head.toString('latin1', 0, end).split('\r\n');
      const body = head.subarray(end + 4);
      head = null;
      if (direction === 'up' && lines.some((one) => /^upgrade: *websocket$/i.test(one))) kind = 'webSocket';
      if (direction === 'down' && !/^HTTP\/1\.1 101 /.test(lines[0] ?? '')) kind = 'http';
      // Compressed frames could not be read, so compression is removed from the handshake.
      const kept = kind === 'http' ? lines : lines.filter((one) => !/^sec-websocket-extensions:/i.test(one));
      forward(direction, Buffer.from(`${kept.join('\r\n')}\r\n\r\n`, 'latin1'));
      if (kind === 'webSocket') onward = forwardFrames(direction);
      if (body.length > 0) onward(body);
    };
  }

  for (const direction of ['up', 'down'] as const) {
    const { from, to } = ends[direction];
    const withFaults = listen(direction);
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (direction === 'up' && kind === 'http' && state !== 'closed' && line.spares?.(bytes)) state = 'spared';
      if (state === 'refused') close((socket) => socket.resetAndDestroy());
      else if (state === 'spared') to.write(bytes);
      else withFaults(bytes);
    });
    from.on('end', () => {
      if (state === 'refused') close((socket) => socket.destroy());
      else if (state === 'spared') to.end();
      else pipes[direction].end(() => happen(() => to.end()));
    });
    from.on('error', () => {
      if (state === 'refused') close((socket) => socket.destroy());
      else happen(() => close((socket) => socket.resetAndDestroy()));
    });
    from.on('close', () => {
      if (client.destroyed && server.destroyed) close((socket) => socket.destroy());
    });
  }

  return {
    kind: () => kind,
    reset: () => {
      if (state !== 'spared') close((socket) => socket.resetAndDestroy());
    },
    hang: () => {
      if (state === 'open' || state === 'stalled') state = 'hung';
    },
    stall: () => {
      if (state === 'open') state = 'stalled';
    },
    refuse: () => {
      if (state === 'open') state = 'refused';
    },
    resume: () => {
      if (state !== 'stalled' && state !== 'refused') return;
      state = 'open';
      for (const effect of delayed.splice(0)) happen(effect);
    },
  };
}
