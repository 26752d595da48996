import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { frequencyCodes } from '../../clinical/frequency.ts';
import type { LocalText } from '../../clinical/localText.ts';
import { dosageForms, routeCodes } from '../../clinical/route.ts';
import { units } from '../../clinical/unit.ts';
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
import { limits } from '../../contract/limits.ts';
import type { Db } from '../db/connection.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, refusedWith } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { CatalogueGeneric } from '../drugs/columnsOfGeneric.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { createDiagnoses } from './diagnoses.ts';
import { createDictionaries, type DictionaryName } from './dictionaries.ts';
import { createImports, removeOldImports } from './importFiles.ts';
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
  const { uow, dictionaryNames: names } = needs;
  const generics = new Map(needs.generics.map((generic) => [generic.code, generic]));
  const formulary = createFormulary(needs);
  const medicines = createMedicines({ uow, generics });
  app.addOperations([
    route(pageMedicines)(async (query, { user }) => done(await formulary.page(user, query))),
    route(getMedicine)(({ id }, { user }) => formulary.one(user, id)),
    route(saveMedicine)((request, by) => medicines.save(request, by)),
    route(retireMedicine)((request, by) => medicines.retire(request, by)),
    route(correctStock)((request, by) => medicines.correct(request, by)),
    route(medicineChoices)(async (_, { language }) =>
      done({
        generics: needs.generics.map(({ code, name, pinyin, antibioticLevel, controlType }) => ({
          code,
          pinyin,
          antibioticLevel,
          controlType,
          name: inLanguage(language, name.zh, name.en),
        })),
        dosageForms: [...dosageForms],
        units: units.map(({ code }) => code),
        frequencies: [...frequencyCodes],
        routes: [...routeCodes],
      }),
    ),
  ]);

  const diagnoses = createDiagnoses(needs);
  app.addOperations([
    route(pageDiagnoses)(async (query, { tenantId }) => done(await diagnoses.page(tenantId, query))),
    route(saveDiagnosis)((request, by) => diagnoses.save(request, by)),
    route(retireDiagnosis)((request, by) => diagnoses.retire(request, by)),
  ]);

  const dictionaries = createDictionaries({ uow, names });
  app.addOperations([
    route(listDictionaries)(async (_, { tenantId, language }) => done(await dictionaries.list(tenantId, language))),
    route(saveDictEntry)((request, by) => dictionaries.save(request, by)),
    route(arrangeDictionary)((request, by) => dictionaries.arrange(request, by)),
    route(retireDictEntry)((request, by) => dictionaries.retire(request, by)),
  ]);

  const settings = createRuleSettings(needs);
  app.addOperations([
    route(getRuleSettings)(async (_, { tenantId, language }) => done(await settings.get(tenantId, language))),
    route(putRuleSettings)((request, by) => settings.put(request, by)),
    route(ruleSettingHistory)(async (_, { tenantId, language }) => done(await settings.history(tenantId, language))),
  ]);

  const imports = createImports({ uow, generics });
  // The multipart parser applies to every request of its scope.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.fileBytes, files: 1, fields: 10, parts: 12 } });
    scope.addOperations([
      route(checkImport)(async ({ kind }, { file, ...by }) =>
        file === null ? refusedWith(Code.badRequest, 'fileMissing', { field: 'file' }) : imports.check(kind, file, by),
      ),
    ]);
  });
  app.addOperations([
    route(applyImport)(({ id }, by) => imports.apply(id, by)),
    route(exportCatalogue)(async ({ kind, rows }, { tenantId, language }) =>
      done(await imports.exported(tenantId, kind, rows, language)),
    ),
  ]);
}

export const catalogueJobs = ({ db, now }: { db: Db; now: () => number }): Job[] => [
  { name: 'remove old dry runs', everyMs: 3_600_000, run: () => removeOldImports(db, now()) },
];
