import type { FastifyInstance } from 'fastify';
import * as disease from '../../contract/http/disease.ts';
import * as contract from '../../contract/http/drugs.ts';
import { route } from '../http/route.ts';
import { createDiseases } from './diseases.ts';
import { createDrugs, type DrugNeeds } from './drugs.ts';

/** Warehouses, drugs and stock; diagnoses of the ICD-10 list, and each doctor's favourites among them. */
export async function drugsPlugin(app: FastifyInstance, needs: DrugNeeds): Promise<void> {
  const drugs = createDrugs(needs);
  app.addOperations([
    route(contract.listWarehouses)(drugs.warehouses),
    route(contract.searchDrugs)(drugs.search),
    route(contract.getDrugInventory)(drugs.stock),
    route(contract.findDrugInventory)(drugs.everywhere),
  ]);

  const diseases = createDiseases(needs);
  app.addOperations([
    route(disease.pageDiseases)(diseases.page),
    route(disease.createDoctorDisease)(diseases.addFavourite),
    route(disease.findDoctorDiseases)(diseases.favourites),
    route(disease.deleteDoctorDisease)(diseases.removeFavourite),
  ]);
}
