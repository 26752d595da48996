import { t } from '../locales/i18n.ts';

type Kind = 'items' | 'details' | 'entries' | 'sentences';

/**
 * Joins the texts that are present with the punctuation of the language on the screen: items of one kind, details of one
 * thing, entries that contain commas, or sentences.
 */
export const joined = (kind: Kind, texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join(t(`shared.list.${kind}`));
