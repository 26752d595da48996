import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../locales/i18n.ts';
import { TextField } from '../ui/TextField.tsx';
import { isBackwards } from './days.ts';

type FilterBarProps = { readonly label: string; readonly onSubmit?: () => void; readonly children: ReactNode };

/** The fields that narrow down a list. */
export function FilterBar({ label, onSubmit, children }: FilterBarProps) {
  return (
    <search aria-label={label}>
      <form
        className="ui-filters"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        {children}
      </form>
    </search>
  );
}

type DayFieldsProps = {
  readonly from: string;
  readonly to: string;
  readonly onChange: (end: 'from' | 'to', day: string) => void;
};

/** From one day to another, both included. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        type="date"
        label={t('orders.from')}
        value={from}
        onChange={(event) => onChange('from', event.target.value)}
      />
      <TextField
        type="date"
        label={t('orders.to')}
        value={to}
        onChange={(event) => onChange('to', event.target.value)}
        error={isBackwards(from, to) ? t('orders.backwards') : null}
      />
    </>
  );
}

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
};

const pauseMs = 300;

/** Words to search a list for: asked once the typing rests, or at once with Enter. */
export function KeywordField({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const ask = (text: string) => {
    clearTimeout(timer.current);
    onSearch(text.trim());
  };
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      maxLength={100}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => ask(target.value), pauseMs);
      }}
      onKeyDown={(event) => event.key === 'Enter' && ask(typed)}
      onBlur={() => ask(typed)}
    />
  );
}
