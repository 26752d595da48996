import { expect, test } from 'vitest';
import { asText, fillIn, openVariables } from '../../src/domain/reply.ts';

const values = { 'patient.name': 'Li Na', 'patient.title': 'Ms', 'doctor.name': 'Dr Chen', hospital: '' };

test('known variables are filled in, spaces and all', () => {
  expect(asText(fillIn('Hello {{patient.title}} {{ patient.name }}!', values))).toBe('Hello Ms Li Na!');
});

test.each(['{{drug.name}}', '{{hospital}}', '{{constructor}}'])('%s cannot be filled in and blocks sending', (name) => {
  const parts = fillIn(`Please ask ${name}`, values);
  expect(parts.filter(({ kind }) => kind === 'unknown')).toEqual([{ kind: 'unknown', text: name }]);
  expect(openVariables(asText(parts))).toEqual([name]);
});

test('a value that looks like a variable is not filled in twice', () => {
  expect(asText(fillIn('{{patient.name}}', { ...values, 'patient.name': '{{doctor.name}}' }))).toBe('{{doctor.name}}');
});

test('a text without variables may be sent', () => {
  expect(openVariables('take {2} pills')).toEqual([]);
});
