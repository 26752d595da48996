/** Questions of auditors to the doctor, and their answers. */
export const questions = {
  card: {
    list: 'Questions of the pharmacist',
    title: '{{name}} asks about prescription {{number}}',
    open: 'Open the prescription',
    asked: 'Asked at {{time}}',
    waiting: 'waiting {{time}}',
    validUntil: 'valid until {{time}}',
    answer: 'Your answer',
  },
  reason: 'Your reason: {{reason}}',
  answer: 'Send the answer',
  answerOnly: 'Answer without confirming',
  confirm: 'Confirm and sign',
  answered: 'Your answer to {{name}} was sent.',
  unconfirmed: 'The platform has not answered yet. Your answer is sent again.',
  closed: {
    title: 'This question no longer waits for an answer',
    kept: 'Not sent:',
    dismiss: 'Dismiss',
  },
} as const;
