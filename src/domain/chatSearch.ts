import type { ChatMessage } from './timeline.ts';

/** The search text normalised for comparison; empty if there is none. */
export const normalisedQuery = (text: string): string => text.trim().toLowerCase();

/** Keys of the matching messages, oldest first. Recalled messages never match. */
export function matchingKeys(
  messages: readonly ChatMessage[],
  query: string,
  textOf: (message: ChatMessage) => string,
): readonly string[] {
  if (query === '') return [];
  return messages.flatMap((message) =>
    !message.recalled && textOf(message).toLowerCase().includes(query) ? message.key : [],
  );
}

/** Positions of a text in another, without overlaps. */
export function matchOffsets(text: string, query: string): readonly number[] {
  const places: number[] = [];
  const lower = text.toLowerCase();
  // A letter whose lower case has another length would shift all later positions.
  if (query === '' || lower.length !== text.length) return places;
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, at + query.length)) places.push(at);
  return places;
}
