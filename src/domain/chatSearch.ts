import type { ChatMessage } from './timeline.ts';

/** The search text normalised for comparison; empty if there is none. */
export const asSought = (text: string): string => text.trim().toLowerCase();

/** Keys of the matching messages, oldest first. Recalled messages never match. */
export function keysFound(
  messages: readonly ChatMessage[],
  sought: string,
  textOf: (message: ChatMessage) => string,
): readonly string[] {
  if (sought === '') return [];
  return messages.flatMap((message) =>
    !message.recalled && textOf(message).toLowerCase().includes(sought) ? message.key : [],
  );
}

/** Positions of a text in another, without overlaps. */
export function placesIn(text: string, sought: string): readonly number[] {
  const places: number[] = [];
  const lower = text.toLowerCase();
  // A letter whose lower case has another length would shift all later positions.
  if (sought === '' || lower.length !== text.length) return places;
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}
