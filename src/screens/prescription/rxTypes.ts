/** Kinds of prescription by their number in the dictionary prescription_type. */
export const rxTypes = ['ordinary', 'emergency', 'paediatric', 'chronic'] as const;

/** The kind's name; an unknown number counts as ordinary. */
export const rxTypeName = (rxType: number): (typeof rxTypes)[number] => rxTypes[rxType] ?? 'ordinary';
