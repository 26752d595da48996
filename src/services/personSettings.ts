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
 * A person's own settings, kept on the platform in one document so that they follow the person. Nothing else on this
 * page writes it: one saving at a time, of what was chosen here and of nothing else, so that none undoes another.
 */
export function personSettings({ api }: { readonly api: Pick<Api, 'getUiSetting' | 'putUiSetting'> }) {
  const current$ = new BehaviorSubject<Part>({});
  /** What was chosen on this page, or told by another one, stands above what the platform had. */
  let chosen: Part = {};
  let unsaved: Part = {};
  let state: 'unasked' | 'wanted' | 'loaded' = 'unasked';
  let isBusy = false;
  /** Counts the persons at this page: an answer for one of them is nothing to the next. */
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
    // What the platform does not take it will not take later.
    const isOver = answer.ok || answer.failure.kind === 'business';
    if (!isOver && during === visit) unsaved = { ...part, ...unsaved };
    return isOver;
  }
  /** What is missing here is read and what is missing there is saved, until both are so. */
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
    /** Asks for what is kept, once; when it cannot be had, it is asked for again. */
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
    /** Another tab has chosen, and saves it. */
    learn: show,
    /** The person has gone, and another may come. */
    forget() {
      visit += 1;
      clearTimeout(timer);
      [chosen, unsaved, state, isBusy] = [{}, {}, 'unasked', false];
      current$.next({});
    },
  };
}

export type PersonSettings = ReturnType<typeof personSettings>;
