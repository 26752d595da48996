/** What a quick reply may stand for, by the name between the braces. */
export type ReplyValues = Readonly<Record<'patient.name' | 'patient.title' | 'doctor.name' | 'hospital', string>>;

/** A part of a reply: plain text, or a variable that this product does not know and that must not reach a patient. */
export type ReplyPart = { readonly kind: 'text' | 'unknown'; readonly text: string };

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isKnown = (name: string, values: ReplyValues): name is keyof ReplyValues => Object.hasOwn(values, name);

/** A quick reply with the variables filled in; those that cannot be filled stay as parts of their own. */
export function fillIn(template: string, values: ReplyValues): readonly ReplyPart[] {
  const parts: ReplyPart[] = [];
  let end = 0;
  for (const found of template.matchAll(variable)) {
    const name = found[1] ?? '';
    parts.push({ kind: 'text', text: template.slice(end, found.index) });
    const value = isKnown(name, values) ? values[name] : '';
    parts.push(value === '' ? { kind: 'unknown', text: found[0] } : { kind: 'text', text: value });
    end = found.index + found[0].length;
  }
  return [...parts, { kind: 'text' as const, text: template.slice(end) }].filter(({ text }) => text !== '');
}

/** The variables still standing in a text: while there is one, it cannot be sent. */
export const openVariables = (text: string): readonly string[] => [...text.matchAll(variable)].map(([whole]) => whole);

/** The reply as it is put into the composer. */
export const asText = (parts: readonly ReplyPart[]): string => parts.map(({ text }) => text).join('');
