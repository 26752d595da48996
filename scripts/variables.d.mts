export const secretVariables: readonly string[];
export const tracingSecrets: readonly string[];
export const platformVariables: readonly string[];
type Misspelt = { readonly name: string; readonly meant: string | null };
export function misspeltVariable(environment: Readonly<Record<string, string | undefined>>): Misspelt | null;
