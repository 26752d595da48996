/** What a demonstration may ask of its patients; `reply`: who would write or come later does so now. */
export const patientCommands = ['oneMore', 'reply', 'disconnect'] as const;

export type PatientCommand = (typeof patientCommands)[number];
