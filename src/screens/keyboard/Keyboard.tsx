import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSetting } from '../useSetting.ts';
import { useKeyMap } from './keyMap.ts';
import { KeyboardContext, keyboard } from './registry.ts';

const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx').then((m) => ({ default: m.ShortcutHelp })));
const Palette = lazy(() => import('./Palette.tsx').then((m) => ({ default: m.Palette })));

type Props = {
  /** Where `g h`, `g q`, `g r` and `g p` lead for this person. */
  readonly goTo: Readonly<Partial<Record<'goHome' | 'goQueue' | 'goRecords' | 'goProfile', string>>>;
  readonly children: ReactNode;
};

/** The keyboard of all screens behind the sign-in: shortcuts, their help, and the command palette. */
export function Keyboard({ goTo, children }: Props) {
  const [keys] = useState(keyboard);
  const [open, setOpen] = useState<'help' | 'palette' | null>(null);
  const [letters, setLetters] = useSetting('keys.letters', true, [true, false]);
  const { map } = useKeyMap();
  const navigate = useNavigate();

  useEffect(() => keys.listen(document, map), [keys, map]);
  useEffect(() => keys.allowLetters(letters), [keys, letters]);
  useEffect(() => {
    const stops = [
      keys.answer('palette', () => setOpen('palette')),
      keys.answer('help', () => setOpen('help')),
      ...(['goHome', 'goQueue', 'goRecords', 'goProfile'] as const).flatMap((name) => {
        const path = goTo[name];
        return path === undefined ? [] : [keys.answer(name, () => void navigate(path))];
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [keys, goTo, navigate]);

  const use = useMemo(() => ({ keys, openHelp: () => setOpen('help'), openPalette: () => setOpen('palette') }), [keys]);
  const close = () => setOpen(null);
  return (
    <KeyboardContext value={use}>
      {children}
      <Suspense>
        {open === 'help' ? <ShortcutHelp letters={letters} onLetters={setLetters} onClose={close} /> : null}
        {open === 'palette' ? <Palette keys={keys} onClose={close} /> : null}
      </Suspense>
    </KeyboardContext>
  );
}
