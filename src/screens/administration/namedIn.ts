/** A name in the reader's language; one without an English name is shown in Chinese. */
export const namedIn = (language: string, { name, nameEn }: { readonly name: string; readonly nameEn: string }) =>
  language === 'en' && nameEn !== '' ? nameEn : name;
