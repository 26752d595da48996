/** Texts of the chat screens. */
export const chat = {
  log: 'Conversation with {{patient}}',
  said: '{{name}}: {{text}}',
  copied: 'The text was copied.',
  recalledByYou: 'You took a message back',
  recalledByPatient: 'The patient took a message back',
  body: {
    voiceNote: 'Voice message',
    prescriptionCard: 'Prescription',
    image: 'Picture',
    imageBroken: 'The picture could not be loaded.',
    voice: 'Voice message, {{seconds}}\u00a0s',
    prescription: 'Prescription {{number}}',
    record: 'Medical record',
    patientCard: 'What the patient asked',
    unknown: 'A message of kind {{type}}, which this version cannot show.',
  },
  notice: {
    order: {
      accepted: '{{doctor}} has taken the consultation.',
      finished: 'The consultation has ended.',
      finishedByTime: 'The consultation ended because its time limit was reached.',
      finishedByQuota: 'The consultation ended because its messages were used up.',
      refused: 'The doctor could not take the consultation.',
      cancelled: 'The patient cancelled the consultation.',
      disputed: 'The consultation ended because the patient disputed it.',
      expired: 'Nobody could take the consultation in time. The payment is returned.',
      offeredToOthers: '{{doctor}} cannot take the consultation. It now waits for the other doctors.',
      doctorAbsent: '{{doctor}} cannot take the consultation. The payment is returned.',
      doctorUnavailable: 'The patient was told that {{doctor}} cannot answer at present.',
      doctorOnLeave: 'The patient was told that {{doctor}} is on leave until {{until}}.',
      reminded: 'The patient was reminded.',
    },
  },
  upload: {
    unreadable: '{{name}} cannot be opened as a picture. Save a photo in HEIC form as JPEG first.',
  },
} as const;
