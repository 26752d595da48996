import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import type { LocalText } from '../../clinical/localText.ts';
import { applyImport, checkImport, exportCatalogue } from '../../contract/extension/catalogueFiles.ts';
import { pageDiagnoses, retireDiagnosis, saveDiagnosis } from '../../contract/extension/diagnoses.ts';
import * as dictionary from '../../contract/extension/dictionaries.ts';
import * as medicine from '../../contract/extension/medicines.ts';
import { getRuleSettings, putRuleSettings, ruleSettingHistory } from '../../contract/extension/ruleSettings.ts';
import { limits } from '../../contract/limits.ts';
import type { Db } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import type { CatalogueGeneric } from '../medicines/columnsOfGeneric.ts';
import { createDiagnoses } from './diagnoses.ts';
import { createDictionaries, type DictionaryName } from './dictionaries.ts';
import { createImports, removeOldImports } from './importFiles.ts';
import { listChoices } from './medicineChoices.ts';
import { createMedicines } from './medicines.ts';
import { createFormulary } from './readMedicines.ts';
import { createRuleSettings } from './ruleSettings.ts';

export type CatalogueNeeds = {
  uow: UnitOfWork;
  now: () => number;
  generics: readonly CatalogueGeneric[];
  ingredientNames: Readonly<Record<string, LocalText>>;
  onlineBans: RuleTables['onlineBans'];
  indications: RuleTables['indications'];
  dictionaryNames: readonly DictionaryName[];
};

/** What a hospital's administrator decides about: formulary, diagnoses, dictionaries, and settings of the checks. */
export async function cataloguesPlugin(app: FastifyInstance, needs: CatalogueNeeds): Promise<void> {
  const generics = new Map(needs.generics.map((generic) => [generic.code, generic]));
  const formulary = createFormulary(needs);
  const medicines = createMedicines({ generics });
  app.addOperations([
    route(medicine.pageMedicines)(formulary.page),
    route(medicine.getMedicine)(formulary.one),
    route(medicine.saveMedicine)(medicines.save),
    route(medicine.retireMedicine)(medicines.retire),
    route(medicine.correctStock)(medicines.correct),
    route(medicine.medicineChoices)(listChoices(needs)),
  ]);

  const diagnoses = createDiagnoses(needs);
  app.addOperations([
    route(pageDiagnoses)(diagnoses.page),
    route(saveDiagnosis)(diagnoses.save),
    route(retireDiagnosis)(diagnoses.retire),
  ]);

  const dictionaries = createDictionaries({ names: needs.dictionaryNames });
  app.addOperations([
    route(dictionary.listDictionaries)(dictionaries.list),
    route(dictionary.saveDictEntry)(dictionaries.save),
    route(dictionary.arrangeDictionary)(dictionaries.arrange),
    route(dictionary.retireDictEntry)(dictionaries.retire),
  ]);

  const settings = createRuleSettings(needs);
  app.addOperations([
    route(getRuleSettings)(settings.get),
    route(putRuleSettings)(settings.put),
    route(ruleSettingHistory)(settings.history),
  ]);

  const imports = createImports({ generics });
  // The multipart parser applies to every request of its scope.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.fileBytes, files: 1, fields: 10, parts: 12 } });
    scope.addOperations([route(checkImport)(imports.check)]);
  });
  app.addOperations([route(applyImport)(imports.apply), route(exportCatalogue)(imports.exported)]);
}

export const catalogueJobs = ({ db, now }: { db: Db; now: () => number }): Job[] => [
  { name: 'remove old dry runs', everyMs: 3_600_000, run: () => removeOldImports(db, now()) },
];
