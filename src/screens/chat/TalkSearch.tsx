import { useEffect } from 'react';
import type { Timeline } from '../../domain/timeline.ts';
import { SearchBar } from './SearchBar.tsx';
import { useTalkSearch } from './useTalkSearch.ts';

type Props = {
  readonly timeline: Timeline;
  /** Which message is to be brought into view; null once the search is over. */
  readonly onGoal: (goal: { readonly key: string } | null) => void;
  readonly onClose: () => void;
};

/** The search through one conversation, while it is open. */
export function TalkSearch({ timeline, onGoal, onClose }: Props) {
  const search = useTalkSearch(timeline);
  const { chosen } = search;
  useEffect(() => onGoal(chosen), [chosen, onGoal]);
  useEffect(() => () => onGoal(null), [onGoal]);
  return <SearchBar search={search} onClose={onClose} />;
}
