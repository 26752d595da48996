/** Texts of the public page that checks a printed prescription. */
export const verify = {
  title: 'Prescription check',
  checking: 'Checking …',
  states: {
    valid: 'Valid',
    altered: 'Altered',
    withdrawn: 'Not in force',
    unknown: 'Unknown',
    unchecked: 'Could not be checked',
    tooMany: 'Could not be checked',
  },
  texts: {
    valid: 'The prescription with this code is signed by its doctor and pharmacist and is in force.',
    altered: 'What is stored no longer matches the signatures. Do not dispense. Ask the hospital.',
    withdrawn: 'It was cancelled, has expired or has not been approved. Do not dispense. Ask the doctor for a new one.',
    unknown:
      'No prescription has this code. Scan the code on the paper again. If that does not help, ask the hospital.',
    unchecked: 'There is no answer from the hospital. This says nothing about the prescription. Try again.',
    tooMany: 'There were too many checks from this network. This says nothing about the prescription. Wait a minute.',
  },
  roles: { doctor: 'Doctor', auditor: 'Reviewer' },
  signedAt: 'Signed {{time}}',
  compare: 'Compare these names with the paper. If they differ, do not dispense and ask the hospital.',
  retry: 'Check again',
  note: 'This page shows nothing else about the patient or the medicines.',
  otherLanguage: '中文',
} as const;
