import type { FastifyInstance } from 'fastify';
import {
  deleteTemplate,
  getTemplate,
  listFavouriteDrugs,
  listTemplates,
  noteTemplateUse,
  saveTemplate,
  setFavouriteDrug,
} from '../../contract/extension/templates.ts';
import { attempt, done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { readFavourites, storeFavourite } from './favouriteDrugs.ts';
import { readTemplate, readTemplates } from './readTemplates.ts';
import { noteUse, removeTemplate, storeTemplate } from './saveTemplate.ts';

/** Templates of doctors and departments, and favourite medicines. Nothing here belongs to a patient. */
export async function templatesPlugin(app: FastifyInstance, { uow }: { uow: UnitOfWork }): Promise<void> {
  app.addOperations([
    route(listTemplates)(async (query, { user }) => done(await readTemplates(uow.read(user.tenantId), user, query))),
    route(getTemplate)((query, { user }) => readTemplate(uow.read(user.tenantId), user, query)),
    route(saveTemplate)((request, { user: by, now: at }) =>
      attempt(uow, by.tenantId, (tx) => storeTemplate(tx, { by, at }, request)),
    ),
    route(deleteTemplate)(({ id }, { user: by }) => attempt(uow, by.tenantId, (tx) => removeTemplate(tx, by, id))),
    route(noteTemplateUse)(({ id }, { user: by, now: at }) =>
      attempt(uow, by.tenantId, (tx) => noteUse(tx, { by, at }, id)),
    ),
    route(listFavouriteDrugs)(async (query, { user }) =>
      done(await readFavourites(uow.read(user.tenantId), user, query)),
    ),
    route(setFavouriteDrug)((request, { user: by, now: at }) =>
      attempt(uow, by.tenantId, (tx) => storeFavourite(tx, { by, at }, request)),
    ),
  ]);
}
