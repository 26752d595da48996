/** Values for the variables of a quick reply. */
export type ReplyValues = Readonly<Record<'patient.name' | 'patient.title' | 'doctor.name' | 'hospital', string>>;

/** A part of a reply: plain text, or an unknown variable, which must not reach a patient. */
export type ReplyPart = { readonly kind: 'text' | 'unknown'; readonly text: string };

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isKnown = (name: string, values: ReplyValues): name is keyof ReplyValues => Object.hasOwn(values, name);

/** Fills in the variables of a quick reply; unknown ones become separate parts. */
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

/** Unfilled variables of a text; while there is one, it cannot be sent. */
export const openVariables = (text: string): readonly string[] => [...text.matchAll(variable)].map(([whole]) => whole);

/** The reply as text for the composer. */
export const asText = (parts: readonly ReplyPart[]): string => parts.map(({ text }) => text).join('');
