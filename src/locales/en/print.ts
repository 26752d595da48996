/** Texts of printing. */
export const print = {
  print: 'Print',
  page: 'Page {{page}} of {{pages}}',
  nothing: 'Nothing is open to print',
  nothingText:
    'Open a prescription, a medical record or a finished consultation in Cloudroom, then print again. Lists can be exported as CSV files.',
  signature: 'Handwritten signature of {{name}}',
  record: 'Print the medical record',
  prescription: 'Print prescription {{number}}',
} as const;
