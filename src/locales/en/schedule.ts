/** Texts of the schedule screens. */
export const schedule = {
  title: 'Schedule',
  text: 'How many patients you take in each part of the week. Empty means no consultation.',
  day: 'Day',
  period: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
  cell: '{{type}}, {{day}}, {{period}}',
  cellInvalid: '0 to {{max}}',
  total_one: '{{count}} patient a week',
  total_other: '{{count}} patients a week',
  copyMonday: 'Use Monday for Tuesday to Friday',
  invalid: 'Some fields hold no number that can be used.',
  saved: 'Your schedule was saved.',
  noTypes: 'No kind of consultation is known',
  noTypesText: 'The hospital’s list could not be loaded. Reload the page to try again.',
} as const;
