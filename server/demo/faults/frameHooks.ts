import type { FrameHook } from './faultLink.ts';

/** Socket.IO packets as text: `42["name",…]` is an event, `431[…]` the acknowledgement of number 1. */
const isEvent = (text: string, name?: string) =>
  /^42(\/[^,]*,)?\d*\[/.test(text) && (name === undefined || text.includes(`["${name}"`));
const isAck = (text: string) => /^43(\/[^,]*,)?\d+\[/.test(text);

/** The platform stores what it receives, and its next `count` acknowledgements are lost. */
export function dropAcks(count = Number.POSITIVE_INFINITY): FrameHook {
  let left = count;
  return (text, direction, send) => {
    if (direction === 'down' && isAck(text) && left > 0) left -= 1;
    else send(text);
  };
}

const onEvents =
  (name: string | undefined, act: (text: string, send: (text: string) => void) => void): FrameHook =>
  (text, direction, send) => {
    if (direction === 'down' && isEvent(text, name)) act(text, send);
    else send(text);
  };

/** Each pushed event is lost. */
export const dropEvents = (name?: string): FrameHook => onEvents(name, () => {});

/** Each pushed event arrives `times` times. */
export const repeatEvents = (times: number, name?: string): FrameHook =>
  onEvents(name, (text, send) => {
    for (let time = 0; time < times; time += 1) send(text);
  });

/** Pushed events arrive in groups of `size`, each in reverse order. */
export function reverseEvents(size: number, name?: string): FrameHook {
  const group: Array<() => void> = [];
  return onEvents(name, (text, send) => {
    group.unshift(() => send(text));
    if (group.length === size) for (const arrive of group.splice(0)) arrive();
  });
}

/** Holds pushed events back until `release`. */
export function withholdEvents(name?: string): { hook: FrameHook; release: () => void } {
  const waiting: Array<() => void> = [];
  return {
    hook: onEvents(name, (text, send) => void waiting.push(() => send(text))),
    release: () => {
      for (const arrive of waiting.splice(0)) arrive();
    },
  };
}
