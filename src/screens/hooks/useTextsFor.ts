import { textsIn, useTranslation } from '../../locales/i18n.ts';
import type { Language, Translate } from '../../locales/texts.ts';
import { useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';

type Texts = { readonly t: Translate; readonly language: Language };

const loaded = { en: onDemand(() => textsIn('en')), 'zh-CN': onDemand(() => textsIn('zh-CN')) };

/** The language of a text with variables; null if it has no words of its own. */
export function languageOf(text: string): Language | null {
  const words = text.replace(/\{\{[^{}]*\}\}/g, '');
  if (/\p{Script=Han}/u.test(words)) return 'zh-CN';
  return /\p{L}/u.test(words) ? 'en' : null;
}

/**
 * The words to put into a text, such as a template: in the language of the text, not of the screen. Until those of another
 * language have loaded, they are the screen's.
 */
export function useTextsFor(need: 'now' | 'idle'): (text: string) => Texts {
  const screen: Texts = useTranslation();
  const other = useOnDemand(loaded[screen.language === 'en' ? 'zh-CN' : 'en'], need);
  return (text) => (other !== null && languageOf(text) === other.language ? other : screen);
}
