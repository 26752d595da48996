import type { FastifyInstance } from 'fastify';
import * as disease from '../../contract/http/disease.ts';
import * as contract from '../../contract/http/drugs.ts';
import { route } from '../http/route.ts';
import { createDiseases } from './diseases.ts';
import { createMedicines, type MedicineNeeds } from './medicines.ts';

/** Warehouses, medicines and stock; diagnoses of the ICD-10 list, and each doctor's favourites among them. */
export async function medicinesPlugin(app: FastifyInstance, needs: MedicineNeeds): Promise<void> {
  const medicines = createMedicines(needs);
  app.addOperations([
    route(contract.listWarehouses)(medicines.warehouses),
    route(contract.searchDrugs)(medicines.search),
    route(contract.getDrugInventory)(medicines.stock),
    route(contract.findDrugInventory)(medicines.everywhere),
  ]);

  const diseases = createDiseases(needs);
  app.addOperations([
    route(disease.pageDiseases)(diseases.page),
    route(disease.createDoctorDisease)(diseases.addFavourite),
    route(disease.findDoctorDiseases)(diseases.favourites),
    route(disease.deleteDoctorDisease)(diseases.removeFavourite),
  ]);
}
