/** A mobile number with its middle digits hidden. */
export const maskMobile = (mobile: string): string => mobile.replace(/^(.{3}).*(.{4})$/, '$1****$2');
