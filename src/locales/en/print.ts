/** Texts of printing. */
export const print = {
  print: 'Print',
  page: 'Page {{page}} of {{pages}}',
  signature: 'Handwritten signature of {{name}}',
  conversation: 'Conversation',
  allergies: 'Allergies',
  record: 'Print the medical record',
  prescription: 'Print prescription {{number}}',
} as const;
