import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import type { Api } from '../../contract/catalogue.ts';
import type { Area } from '../../contract/extension/settings.ts';
import { type Enumerations, eachList, entriesOf, type ListName, listTypes } from '../domain/enumerations.ts';
import type { StoredValues } from './safeStorage.ts';

/** Raise this when the shape of the stored lists changes; older copies are then ignored. */
const version = 1;
const key = 'ENUMERATIONS';

const Entry = z.object({
  label: z.string(),
  value: z.union([z.number(), z.string()]),
  colorType: z.nullable(z.string()),
  retired: z.optional(z.boolean()),
});
const Stored = z.object({
  version: z.literal(version),
  tenantId: z.string(),
  language: z.string(),
  lists: z.object(eachList(() => z.array(Entry))),
});

type Icon = { readonly id: string; readonly code: string; readonly name: string; readonly url: string };

type Needs = {
  readonly api: Pick<Api, 'getDictByType' | 'getAreaTree' | 'getIcons'>;
  readonly local: StoredValues;
  readonly hospitalId: () => string;
  readonly language: () => string;
  /** Receives the lists. */
  readonly lists$: BehaviorSubject<Enumerations>;
};

/** The platform's dictionaries. Stored copies are used at once; a list that fails to load keeps its last value. */
export function createEnumerations({ api, local, hospitalId, language, lists$ }: Needs) {
  const areas$ = new BehaviorSubject<readonly Area[]>([]);
  const icons$ = new BehaviorSubject<readonly Icon[]>([]);
  let loading: { of: string; done: Promise<void> } | null = null;

  function recall(): Enumerations | null {
    try {
      const kept = Stored.safeParse(JSON.parse(local.getItem(key) ?? 'null'));
      const fits = kept.success && kept.data.tenantId === hospitalId() && kept.data.language === language();
      return fits ? kept.data.lists : null;
    } catch {
      return null;
    }
  }

  async function fetchList(name: ListName) {
    const answer = await api.getDictByType({ dictType: listTypes[name] }, { quiet: true });
    return answer.ok ? entriesOf(answer.data) : null;
  }

  async function fetchAll() {
    const kept = recall();
    if (kept) lists$.next(kept);
    const fetched = eachList(fetchList);
    const names = Object.keys(listTypes) as ListName[];
    const found = await Promise.all(names.map(async (name) => [name, await fetched[name]] as const));
    const entries = Object.fromEntries(found.filter(([, list]) => list !== null));
    const lists: Enumerations = { ...(kept ?? lists$.value), ...entries };
    lists$.next(lists);
    if (Object.keys(entries).length > 0)
      local.setItem(key, JSON.stringify({ version, tenantId: hospitalId(), language: language(), lists }));
  }

  return {
    areas$: areas$ as Pick<typeof areas$, 'value' | 'subscribe' | 'pipe'>,
    icons$: icons$ as Pick<typeof icons$, 'value' | 'subscribe' | 'pipe'>,
    /** Loads the twelve lists once for each hospital and language. */
    load(): Promise<void> {
      const of = `${hospitalId()} ${language()}`;
      if (loading?.of !== of) loading = { of, done: fetchAll() };
      return loading.done;
    },
    /** Reloads the lists in the current language, if they were loaded before. */
    async translate(): Promise<void> {
      if (loading) await this.load();
    },
    /** Loads them again, because the hospital may have changed them. */
    async refresh(): Promise<void> {
      if (loading) loading = { ...loading, done: loading.done.then(fetchAll) };
      await loading?.done;
    },
    /** Loads the administrative regions for the screens that select one. */
    async loadAreas(): Promise<void> {
      if (areas$.value.length > 0) return;
      const answer = await api.getAreaTree({}, { quiet: true });
      if (answer.ok) areas$.next(answer.data);
    },
    async loadIcons(): Promise<void> {
      const answer = await api.getIcons({}, { quiet: true });
      if (answer.ok) icons$.next([...answer.data].sort((a, b) => a.sort - b.sort));
    },
  };
}
