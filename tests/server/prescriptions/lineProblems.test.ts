import { expect, test } from 'vitest';
import { lineProblemReasons } from '../../../server/prescriptions/facts.ts';
import { lineProblemText } from '../../../server/prescriptions/lineProblems.ts';
import { clinicalWords as english } from '../../../src/locales/en/clinicalWords.ts';
import { clinicalWords as chinese } from '../../../src/locales/zh-CN/clinicalWords.ts';

/** Reasons that the platform says about a line but that are never a finding. */
const onlyRefused = ['noLines', 'stockShort', 'blank'];

const asksFor = { en: /(?:^|\. |, )(?:Choose|Add|Remove|Put|Write|choose|remove)\b/, zh: /请/ };

test.each(lineProblemReasons)('the refusal of a line because of %s says what to do, in both languages', (why) => {
  expect(lineProblemText({ why, stock: 2 }, 'en')).toMatch(asksFor.en);
  expect(lineProblemText({ why, stock: 2 }, 'zh-CN')).toMatch(asksFor.zh);
});

test.each(lineProblemReasons.filter((why) => !onlyRefused.includes(why)))(
  'the finding about a line with %s says what to do, in both languages',
  (why) => {
    const said: Readonly<Record<string, string>>[] = [english.why, chinese.why];
    expect(said[0]?.[why]).toMatch(asksFor.en);
    expect(said[1]?.[why]).toMatch(asksFor.zh);
  },
);
