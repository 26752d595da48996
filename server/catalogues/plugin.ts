import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { applyImport, checkImport, exportCatalogue } from '../../contract/extension/catalogueFiles.ts';
import * as diagnosis from '../../contract/extension/diagnoses.ts';
import * as dictionary from '../../contract/extension/dictionaries.ts';
import * as medicine from '../../contract/extension/medicines.ts';
import { getRuleSettings, putRuleSettings, ruleSettingHistory } from '../../contract/extension/ruleSettings.ts';
import { limits } from '../../contract/limits.ts';
import type { Db } from '../db/connection.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import type { DiagnosisIndex } from '../medicines/diagnosisIndex.ts';
import type { MedicineIndex } from '../medicines/medicineIndex.ts';
import { pageDiagnoses, retireDiagnosis, saveDiagnosis } from './diagnoses.ts';
import { arrangeEntries, listDictionaries, retireEntry, saveEntry } from './dictionaries.ts';
import { applyPlan, checkFile, exportRows, removeOldImports } from './importFiles.ts';
import { brandsOf, type IngredientWords } from './knownNames.ts';
import { listChoices } from './medicineChoices.ts';
import { correctStock, retireMedicine, saveMedicine } from './medicines.ts';
import { pageMedicines, readMedicine } from './readMedicines.ts';
import { changeSettings, readHistory, readSettings } from './ruleSettings.ts';
import type { RuleKnowledge } from './ruleWire.ts';
import type { DictionaryName } from './wire.ts';

export type CatalogueNeeds = RuleKnowledge & {
  medicineIndex: MedicineIndex;
  diagnosisIndex: DiagnosisIndex;
  dictionaryNames: readonly DictionaryName[];
  /** Words by which people name ingredients, brands among them. */
  ingredientWords: readonly IngredientWords[];
};

/** What a hospital's administrator decides about: formulary, diagnoses, dictionaries, and settings of the checks. */
export async function cataloguesPlugin(app: FastifyInstance, needs: CatalogueNeeds): Promise<void> {
  const known = {
    generics: new Map(needs.generics.map((generic) => [generic.code, generic])),
    banned: (needs.onlineBans ?? []).flatMap(({ named = [] }) => named),
    brands: brandsOf(needs.ingredientWords, needs.ingredientNames),
  };
  app.addOperations([
    route(medicine.pageMedicines)(pageMedicines(needs)),
    route(medicine.getMedicine)(readMedicine),
    route(medicine.saveMedicine)(saveMedicine(known)),
    route(medicine.retireMedicine)(retireMedicine),
    route(medicine.correctStock)(correctStock),
    route(medicine.medicineChoices)(listChoices(needs)),
    route(diagnosis.pageDiagnoses)(pageDiagnoses(needs)),
    route(diagnosis.saveDiagnosis)(saveDiagnosis),
    route(diagnosis.retireDiagnosis)(retireDiagnosis),
    route(dictionary.listDictionaries)(listDictionaries(needs)),
    route(dictionary.saveDictEntry)(saveEntry(needs)),
    route(dictionary.arrangeDictionary)(arrangeEntries),
    route(dictionary.retireDictEntry)(retireEntry),
    route(getRuleSettings)(readSettings(needs)),
    route(putRuleSettings)(changeSettings(needs)),
    route(ruleSettingHistory)(readHistory),
  ]);

  // The multipart parser applies to every request of its scope.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.fileBytes, files: 1, fields: 10, parts: 12 } });
    scope.addOperations([route(checkImport)(checkFile(known))]);
  });
  app.addOperations([route(applyImport)(applyPlan(known)), route(exportCatalogue)(exportRows)]);
}

export const catalogueJobs = ({ db, now }: { db: Db; now: () => number }): Job[] => [
  { name: 'remove old dry runs', everyMs: 3_600_000, run: () => removeOldImports(db, now()) },
];
