import type { FastifyInstance } from 'fastify';
import {
  createDoctorDisease,
  deleteDoctorDisease,
  findDoctorDiseases,
  pageDiseases,
} from '../../contract/http/disease.ts';
import { findDrugInventory, getDrugInventory, listWarehouses, searchDrugs } from '../../contract/http/drugs.ts';
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import { createDiseases } from './diseases.ts';
import { createDrugs, type DrugNeeds } from './drugs.ts';

/** Warehouses, drugs and stock; diagnoses of the ICD-10 list, and each doctor's favourites among them. */
export async function drugsPlugin(app: FastifyInstance, needs: DrugNeeds): Promise<void> {
  const drugs = createDrugs(needs);
  app.addOperations([
    route(listWarehouses)(async (_, { user }) => done(await drugs.warehouses(user))),
    route(searchDrugs)(async (search, { user }) => done(await drugs.search(user, search))),
    route(getDrugInventory)(async (query, { user }) => done(await drugs.stock(user, query))),
    route(findDrugInventory)(async ({ id }, { user }) => done(await drugs.everywhere(user, id))),
  ]);

  const diseases = createDiseases(needs);
  app.addOperations([
    route(pageDiseases)(async (query, { user }) => done(await diseases.page(user, query))),
    route(createDoctorDisease)(({ diseaseWesternId }, { user }) => diseases.addFavourite(user, diseaseWesternId)),
    route(findDoctorDiseases)(async (_, { user }) => done(await diseases.favourites(user))),
    route(deleteDoctorDisease)(({ doctorDiseaseWesternId }, { user }) =>
      diseases.removeFavourite(user, doctorDiseaseWesternId),
    ),
  ]);
}
