import type { Doer } from '../../contract/socket.ts';

/** A staff member's name in the reader's language. */
export const doerName = ({ name, nameEn }: Pick<Doer, 'name' | 'nameEn'>, language: string): string =>
  (language === 'en' && nameEn) || name;
