/** Texts of printing. */
export const print = {
  print: 'Print',
  page: 'Page {{page}} of {{pages}}',
  signature: 'Handwritten signature of {{name}}',
  record: 'Print the medical record',
  prescription: 'Print prescription {{number}}',
} as const;
