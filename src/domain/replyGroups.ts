import { searchForm } from '../../clinical/words/searchForm.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { replyVariables, setupLimits } from '../../contract/extension/serviceSetup.ts';
import { type Cell, csvOf, readCsv } from './csv.ts';
import { otherVariables } from './otherVariables.ts';

export { replyVariables, setupLimits };

/** Unknown variables in a reply; they are never filled in, so the platform refuses the reply. */
export const unknownVariables = (content: string): readonly string[] => otherVariables(content, replyVariables);

/** The fields of a quick reply that its order and its file need. */
export type GroupedReply = {
  readonly id: string;
  readonly title?: string | null | undefined;
  readonly content: string;
  readonly group?: string | null | undefined;
};

type ReplyGroup<Reply> = { readonly name: string; readonly replies: readonly Reply[] };

/** Replies by group, in the order of each group's first reply; those without a group come first. */
export function inGroups<Reply extends GroupedReply>(replies: readonly Reply[]): readonly ReplyGroup<Reply>[] {
  const groups = new Map<string, Reply[]>([['', []]]);
  for (const reply of replies) {
    const name = reply.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), reply]);
  }
  return [...groups].map(([name, own]) => ({ name, replies: own })).filter((group) => group.replies.length > 0);
}

/** The replies in the order in which their groups show them. */
export const asShown = <Reply extends GroupedReply>(replies: readonly Reply[]): readonly Reply[] =>
  inGroups(replies).flatMap((group) => group.replies);

/** The replies with one put in the place of another, whose group it joins. */
export function putInPlaceOf<Reply extends GroupedReply>(
  replies: readonly Reply[],
  id: string,
  target: string,
): readonly Reply[] {
  const shown = asShown(replies);
  const [from, to] = [id, target].map((one) => shown.findIndex((reply) => reply.id === one));
  const [moved, place] = [shown[from ?? -1], shown[to ?? -1]];
  if (!moved || !place || from === to) return replies;
  const others = shown.filter((reply) => reply !== moved);
  return others.toSpliced(to ?? 0, 0, { ...moved, group: place.group ?? null });
}

/** The replies with one a step up or down; at the edge of a group it joins the next one. */
export function stepped<Reply extends GroupedReply>(
  replies: readonly Reply[],
  id: string,
  by: -1 | 1,
): readonly Reply[] {
  const shown = asShown(replies);
  const at = shown.findIndex((reply) => reply.id === id);
  const [moved, next] = [shown[at], shown[at + by]];
  if (!moved || !next) return replies;
  const joins = (next.group ?? '') !== (moved.group ?? '');
  // Beside the edge of another group it only changes its group.
  if (joins) return shown.map((reply) => (reply === moved ? { ...moved, group: next.group ?? null } : reply));
  return putInPlaceOf(shown, id, next.id);
}

const columns = ['group', 'title', 'text'] as const;

/** Replies as a CSV file that can be imported again. */
export const repliesAsCsv = (replies: readonly GroupedReply[]): string =>
  csvOf([[...columns], ...asShown(replies).map(({ group, title, content }): Cell[] => [group, title, content])]);

export type ImportedReply = { readonly group?: string; readonly title?: string; readonly content: string };

/** The replies of a CSV file with the columns group, title and text in any order; null for any other file. */
export function repliesFromCsv(text: string): readonly ImportedReply[] | null {
  const [header = [], ...rows] = readCsv(text) ?? [];
  const names = header.map((cell) => searchForm(cell));
  const cell = (row: readonly string[], name: (typeof columns)[number]) => row[names.indexOf(name)]?.trim() ?? '';
  if (!names.includes('text')) return null;
  return rows.flatMap((row) => {
    const [group, title, content] = columns.map((name) => cell(row, name));
    return content && !isBlank(content) ? [{ content, ...(title ? { title } : {}), ...(group ? { group } : {}) }] : [];
  });
}
