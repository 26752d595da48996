import {
  createDoctorDisease,
  deleteDoctorDisease,
  findDoctorDiseases,
  pageDiseases,
} from '../../contract/http/disease.ts';
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import type { Diseases } from './diseases.ts';

/** Diagnoses of the ICD-10 list, and each doctor's own choice of them. */
export const diseaseRoutes = ({ diseases }: { diseases: Diseases }) => [
  route(pageDiseases)(async (query, { user }) => done(await diseases.page(user, query))),
  route(createDoctorDisease)(({ diseaseWesternId }, { user }) => diseases.keep(user, diseaseWesternId)),
  route(findDoctorDiseases)(async (_, { user }) => done(await diseases.kept(user))),
  route(deleteDoctorDisease)(({ doctorDiseaseWesternId }, { user }) => diseases.forget(user, doctorDiseaseWesternId)),
];
