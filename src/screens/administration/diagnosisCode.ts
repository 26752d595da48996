/** A code in an address: one with a dot would be taken for the name of a file. */
export const partOf = (code: string): string => encodeURIComponent(code.replace('.', '-'));

/** The code of a part of an address. */
export const codeOf = (part: string): string => part.replace('-', '.');
