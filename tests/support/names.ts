import { conversation as conversationEn } from '../../src/locales/en/conversation.ts';
import { core as coreEn } from '../../src/locales/en/core.ts';
import { documents as documentsEn } from '../../src/locales/en/documents.ts';
import { entrance as entranceEn } from '../../src/locales/en/entrance.ts';
import { office as officeEn } from '../../src/locales/en/office.ts';
import { rest as restEn } from '../../src/locales/en/rest.ts';
import { reviews as reviewsEn } from '../../src/locales/en/reviews.ts';
import type { TextTree } from '../../src/locales/texts.ts';
import { conversation as conversationZh } from '../../src/locales/zh-CN/conversation.ts';
import { core as coreZh } from '../../src/locales/zh-CN/core.ts';
import { documents as documentsZh } from '../../src/locales/zh-CN/documents.ts';
import { entrance as entranceZh } from '../../src/locales/zh-CN/entrance.ts';
import { office as officeZh } from '../../src/locales/zh-CN/office.ts';
import { rest as restZh } from '../../src/locales/zh-CN/rest.ts';
import { reviews as reviewsZh } from '../../src/locales/zh-CN/reviews.ts';
import type { Language } from './browser.ts';

/** Parts may share a name, so each is a tree of its own. */
const parts: Record<Language, readonly TextTree[]> = {
  en: [coreEn, entranceEn, restEn, conversationEn, documentsEn, officeEn, reviewsEn],
  'zh-CN': [coreZh, entranceZh, restZh, conversationZh, documentsZh, officeZh, reviewsZh],
};

function* leaves(tree: TextTree, path: string[] = []): Generator<{ path: string[]; text: string }> {
  for (const [key, node] of Object.entries(tree)) {
    if (typeof node === 'string') yield { path: [...path, key], text: node };
    else yield* leaves(node, [...path, key]);
  }
}

function textAt(language: Language, path: readonly string[]): string | null {
  for (const part of parts[language]) {
    let node: TextTree | string | undefined = part;
    for (const key of path) node = typeof node === 'object' ? node[key] : undefined;
    if (typeof node === 'string') return node;
  }
  return null;
}

const hole = /\{\{(\w+)\}\}/g;
const holesOf = (text: string) => [...text.matchAll(hole)].map(([, name]) => name);

/**
 * The translation of an English text: `name('Accept {}', 'Wang Min')`. Placeholders are filled in the English order. A
 * text with several translations is selected by the start of its key: `name('Log in', { under: 'session.login' })`.
 */
export function namesIn(language: Language) {
  return (english: string, ...values: Array<string | { under: string }>): string => {
    const words = values.filter((value) => typeof value === 'string');
    const under = values.find((value) => typeof value === 'object')?.under ?? '';
    const same = parts.en
      .flatMap((part) => [...leaves(part)])
      .filter(({ path, text }) => text.replace(hole, '{}') === english && path.join('.').startsWith(under));
    const found = same.map(({ path, text }) => {
      const filled = new Map(holesOf(text).map((name, at) => [name, words[at] ?? '']));
      return (textAt(language, path) ?? '').replace(hole, (_, name: string) => filled.get(name) ?? '');
    });
    const [text, ...others] = new Set(found);
    if (text === undefined) throw new Error(`No text of the product is "${english}" in English.`);
    if (others.length > 0) throw new Error(`"${english}" is ${[text, ...others].join(', ')}: name where it stands.`);
    return text;
  };
}
