import type { Doer } from '../../contract/socket.ts';

/** What somebody of the staff is called in the language of the one who reads it. */
export const doerName = ({ name, nameEn }: Pick<Doer, 'name' | 'nameEn'>, language: string): string =>
  (language === 'en' && nameEn) || name;
