import { BehaviorSubject } from 'rxjs';
import type { Api } from '../../contract/catalogue.ts';
import type { putUiSetting } from '../../contract/extension/settings.ts';
import type { InputOf } from '../../contract/operation.ts';

type Setting = InputOf<typeof putUiSetting>['setting'];
type Part = Readonly<Record<string, unknown>>;

/** After a save the next one waits, so that a dragged slider is not saved at each step. */
const pauseMs = 800;
const retryMs = 15_000;
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
  /** `due`: the platform may have settings that were not read; also while an answer is on its way that may lack them. */
  let reading: 'unwanted' | 'due' | 'done' = 'unwanted';
  let isBusy = false;
  /** Counts sign-ins on this page, so that an answer for one person is never applied to the next. */
  let signInCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      void synchronise();
    }, ms);
  };
  function show(part: Part) {
    chosen = { ...chosen, ...part };
    current$.next({ ...current$.value, ...part });
  }
  async function read(signIn: number): Promise<boolean> {
    reading = 'done';
    const answer = await api.getUiSetting({}, { quiet: true });
    if (signIn !== signInCount) return false;
    if (!answer.ok) {
      reading = 'due';
      return false;
    }
    current$.next({ ...answer.data, ...chosen });
    return true;
  }
  async function save(signIn: number): Promise<boolean> {
    const part = unsaved;
    unsaved = {};
    const answer = await api.putUiSetting({ setting: part as Setting, merge: true }, { quiet: true });
    // The platform would refuse a refused save again.
    const isOver = answer.ok || answer.failure.kind === 'business';
    if (!isOver && signIn === signInCount) unsaved = { ...part, ...unsaved };
    return isOver;
  }
  /** Loads the settings if needed and saves unsaved changes; retries after a failure. */
  async function synchronise() {
    if (isBusy) return;
    isBusy = true;
    const signIn = signInCount;
    const isChanged = !isEmpty(unsaved);
    const isThere = reading !== 'due' || (await read(signIn));
    if (signIn !== signInCount) return;
    const isKept = isEmpty(unsaved) || (await save(signIn));
    if (signIn !== signInCount) return;
    isBusy = false;
    if (!isThere || !isKept) later(retryMs);
    else if (reading === 'due') void synchronise();
    else if (isChanged || !isEmpty(unsaved)) later(pauseMs);
  }

  return {
    current$,
    /** Loads the settings once, retrying after failures. */
    load() {
      if (reading !== 'unwanted') return;
      reading = 'due';
      void synchronise();
    },
    /** Reads what another device may have chosen; what is not saved yet stays. */
    refresh() {
      if (reading !== 'done') return;
      reading = 'due';
      if (isEmpty(unsaved) && !isBusy) chosen = {};
      void synchronise();
    },
    choose(part: Part) {
      show(part);
      unsaved = { ...unsaved, ...part };
      // Saved at once, because the page may be closed next.
      if (timer === undefined) void synchronise();
    },
    /** Applies a choice of another tab, which also saves it. */
    apply: show,
    /** Discards everything when the person signs out. */
    forget() {
      signInCount += 1;
      clearTimeout(timer);
      timer = undefined;
      [chosen, unsaved, reading, isBusy] = [{}, {}, 'unwanted', false];
      current$.next({});
    },
  };
}

export type PersonSettings = ReturnType<typeof createPersonSettings>;
