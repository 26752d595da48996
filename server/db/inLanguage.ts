/** The text in the reader's language, or in Chinese where there is none in English. */
export const inLanguage = <Chinese extends string | null>(
  language: string,
  chinese: Chinese,
  english: string | null,
): Chinese | string => (language === 'en' && english ? english : chinese);
