import { useCallback, useEffect, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { useTranslation } from '../../locales/i18n.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { useApp } from '../app/app.ts';
import { useFormDraft } from '../forms/useFormDraft.ts';
import { useLive } from '../hooks/useLive.ts';

const pauseMs = 200;

/** What was typed or chosen; the code is null while nothing was chosen from the list. */
const Coded = z.readonly(z.object({ text: z.string(), code: z.nullable(z.string()) }));
export type Coded = z.infer<typeof Coded>;
export const nothingCoded: Coded = { text: '', code: null };

/** A text with an optional code, as a draft. */
export function useCodedDraft(name: string): readonly [Coded, (next: Coded) => void] {
  const [typed, keep] = useFormDraft(name, Coded);
  const set = useCallback((next: Coded) => keep(next.text === '' ? null : next), [keep]);
  return [typed ?? nothingCoded, set];
}

/** Searches the codes of allergens or of generic medicines. */
export function useCodeSearch(kind: 'allergy' | 'medicine') {
  const { api } = useApp();
  return useCallback(
    (keyword: string, signal: AbortSignal) =>
      kind === 'allergy'
        ? api.searchAllergens({ keyword }, { signal, quiet: true })
        : api.searchGenerics({ keyword }, { signal, quiet: true }),
    [api, kind],
  );
}

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: Coded;
  readonly onChange: (value: Coded) => void;
  readonly search: ReturnType<typeof useCodeSearch>;
};

/** A text with an optional code: choosing from the list gives the code, typing on removes it. */
export function CodeField({ label, placeholder, value: { text, code }, onChange, search }: Props) {
  const { t } = useTranslation();
  const { searched$, typed } = useMemo(
    () => createSearch((keyword) => fromAbortable((signal) => search(keyword, signal)), { pauseMs }),
    [search],
  );
  const { found, state } = useLive(searched$);
  const kept = useRef(text);
  useEffect(() => typed(kept.current), [typed]);
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      hint={text.trim() !== '' && code === null ? t('record.facts.uncodedHint') : undefined}
      text={text}
      onText={(next) => {
        onChange({ text: next, code: null });
        typed(next);
      }}
      found={found.map(({ code: value, name }) => ({ value, label: name }))}
      searching={state === 'searching'}
      onChoose={(chosen) => onChange({ text: found.find((one) => one.code === chosen)?.name ?? text, code: chosen })}
      words={{
        nothing: t(state === 'failed' ? 'record.facts.searchFailed' : 'record.facts.nothingFound'),
        searching: t('record.diagnosis.searching'),
        count: (count) => t('record.facts.found', { count }),
      }}
    />
  );
}
