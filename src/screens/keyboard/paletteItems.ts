import { useSelector } from '@xstate/react';
import { matchSorter } from 'match-sorter';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchForm } from '../../../clinical/words/searchForm.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { initialsOf, isFoundIn } from '../../domain/pinyin.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { roleOf } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { places } from '../layout/navigation.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { isMac, shownKeys, useKeyMap } from './keyMap.ts';
import type { Keys } from './registry.ts';
import { shortcuts } from './shortcuts.ts';

/** An entry of the command palette. */
export type PaletteItem = {
  readonly id: string;
  readonly group: 'patients' | 'orders' | 'medicines' | 'pages' | 'actions';
  readonly title: string;
  readonly detail: string;
  readonly keys: string | null;
  readonly run: () => void;
};

/** Shortcuts that make no sense in a list. */
const notListed = new Set<string>(['palette', 'openChat', 'goHome', 'goQueue', 'goRecords', 'goProfile']);

/** Shortcuts of the form that has the focus, which the palette takes from it. */
const ofFocusedForm = new Set<string>(['saveRecord', 'submitPrescription']);

/** URL of a consultation. */
export const consultationPath = (orderId: string): string => `/cloudRoom?order=${encodeURIComponent(orderId)}`;

/** Builds the palette entry of an order. */
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

/** Entries available at once: the doctor's patients, pages and the actions of the screen. */
export function usePaletteItems(keys: Keys): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const item = useOrderItem();
  const { map } = useKeyMap();
  const { work$, session } = useApp();
  const work = useLive(work$);
  const patients = work?.awaiting.list.value;
  const role = useSelector(session, roleOf) ?? 'doctor';
  const pages = places[role].map((place) => ({
    id: place.path,
    group: 'pages' as const,
    title: t(place.label),
    detail: '',
    keys: null,
    run: () => void navigate(place.path),
  }));
  const actions = keys
    .current()
    .filter((name) => shortcuts[name].keys.length > 0 && !notListed.has(name) && !ofFocusedForm.has(name))
    .map((name) => ({
      id: name,
      group: 'actions' as const,
      title: t(`keys.names.${name}`),
      detail: '',
      keys: shownKeys(name, map, isMac()) || null,
      run: () => void keys.run(name),
    }));
  const people = [...(patients?.running ?? []), ...(patients?.waiting ?? [])].map((order) => item(order, 'patients'));
  return [...people, ...actions, ...pages];
}

/** Entries that match a query as text or by pinyin initials, the best first. */
export function matching(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const wanted = searchForm(query);
  if (wanted === '') return items;
  const forms = ({ title, detail }: PaletteItem) => [searchForm(title), searchForm(detail), initialsOf(title)];
  const ranked = matchSorter([...items], wanted, { keys: [forms] });
  // A character with a second reading is found by that too.
  const others = items.filter((one) => !ranked.includes(one) && isFoundIn(query, [one.title]));
  return [...ranked, ...others];
}

/** The matching entries, found again only if the entries or the query change. */
export const useMatches = (items: readonly PaletteItem[], query: string): readonly PaletteItem[] =>
  useMemo(() => matching(items, query), [items, query]);
