import { matchSorter } from 'match-sorter';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { initialsOf } from '../../domain/pinyin.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app.ts';
import { places } from '../layout/navigation.ts';
import { usePatientWords } from '../patients.ts';
import { useLive } from '../useLive.ts';
import { isMac, shownKeys, useKeyMap } from './keyMap.ts';
import type { Keys } from './registry.ts';
import { shortcuts } from './shortcuts.ts';

/** One thing the palette can do or open. */
export type PaletteItem = {
  readonly id: string;
  readonly group: 'patients' | 'orders' | 'drugs' | 'pages' | 'actions';
  readonly title: string;
  readonly detail: string;
  readonly keys: string | null;
  readonly run: () => void;
};

/** Shortcuts that make no sense when they are picked from a list. */
const notListed = new Set<string>(['palette', 'openChat', 'goHome', 'goQueue', 'goRecords', 'goProfile']);

/** The address at which a consultation opens. */
export const consultationPath = (orderId: string): string => `/cloudRoom?order=${encodeURIComponent(orderId)}`;

/** How an order is listed, among the patients or as an order found by its number. */
export function useOrderItem() {
  const navigate = useNavigate();
  const words = usePatientWords();
  return (order: ConsultOrder, group: 'patients' | 'orders'): PaletteItem => ({
    id: `${group} ${order.id}`,
    group,
    title: order.patient.name,
    detail: [words.short(order.patient), order.orderNo].join(' · '),
    keys: null,
    run: () => void navigate(consultationPath(order.id)),
  });
}

/** Everything that is at hand: the doctor's patients, the pages, and what the screen can do now. */
export function usePaletteItems(keys: Keys): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const item = useOrderItem();
  const { map } = useKeyMap();
  const work = useLive(useApp().work$);
  const patients = work?.awaiting.list.value;
  const pages = places[work ? 'doctor' : 'auditor'].map((place) => ({
    id: place.path,
    group: 'pages' as const,
    title: t(place.label),
    detail: '',
    keys: null,
    run: () => void navigate(place.path),
  }));
  const actions = keys
    .current()
    .filter((name) => shortcuts[name].keys.length > 0 && !notListed.has(name))
    .map((name) => ({
      id: name,
      group: 'actions' as const,
      title: t(`workspace.keys.names.${name}`),
      detail: '',
      keys: shownKeys(name, map, isMac()) || null,
      run: () => void keys.run(name),
    }));
  const people = [...(patients?.running ?? []), ...(patients?.waiting ?? [])].map((order) => item(order, 'patients'));
  return [...people, ...actions, ...pages];
}

/** What fits a search, the best first; as written or by pinyin initials. */
export const useMatches = (items: readonly PaletteItem[], query: string): readonly PaletteItem[] =>
  useMemo(() => {
    const wanted = query.trim();
    if (wanted === '') return items;
    return matchSorter([...items], wanted, { keys: ['title', 'detail', ({ title }) => initialsOf(title)] });
  }, [items, query]);
