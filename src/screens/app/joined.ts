import { isolated } from '../../domain/direction.ts';
import { t } from '../../locales/i18n.ts';

type Kind = 'items' | 'details' | 'posts' | 'entries' | 'sentences';
type Texts = readonly (string | null | undefined | false)[];

const present = (texts: Texts): string[] => texts.flatMap((text) => (text ? isolated(text) : []));

/**
 * Joins the texts that are present with the punctuation of the language on the screen: items of one kind, details of one
 * thing, a name with title and department, entries that contain commas, or sentences.
 */
export const joined = (kind: Kind, texts: Texts): string => present(texts).join(t(`shared.list.${kind}`));

/** A name with its code in brackets, which stay behind it in any direction. */
export const coded = ({ name, code }: { readonly name: string; readonly code: string }): string =>
  `${isolated(name)} (${code})`;

/** Joins the texts that are present with a dot, each in the direction of its own letters. */
export const dotted = (...texts: Texts): string => present(texts).join(' · ');
