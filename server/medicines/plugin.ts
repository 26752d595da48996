import type { FastifyInstance } from 'fastify';
import * as disease from '../../contract/http/disease.ts';
import * as contract from '../../contract/http/drugs.ts';
import { route } from '../http/route.ts';
import { addFavourite, type DiseaseNeeds, pageDiseases, readFavourites, removeFavourite } from './diseases.ts';
import { type MedicineNeeds, readEverywhere, readStock, readWarehouses, searchMedicines } from './readMedicines.ts';

/**
 * Warehouses, and the medicines that can be prescribed with their stock; diagnoses of the ICD-10 list, and each doctor's
 * favourites among them. Nothing here belongs to a patient.
 */
export async function medicinesPlugin(app: FastifyInstance, needs: MedicineNeeds & DiseaseNeeds): Promise<void> {
  app.addOperations([
    route(contract.listWarehouses)(readWarehouses(needs)),
    route(contract.searchDrugs)(searchMedicines(needs)),
    route(contract.getDrugInventory)(readStock),
    route(contract.findDrugInventory)(readEverywhere),
    route(disease.pageDiseases)(pageDiseases(needs)),
    route(disease.createDoctorDisease)(addFavourite),
    route(disease.findDoctorDiseases)(readFavourites(needs)),
    route(disease.deleteDoctorDisease)(removeFavourite),
  ]);
}
