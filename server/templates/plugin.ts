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
import { route } from '../http/route.ts';
import { readFavourites, storeFavourite } from './favouriteMedicines.ts';
import { readTemplate, readTemplates } from './readTemplates.ts';
import { noteUse, removeTemplate, storeTemplate } from './saveTemplate.ts';

/** Templates of doctors and departments, and favourite medicines. Nothing here belongs to a patient. */
export async function templatesPlugin(app: FastifyInstance): Promise<void> {
  app.addOperations([
    route(listTemplates)(readTemplates),
    route(getTemplate)(readTemplate),
    route(saveTemplate)(storeTemplate),
    route(deleteTemplate)(removeTemplate),
    route(noteTemplateUse)(noteUse),
    route(listFavouriteDrugs)(readFavourites),
    route(setFavouriteDrug)(storeFavourite),
  ]);
}
