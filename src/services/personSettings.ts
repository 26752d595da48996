import { BehaviorSubject } from 'rxjs';
import type { Api } from '../../contract/catalogue.ts';
import type { putUiSetting } from '../../contract/extension/settings.ts';
import type { InputOf } from '../../contract/operation.ts';

type Setting = InputOf<typeof putUiSetting>['setting'];
type Part = Readonly<Record<string, unknown>>;

const saveAfterMs = 800;
const againAfterMs = 15_000;
const isEmpty = (part: object) => Object.keys(part).length === 0;

/**
 * A person's settings, stored on the platform in one document. Only this module writes it on this page: one save at a
 * time, containing only what was changed here, so that no save undoes another.
 */
export function createPersonSettings({ api }: { readonly api: Pick<Api, 'getUiSetting' | 'putUiSetting'> }) {
  const current$ = new BehaviorSubject<Part>({});
  /** Values chosen on this page or in another tab; they override the platform's. */
  let chosen: Part = {};
  let unsaved: Part = {};
  let state: 'unasked' | 'wanted' | 'loaded' = 'unasked';
  let isBusy = false;
  /** Counts sign-ins on this page, so that an answer for one person is never applied to the next. */
  let visit = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void bringTogether(), ms);
  };
  function show(part: Part) {
    chosen = { ...chosen, ...part };
    current$.next({ ...current$.value, ...part });
  }
  async function read(during: number): Promise<boolean> {
    const answer = await api.getUiSetting({}, { quiet: true });
    if (!answer.ok || during !== visit) return false;
    state = 'loaded';
    current$.next({ ...answer.data, ...chosen });
    return true;
  }
  async function save(during: number): Promise<boolean> {
    const part = unsaved;
    unsaved = {};
    const answer = await api.putUiSetting({ setting: part as Setting, merge: true }, { quiet: true });
    // Retrying a refused save would be refused again.
    const isOver = answer.ok || answer.failure.kind === 'business';
    if (!isOver && during === visit) unsaved = { ...part, ...unsaved };
    return isOver;
  }
  /** Loads what is missing here and saves what is missing there, until both agree. */
  async function bringTogether() {
    if (isBusy) return;
    isBusy = true;
    const during = visit;
    const isThere = state !== 'wanted' || (await read(during));
    if (during !== visit) return;
    const isKept = isEmpty(unsaved) || (await save(during));
    if (during !== visit) return;
    isBusy = false;
    if (!isThere || !isKept) later(againAfterMs);
    else if (!isEmpty(unsaved)) later(saveAfterMs);
  }

  return {
    current$,
    /** Loads the settings once, retrying after failures. */
    load() {
      if (state !== 'unasked') return;
      state = 'wanted';
      void bringTogether();
    },
    choose(part: Part) {
      show(part);
      unsaved = { ...unsaved, ...part };
      later(saveAfterMs);
    },
    /** Applies a choice of another tab, which also saves it. */
    apply: show,
    /** Discards everything when the person signs out. */
    forget() {
      visit += 1;
      clearTimeout(timer);
      [chosen, unsaved, state, isBusy] = [{}, {}, 'unasked', false];
      current$.next({});
    },
  };
}

export type PersonSettings = ReturnType<typeof createPersonSettings>;
