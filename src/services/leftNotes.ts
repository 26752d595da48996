/** Web storage under names that begin so holds what pages could not write before they went, sealed (unloadJournal.ts). */
export const leftNotes = 'cloudroom-unfinished:';
