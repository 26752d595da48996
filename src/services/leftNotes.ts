/**
 * Prefix of the web storage keys of the unload journal (unloadJournal.ts): sealed writes of pages that closed too
 * early.
 */
export const leftNotes = 'cloudroom-unfinished:';
