import type { Language, TextTree } from './texts.ts';

/**
 * Text files: `core` for every page, `entrance` for the forms to sign in, `rest` for the screens after sign-in,
 * `conversation` for open consultations, `documents` for records and prescriptions, `office` for the screens without
 * chats, `reviews` for those of reviewers, `administration` for those of administrators.
 */
export type Part =
  | 'core'
  | 'entrance'
  | 'rest'
  | 'conversation'
  | 'documents'
  | 'office'
  | 'reviews'
  | 'administration';
/** Imports the file of a part; the file exports its texts under the part's name. */
type Loaders = { readonly [P in Part]: () => Promise<{ readonly [Q in P]: TextTree }> };

/** Imports of the text files; the page asks for the first ones before the code that shows them. */
export const textFiles: Record<Language, Loaders> = {
  en: {
    core: () => import('./en/core.ts'),
    entrance: () => import('./en/entrance.ts'),
    rest: () => import('./en/rest.ts'),
    conversation: () => import('./en/conversation.ts'),
    documents: () => import('./en/documents.ts'),
    office: () => import('./en/office.ts'),
    reviews: () => import('./en/reviews.ts'),
    administration: () => import('./en/administration.ts'),
  },
  'zh-CN': {
    core: () => import('./zh-CN/core.ts'),
    entrance: () => import('./zh-CN/entrance.ts'),
    rest: () => import('./zh-CN/rest.ts'),
    conversation: () => import('./zh-CN/conversation.ts'),
    documents: () => import('./zh-CN/documents.ts'),
    office: () => import('./zh-CN/office.ts'),
    reviews: () => import('./zh-CN/reviews.ts'),
    administration: () => import('./zh-CN/administration.ts'),
  },
};

/** The language at the start: the person's choice, otherwise the browser's first supported language. */
export function firstLanguage(chosen: string | null, browser: readonly string[]): Language {
  for (const tag of [chosen ?? '', ...browser]) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'zh') return 'zh-CN';
    if (base === 'en') return 'en';
  }
  return 'en';
}
