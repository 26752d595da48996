import type { administration } from './en/administration.ts';
import type { conversation } from './en/conversation.ts';
import type { core } from './en/core.ts';
import type { documents } from './en/documents.ts';
import type { entrance } from './en/entrance.ts';
import type { office } from './en/office.ts';
import type { rest } from './en/rest.ts';
import type { reviews } from './en/reviews.ts';

/** The languages a person can choose. */
export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** All texts of the product; the English files define the keys for the other languages. */
type Catalogue = typeof core &
  typeof entrance &
  typeof rest &
  typeof conversation &
  typeof documents &
  typeof office &
  typeof reviews &
  typeof administration;

type Stem<K extends string> = K extends `${infer S}_one` | `${infer S}_other` ? S : K;
type Leaf<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${Stem<K>}` : Leaf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** `namespace.path.key`; a text with plural forms is named without `_one` and `_other`. */
export type TextKey = Leaf<Catalogue, ''>;

type Names<S> = S extends `${string}{{${infer Name}}}${infer Tail}` ? Name | Names<Tail> : never;
type NamesAt<T, Path extends string> = Path extends `${infer Head}.${infer Tail}`
  ? Head extends keyof T
    ? NamesAt<T[Head], Tail>
    : never
  : Path extends keyof T
    ? Names<T[Path]>
    : `${Path}_other` extends keyof T
      ? Names<T[`${Path}_other`]> | 'count'
      : never;
type Wanted<K extends TextKey> = NamesAt<Catalogue, K>;

/** The values that a text needs: one for each `{{name}}` in it. */
export type Values<K extends TextKey> = [Wanted<K>] extends [never]
  ? []
  : [values: { readonly [N in Wanted<K>]: N extends 'count' ? number : string | number }];

/** Turns a text key into what the person reads. */
export type Translate = <K extends TextKey>(key: K, ...values: Values<K>) => string;

/** The same keys in another language. English has two plural forms, a language without them keeps `_other` only. */
export type Translation<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Translation<T[K]>;
};

/** A tree of texts as the runtime sees it. */
export type TextTree = { readonly [key: string]: string | TextTree };
