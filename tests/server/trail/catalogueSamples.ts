import { eq } from 'drizzle-orm';
import { diagnosis, drug } from '../../../server/db/schema/drugs.ts';
import { dictData } from '../../../server/db/schema/tenants.ts';
import { newMedicine } from '../../support/medicines.ts';
import type { Person, TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from './sample.ts';

/** Calls of administrators about catalogues, each with what it needs to succeed. */
export const catalogueSamples = (world: TrailWorld) => {
  const { store } = world;
  let made = 0;
  const by = async (input: object): Promise<Sample> => ({ as: await world.person.administrator(), input });
  const medicine = () => store.add(drug, { ...newMedicine, code: `m${++made}` });
  const entry = async () => {
    await store.remove(dictData, eq(dictData.dictType, 'hosp_level'));
    return store.add(dictData, { dictType: 'hosp_level', value: '1', label: '甲', labelEn: 'A' });
  };
  const file = () => `code,name\nZ${10 + (++made % 90)}.${made},某病\n`;
  const dryRun = (as: Person) => world.data<{ id: string }>('checkImport', as, { kind: 'diagnoses', upload: file() });

  return {
    saveMedicine: () => by({ ...newMedicine, code: `m${++made}`, id: null, revision: null }),
    retireMedicine: async () => {
      const { id, revision } = await medicine();
      return by({ id, revision, retired: true });
    },
    correctStock: async () => {
      const { id } = await medicine();
      return by({ id, warehouseId: world.warehouseId, before: 0, after: 5, reason: 'Count' });
    },
    saveDiagnosis: () => by({ code: `Q${10 + ++made}`, name: '某病', nameEn: '', words: [], id: null, revision: null }),
    retireDiagnosis: async () => {
      const { id, revision } = await store.add(diagnosis, { code: `R${10 + ++made}`, name: '某病' });
      return by({ id, revision, retired: true });
    },
    saveDictEntry: async () => by({ dictType: 'hosp_level', id: (await entry()).id, label: '乙', labelEn: 'B' }),
    arrangeDictionary: async () => by({ dictType: 'hosp_level', ids: [(await entry()).id] }),
    retireDictEntry: async () => by({ id: (await entry()).id, retired: true }),
    putRuleSettings: async () => {
      const as = await world.person.administrator();
      const { version, settings } = await world.data<{ version: number; settings: { maxDrugs: number } }>(
        'getRuleSettings',
        as,
      );
      const maxDrugs = settings.maxDrugs === 5 ? 4 : 5;
      return { as, input: { version, settings: { ...settings, maxDrugs }, reason: 'Committee' } };
    },
    checkImport: async () => ({
      ...(await by({ kind: 'medicines', upload: 'code,name\n' })),
      entity: 'medicine' as const,
    }),
    applyImport: async () => {
      const as = await world.person.administrator();
      return { as, input: { id: (await dryRun(as)).id }, entity: 'diagnosis' as const };
    },
  };
};
