import { useSyncExternalStore } from 'react';
import { isolated } from '../domain/direction.ts';
import { onDemand } from '../ui/onDemand.ts';
import { type Part, textFiles } from './textFiles.ts';
import type { Language, TextKey, TextTree, Translate } from './texts.ts';

// This replaces i18next and uses its text syntax; docs/decisions.md has what both cost.
const loaded: Record<Language, Map<Part, TextTree>> = { en: new Map(), 'zh-CN': new Map() };
const wanted = new Set<Part>(['core']);
const listeners = new Set<() => void>();
const plurals = new Map<Language, Intl.PluralRules>();
let snapshot: { readonly language: Language; readonly t: Translate } = { language: 'en', t: translator('en') };

function find(language: Language, key: string): string | null {
  const path = key.split('.');
  for (const part of loaded[language].values()) {
    let node: TextTree | string | undefined = part;
    for (const step of path) node = typeof node === 'object' ? node[step] : undefined;
    if (typeof node === 'string') return node;
  }
  return null;
}

function pluralOf(language: Language, count: number): string {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

function textOf(language: Language, key: string, count: unknown): string | null {
  const form =
    typeof count === 'number'
      ? (find(language, `${key}_${pluralOf(language, count)}`) ?? find(language, `${key}_other`))
      : null;
  return form ?? find(language, key);
}

function translator(language: Language): Translate {
  // Cached because the rows of a chat repeat the same few texts; a change of texts creates a new translator.
  const plain = new Map<string, string>();
  const look = (key: TextKey, count: unknown) => textOf(language, key, count) ?? textOf('en', key, count) ?? key;
  return (key: TextKey, values?: Readonly<Record<string, string | number>>) => {
    if (values)
      return look(key, values.count).replace(/\{\{(\w+)\}\}/g, (hole, name: string) =>
        isolated(String(values[name] ?? hole)),
      );
    const text = plain.get(key) ?? look(key, undefined);
    plain.set(key, text);
    return text;
  };
}

function publish(language: Language) {
  snapshot = { language, t: translator(language) };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

async function load<P extends Part>(language: Language, part: P) {
  if (!loaded[language].has(part)) loaded[language].set(part, (await textFiles[language][part]())[part]);
}

let latest: Language = 'en';

/** Loads missing texts, tried once, and switches to the language, unless another one was chosen while they loaded. */
async function loadWanted(language: Language) {
  await Promise.all([...wanted].map((part) => load(language, part)));
  if (latest === language) publish(language);
  return { language };
}

/** The texts that are in use in a language that need not be the one on the screen, for words within a text in it. */
export async function textsIn(language: Language): Promise<{ readonly t: Translate; readonly language: Language }> {
  await Promise.all([...wanted].map((part) => load(language, part)));
  return { t: translator(language), language };
}

/** Switches the product to the language; resolves once its texts are loaded, however late. `missing` is told if they stay away. */
export function setLanguage(language: Language, missing: () => void = () => {}): Promise<void> {
  latest = language;
  const texts = onDemand(() => loadWanted(language));
  texts.load().catch(() => {
    if (latest === language) missing();
  });
  return texts.whenLoaded().then(() => {});
}

/** Loads the texts of a later part, which tries again if it fails. */
export async function loadTexts(part: Part): Promise<void> {
  if (wanted.has(part) && loaded[latest].has(part)) return;
  wanted.add(part);
  await loadWanted(latest);
}

/** Sets texts without loading, for tests that render immediately. @internal */
export function provideTexts(language: Language, part: Part, texts: TextTree): void {
  wanted.add(part);
  loaded[language].set(part, texts);
  publish(snapshot.language);
}

/** The chosen language, for requests; its texts may still be loading. */
export const chosenLanguage = (): Language => latest;

/** The language on the screen. */
export const currentLanguage = (): Language => snapshot.language;

/** A text in the language on the screen, for code outside React. */
export const t: Translate = (key, ...values) => snapshot.t(key, ...values);

/** Whether a key built at run time, such as one with an error code, has a text. */
export const hasText = (key: string): key is TextKey => (find(snapshot.language, key) ?? find('en', key)) !== null;

/** Calls `listener` after every change of language or texts; returns the function that unsubscribes it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language and texts for a component, which re-renders when they change. */
export const useTranslation = () => useSyncExternalStore(onLanguage, () => snapshot);
