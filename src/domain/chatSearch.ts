import { searchForm } from '../../clinical/words/searchForm.ts';
import type { ChatMessage } from './message.ts';

/** Keys of the messages with a text in its searched form, oldest first. Recalled messages never match. */
export function matchingKeys(
  messages: readonly ChatMessage[],
  query: string,
  textOf: (message: ChatMessage) => string,
): readonly string[] {
  if (query === '') return [];
  return messages.flatMap((message) =>
    !message.recalled && searchForm(textOf(message)).includes(query) ? message.key : [],
  );
}
