import { expect, test } from 'vitest';
import { SmsScene } from '../../contract/http/auth.ts';
import { isMobile, isSmsCode, smsScene, tidyMobile } from '../../src/domain/credentials.ts';
import { pointText } from '../../src/domain/puzzle.ts';

test.each([
  ['138 0013 8000', '13800138000'],
  ['138-0013-8000', '13800138000'],
  ['+86 13800138000', '13800138000'],
  ['8613800138000', '13800138000'],
])('%s is written as people write it and sent as the platform takes it', (written, sent) => {
  expect(tidyMobile(written)).toBe(sent);
  expect(isMobile(sent)).toBe(true);
});

test('a mobile number has eleven digits and begins with 1; a code has four to six', () => {
  expect(['23800138000', '1380013800', '138001380000', ''].map(isMobile)).toEqual([false, false, false, false]);
  expect(['123', '1234', '123456', '1234567', '12a4'].map(isSmsCode)).toEqual([false, true, true, false, false]);
});

test('the scenes of an SMS code match the contract', () => {
  expect(smsScene).toEqual(SmsScene);
});

test('the position in a puzzle is sent in whole pixels of the platform', () => {
  expect(pointText(84.6)).toBe('{"x":85,"y":5}');
});
