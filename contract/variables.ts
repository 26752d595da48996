import * as z from 'zod/mini';

/** Error message for a text with a variable that nothing would fill in. */
const unknownVariable = 'has an unknown variable';

/** Refuses a text with a variable, written as `{{patient.name}}`, that is none of these. */
export function onlyVariables(names: readonly string[]) {
  const known = names.join('|').replaceAll('.', '\\.');
  return z.regex(new RegExp(`^(?![\\s\\S]*\\{\\{(?!\\s*(?:${known})\\s*\\}\\})[^{}]*\\}\\})`, 'u'), unknownVariable);
}
