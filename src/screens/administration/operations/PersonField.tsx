import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '../../../../contract/operation.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { fromAbortable } from '../../../streams/fromAbortable.ts';
import { createSearch } from '../../../streams/search.ts';
import { Combobox, type Found } from '../../../ui/Combobox.tsx';
import { useLive } from '../../hooks/useLive.ts';

const pauseMs = 250;

/** Somebody who was found and chosen. */
export type Chosen = { readonly id: string; readonly name: string };

type Props = {
  readonly label: string;
  readonly placeholder: string;
  /** Memoised; finds people by what was typed. */
  readonly search: (keyword: string, signal: AbortSignal) => Promise<Answer<readonly Found[]>>;
  readonly chosen: Chosen | null;
  readonly onChange: (chosen: Chosen | null) => void;
};

/** A search for one person; typing on gives up the choice. */
export function PersonField({ label, placeholder, search, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { searched$, typed } = useMemo(
    () => createSearch((keyword) => fromAbortable((signal) => search(keyword, signal)), { pauseMs }),
    [search],
  );
  const { found, state } = useLive(searched$);
  const id = chosen?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    setText('');
    typed('');
  }, [id, typed]);
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      text={chosen?.name ?? text}
      onText={(next) => {
        if (chosen) onChange(null);
        setText(next);
        typed(next.slice(0, 60));
      }}
      found={chosen ? [] : found}
      searching={state === 'searching'}
      onChoose={(value) => {
        const one = found.find((each) => each.value === value);
        if (one) onChange({ id: one.value, name: one.label });
      }}
      words={{
        nothing: t(state === 'failed' ? 'operations.trail.searchFailed' : 'operations.trail.nothingFound'),
        searching: t('operations.trail.searching'),
        count: (count) => t('operations.trail.found', { count }),
      }}
    />
  );
}
