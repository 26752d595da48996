import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadTexts } from '../../locales/i18n.ts';
import { laterPart } from '../../ui/LaterPart.tsx';
import { useSetting } from '../hooks/useSetting.ts';
import { useKeyMap } from './keyMap.ts';
import { createKeyboard, KeyboardContext } from './registry.ts';

const ShortcutHelp = laterPart(async () => {
  const [{ ShortcutHelp }] = await Promise.all([import('./ShortcutHelp.tsx'), loadTexts('documents')]);
  return ShortcutHelp;
}, 'floating');
const Palette = laterPart(async () => {
  const [{ Palette }] = await Promise.all([import('./Palette.tsx'), loadTexts('documents')]);
  return Palette;
}, 'floating');

type Props = {
  /** Targets of `g h`, `g q`, `g r` and `g p` for this user's role. */
  readonly goTo: Readonly<Partial<Record<'goHome' | 'goQueue' | 'goRecords' | 'goProfile', string>>>;
  readonly children: ReactNode;
};

/** Shortcuts, their help and the command palette for all screens after sign-in. */
export function Keyboard({ goTo, children }: Props) {
  const [keys] = useState(createKeyboard);
  const [open, setOpen] = useState<'help' | 'palette' | null>(null);
  const [letters, setLetters] = useSetting('keys.letters', true, [true, false]);
  const { map } = useKeyMap();
  const navigate = useNavigate();

  useEffect(() => keys.listen(document, map), [keys, map]);
  useEffect(() => keys.allowLetters(letters), [keys, letters]);
  useEffect(() => {
    const stops = [
      keys.register('palette', () => setOpen('palette')),
      keys.register('help', () => setOpen('help')),
      ...(['goHome', 'goQueue', 'goRecords', 'goProfile'] as const).flatMap((name) => {
        const path = goTo[name];
        return path === undefined ? [] : [keys.register(name, () => void navigate(path))];
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
