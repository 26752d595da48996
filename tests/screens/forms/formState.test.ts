import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const stateNamed = (name: string) => new RegExp(`\\[${name}, set\\w+\\] = useState\\b`);

const filesWith = (name: string) =>
  readdirSync('src/screens', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && stateNamed(name).test(readFileSync(`src/screens/${file}`, 'utf8')))
    .sort();

test('no screen keeps by hand whether its call is under way', () => {
  expect(['busy', 'saving', 'sending', 'loading'].flatMap(filesWith)).toEqual([]);
});

test('no form keeps by hand whether somebody has tried to submit it', () => {
  expect(['tried', 'attempted', 'submitted'].flatMap(filesWith)).toEqual([]);
});

/** Fields that take effect while they are typed: searches, filters and choices of what is shown. */
const atOnce = [
  'administration/BannedIngredients.tsx',
  'administration/GenericField.tsx',
  'administration/MedicineIndications.tsx',
  'chat/QuickReplies.tsx',
  'keyboard/Palette.tsx',
  'lists/filterFields.tsx',
  'myAuditRecord/FindingsByRule.tsx',
  'pictures/CropDialog.tsx',
  'serviceSetup/DiseaseTags.tsx',
  'serviceSetup/OwnReplies.tsx',
];

/** Forms whose input a machine judges, so that the sign-in page loads no form library. */
const judgedByMachine = ['signIn/PasswordForm.tsx', 'signIn/SignInForm.tsx'];

/** Whether the file shows in a field what it keeps as state of the component. */
function keepsFieldByHand(file: string): boolean {
  const text = readFileSync(`src/screens/${file}`, 'utf8');
  const states = [...text.matchAll(/\[(\w+), set\w+\] = useState\b/g)].map(([, name]) => name);
  return states.some((name) => new RegExp(`\\b(value|checked|text|typed)(=\\{|: )${name}\\b(?! ===)`).test(text));
}

test('what is typed into a form is kept by the form library', () => {
  const files = readdirSync('src/screens', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(files.filter(keepsFieldByHand).sort()).toEqual([...atOnce, ...judgedByMachine].sort());
});
