import { moneyText } from './format.ts';

/** An amount in cents, written in yuan. */
export function Money({ cents, language }: { readonly cents: number; readonly language: string }) {
  return <span data-numeric="">{moneyText(cents, language)}</span>;
}
