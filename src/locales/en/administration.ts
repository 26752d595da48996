/** The frame of the administration; each section has texts of its own beside it. */
export const administration = {
  administration: {
    title: 'Administration',
    sections: 'Sections of the administration',
    names: {
      people: 'People',
    },
  },
} as const;
