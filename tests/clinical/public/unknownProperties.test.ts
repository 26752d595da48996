import { expect, test } from 'vitest';
import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import { type Effect, effects, propertyGroups } from '../../../clinical/checks/properties.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { input, line } from '../checks/sample.ts';
import { productWith, tables } from './pairChecks.ts';
import { qtRisk, qtUnknown } from './qtList.ts';

const rows = tables.properties ?? [];
const byCode = new Map(rows.map((one) => [one.code, one]));
const nameOf = (code: string) => tables.names[code]?.en ?? code;

/** An ingredient with the effect, other than the one under test, that reaches the blood. */
const partnerOf = (effect: Effect, not: string) =>
  rows.find(({ code, effects: own, unknown }) => own[effect] === 'strong' && unknown.length === 0 && code !== not)
    ?.code;

/** What the checks call "not checked" on the first of two lines, by ingredient and property. */
function notChecked(code: string, other: string): string[] {
  const [one, two] = [productWith(code), productWith(other)];
  if (!one || !two) throw new Error(`no product of ${code} or ${other}`);
  const { unavailable } = checkPrescription(input({ lines: [line(one), line(two)] }), tables, defaultSettings);
  return unavailable
    .filter(({ why, lineIndex }) => why === 'propertiesUnknown' && lineIndex === 0)
    .map(({ params }) => JSON.stringify([params.ingredient, params.property]));
}

const isGroup = (property: string) => propertyGroups.some((group) => group === property);

const used = [...new Set([...readGenerics().values()].flatMap(({ ingredients }) => ingredients))];

test('every ingredient of every generic has each property by a source, or it is unknown', () => {
  const gaps = used.filter((code) => {
    const row = byCode.get(code);
    const both = effects.filter((effect) => row?.effects[effect] && row.unknown.includes(effect));
    return !row || row.source === '' || both.length > 0;
  });
  expect(gaps).toEqual([]);
});

test('every unknown property is "not checked", by its ingredient and by what is unknown, on its line', () => {
  const unknown = used.flatMap((code) => (byCode.get(code)?.unknown ?? []).map((property) => ({ code, property })));
  const silent = unknown.flatMap(({ code, property }) => {
    const effect = effects.find((one) => one === property);
    const other = effect ? partnerOf(effect, code) : 'digoxin';
    const said = other ? notChecked(code, other).filter((one) => one.includes(nameOf(code))) : [];
    return said.length > 0 ? [] : [`${code} ${property}`];
  });
  expect(unknown.length).toBeGreaterThan(0);
  expect(silent).toEqual([]);
});

test('an ingredient without unknown properties is never "not checked" for them', () => {
  const known = used.filter((code) => byCode.get(code)?.unknown.length === 0 && productWith(code));
  expect(known.filter((code) => code !== 'digoxin' && notChecked(code, 'digoxin').length > 0)).toEqual([]);
});

test('an unknown effect matters only beside one that it could meet', () => {
  const effectsOnly = rows.filter(({ unknown }) => unknown.length > 0 && !unknown.some(isGroup));
  expect(effectsOnly.map(({ code }) => code)).toEqual(qtUnknown);
  expect(notChecked('levetiracetam', 'valproate')).toEqual([]);
  expect(notChecked('levetiracetam', 'amiodarone')).toEqual([
    expect.stringMatching(/Levetiracetam.*whether it prolongs the QT interval/),
  ]);
});

test('whoever is on no QT list names the text that was read', () => {
  const labelled = [qtRisk.known.labelled, qtRisk.possible.labelled].flatMap((codes) => codes.split(' '));
  expect(labelled.filter((code) => !/QT: .*read 2026-11-28/.test(byCode.get(code)?.source ?? ''))).toEqual([]);
  expect(qtUnknown.filter((code) => !byCode.get(code)?.unknown.includes('qt'))).toEqual([]);
});

const nursing = input({ lines: [] }).patient;

test.each(['cloxacillin', 'cefixime', 'cefpodoxime'])(
  '%s, without a text about breastfeeding, is "not checked" for a woman who nurses, and only then',
  (code) => {
    const product = productWith(code);
    if (!product) throw new Error(`no product of ${code}`);
    const checked = (lactation: 'yes' | 'no') => {
      const patient = { ...nursing, sex: 'female' as const, ageMonths: 360, states: { ...nursing.states, lactation } };
      const { unavailable, hits } = checkPrescription(
        { ...input({ lines: [line(product)] }), patient },
        tables,
        defaultSettings,
      );
      const whys = unavailable.filter(({ ruleCode }) => ruleCode === 'lactation').map(({ why }) => why);
      return [whys, hits.filter(({ ruleCode }) => ruleCode === 'lactation').length];
    };
    expect([checked('yes'), checked('no')]).toEqual([
      [['suitabilityUnknown'], 0],
      [[], 0],
    ]);
  },
);
