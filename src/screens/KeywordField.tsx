import { useEffect, useRef, useState } from 'react';
import { TextField } from '../ui/TextField.tsx';

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
