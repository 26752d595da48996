import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/** A multi-line box, or one line for 200 characters and more. */
const sentences =
  /<(TextAreaField|textarea)\b|maxLength=\{([2-9]\d\d|\d{4,}|reasonLength|maxMessage|noteLength|maxReason)\}|Text\(([2-9]\d\d|\d{4,})\)/;

/** The ways of a form to keep what is typed. */
const kept = /\buse(Text|Coded|Template|Form)Draft\(|\buseCancellationReason\(|\buse(Drafted|Saved)Form[(<]/;

/** Files whose text is kept by something else. */
const elsewhere: Record<string, string> = {
  'chat/Composer.tsx': 'the draft of the reply',
  'record/RecordForm.tsx': 'the draft of the record',
  'record/Addenda.tsx': 'the draft of the addendum',
  'prescription/RxForm.tsx': 'the draft of the prescription',
  'prescription/FindingReason.tsx': 'the draft of the prescription',
  'prescription/RxLineFields.tsx': 'the draft of the prescription or the template',
  'prescriptionTask/Decision.tsx': 'the draft of the review',
  'questions/EntryField.tsx': 'the draft of the question or the answer',
  'templates/RecordTexts.tsx': 'the draft of the template',
  'templates/SetLines.tsx': 'the draft of the template',
  'prescription/SigningDialog.tsx': 'a password is kept nowhere',
};

/** A form's file with that of its fields, if it has one. */
function withFields(file: string): string {
  const text = readFileSync(`src/screens/${file}`, 'utf8');
  const fields = /zodResolver[\s\S]*from '\.\/(\w+Fields)\.ts'/.exec(text)?.[1];
  return fields ? text + readFileSync(`src/screens/${dirname(file)}/${fields}.ts`, 'utf8') : text;
}

test('what is typed into a field for sentences is kept as a draft in every form', () => {
  const files = readdirSync('src/screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const lost = files.filter((file) => sentences.test(withFields(file)) && !kept.test(withFields(file)));
  expect(lost.sort()).toEqual(Object.keys(elsewhere).sort());
});
