import { Code } from '../../contract/envelope.ts';
import { applyImport, checkImport, exportCatalogue } from '../../contract/extension/catalogueFiles.ts';
import { pageDiagnoses, retireDiagnosis, saveDiagnosis } from '../../contract/extension/diagnoses.ts';
import {
  arrangeDictionary,
  listDictionaries,
  retireDictEntry,
  saveDictEntry,
} from '../../contract/extension/dictionaries.ts';
import {
  correctStock,
  getMedicine,
  medicineChoices,
  pageMedicines,
  retireMedicine,
  saveMedicine,
} from '../../contract/extension/medicines.ts';
import { getRuleSettings, putRuleSettings, ruleSettingHistory } from '../../contract/extension/ruleSettings.ts';
import type { Group } from '../check.ts';
import { equal, needed } from '../finding.ts';
import { shape } from './reading.ts';

const absent = '999999999';

/** The hospital's medicines, diagnoses, dictionaries and rules: what is saved has its present values. */
export const catalogues: Group = {
  name: 'Catalogues of the hospital',
  checks: [
    shape('the choices for medicines', medicineChoices, {}, 'administrator'),
    shape('the changes of the rules', ruleSettingHistory, {}, 'administrator'),
    {
      rule: 'a medicine saved with its present values and stock stays as it was, and an old revision is refused',
      async run(world) {
        const administrator = await world.person('administrator');
        const { list } = await administrator.call(pageMedicines, { state: 'current', pageNo: 1, pageSize: 5 });
        const { id } = needed(list[0], 'the hospital has no medicine');
        const { medicine, warehouses } = await administrator.call(getMedicine, { id });
        const { revision, retired, ...fields } = medicine;
        const saved = await administrator.call(saveMedicine, { ...fields, revision });
        await administrator.refused(saveMedicine, { ...fields, revision: revision - 1 }, Code.duplicateRequest);
        await administrator.call(retireMedicine, { id, revision: saved.revision, retired });
        const [stocked] = warehouses;
        if (stocked) {
          const { warehouseId, stock } = stocked;
          const count = { id, warehouseId, before: stock, after: stock, reason: 'Conformance check' };
          const corrected = await administrator.call(correctStock, count);
          equal(corrected.stock, stock, `the stock is ${corrected.stock} instead of ${stock}`);
        }
        const { revision: _, ...after } = (await administrator.call(getMedicine, { id })).medicine;
        equal(JSON.stringify(after), JSON.stringify({ ...fields, retired }), 'the medicine has changed');
      },
    },
    {
      rule: 'a diagnosis saved with its present values stays as it was, and an old revision is refused',
      async run(world) {
        const administrator = await world.person('administrator');
        const find = async () => (await administrator.call(pageDiagnoses, { state: 'current' })).list[0];
        const { revision, retired, ...fields } = needed(await find(), 'the hospital has no diagnosis');
        const saved = await administrator.call(saveDiagnosis, { ...fields, revision });
        await administrator.refused(saveDiagnosis, { ...fields, revision: revision - 1 }, Code.duplicateRequest);
        await administrator.call(retireDiagnosis, { id: fields.id, revision: saved.revision, retired });
        equal((await find())?.name, fields.name, 'the diagnosis has changed');
      },
    },
    {
      rule: 'a dictionary saved with its present labels and order stays as it was',
      async run(world) {
        const administrator = await world.person('administrator');
        const before = await administrator.call(listDictionaries, {});
        const { dictType, entries } = needed(
          before.find((one) => one.fixed === null && one.entries.length > 0),
          'the hospital has no dictionary that can be changed',
        );
        const [entry] = entries;
        if (entry) {
          const { id, label, labelEn, retired } = entry;
          await administrator.call(saveDictEntry, { dictType, id, label, labelEn });
          await administrator.call(retireDictEntry, { id, retired });
        }
        await administrator.call(arrangeDictionary, { dictType, ids: entries.map(({ id }) => id) });
        const after = (await administrator.call(listDictionaries, {})).find((one) => one.dictType === dictType);
        equal(JSON.stringify(after?.entries), JSON.stringify(entries), 'the dictionary has changed');
        await administrator.refused(retireDictEntry, { id: absent, retired: false }, Code.notFound);
      },
    },
    {
      rule: 'rules saved with their present values stay as they were, and an old version is refused',
      async run(world) {
        const administrator = await world.person('administrator');
        const { version, settings } = await administrator.call(getRuleSettings, {});
        const present = { version, settings, reason: 'Conformance check' };
        await administrator.call(putRuleSettings, present);
        const stale = { ...present, version: version - 1 };
        await administrator.refused(putRuleSettings, stale, Code.duplicateRequest);
        const after = await administrator.call(getRuleSettings, {});
        equal(JSON.stringify(after.settings), JSON.stringify(settings), 'the rules have changed');
      },
    },
    {
      rule: 'an exported list of diagnoses, checked as an import, would change nothing',
      async run(world) {
        const administrator = await world.person('administrator');
        await administrator.call(exportCatalogue, { kind: 'medicines', rows: 'none' });
        const { csv } = await administrator.call(exportCatalogue, { kind: 'diagnoses' });
        const file = { bytes: new TextEncoder().encode(csv), name: 'diagnoses.csv', type: 'text/csv' };
        const sending = { token: administrator.tokens.accessToken };
        const reply = await world.http.upload(checkImport, { kind: 'diagnoses' }, file, sending);
        const { counts } = world.http.accepted(checkImport, reply);
        const { added, changed, refused } = counts;
        equal({ added, changed, refused }, { added: 0, changed: 0, refused: 0 }, 'it would change something');
        await administrator.refused(applyImport, { id: absent }, Code.notFound);
      },
    },
  ],
};
