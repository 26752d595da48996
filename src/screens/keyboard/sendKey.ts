import { useSetting } from '../useSetting.ts';
import type { ShortcutName } from './shortcuts.ts';

/** Whether the command key stands where others have Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const sendKeys = ['enter', 'modEnter'] as const;

/** What sends a message: Enter, or Enter with Ctrl (⌘ on a Mac), so that Enter alone starts a new line. */
export type SendKey = (typeof sendKeys)[number];

/** The person's own choice, which follows them from machine to machine. */
export const useSendKey = () => useSetting<SendKey>('keys.send', 'enter', sendKeys);

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Whether these keys send. With Shift or Alt, Enter never does. */
export const isSend = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed, chosen: SendKey): boolean =>
  key === 'Enter' && !shiftKey && !altKey && (chosen === 'enter' || ctrlKey || metaKey);

/** How people read the keys with Ctrl. */
export const modEnter = () => (isMac() ? '⌘+Enter' : 'Ctrl+Enter');

/** The keys of the reply box that go by the choice. */
export const shownWriting = (chosen: SendKey): Partial<Record<ShortcutName, string>> =>
  chosen === 'enter' ? {} : { send: modEnter(), newLine: 'Enter' };
