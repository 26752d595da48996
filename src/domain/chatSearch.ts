import type { ChatMessage } from './timeline.ts';

/** What is searched for, as it is compared; empty while nothing is. */
export const asSought = (text: string): string => text.trim().toLowerCase();

/** The keys of the messages that say something, oldest first. What was taken back is not found. */
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

/** Where a text stands in another, each place once. */
export function placesIn(text: string, sought: string): readonly number[] {
  const places: number[] = [];
  const lower = text.toLowerCase();
  // A letter that changes its length in lower case would move every place behind it.
  if (sought === '' || lower.length !== text.length) return places;
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}
