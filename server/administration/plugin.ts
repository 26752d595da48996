import type { FastifyInstance } from 'fastify';
import * as staff from '../../contract/extension/administration.ts';
import * as hospital from '../../contract/extension/hospital.ts';
import { decideIdentity, listIdentityRequests } from '../../contract/extension/identity.ts';
import * as operator from '../../contract/extension/operator.ts';
import type { Links } from '../files/links.ts';
import { route } from '../http/route.ts';
import { arrange, makeDepartment, readDepartments, renameDepartment, retire } from './departments.ts';
import { updateHospitalProfile } from './hospital.ts';
import { addOwnHost, removeOwnHost } from './hosts.ts';
import { decideOnIdentity, listIdentities } from './identityDecisions.ts';
import { addHostOfHospital, removeHostOfHospital } from './operatorHosts.ts';
import {
  createHospital,
  createHospitalAdministrator,
  disableHospital,
  licenseHospital,
  listHospitals,
  type OperatorNeeds,
  readOneHospital,
} from './operators.ts';
import { readExpiring, readHospital } from './readHospital.ts';
import { readStaff } from './readStaff.ts';
import { endStaffSessions, switchStaff } from './staffAccess.ts';
import { createStaff, resetStaffPassword, type StaffNeeds, unlockStaff } from './staffCalls.ts';
import { changeStaff } from './staffChanges.ts';

/** What a hospital's administrators do (staff, departments and the hospital itself), and the platform's operators. */
export async function administrationPlugin(
  app: FastifyInstance,
  needs: StaffNeeds & OperatorNeeds & { links: Links },
): Promise<void> {
  app.addOperations([
    route(staff.pageStaff)(readStaff),
    route(staff.createStaff)(createStaff(needs)),
    route(staff.updateStaff)(changeStaff),
    route(staff.setStaffDisabled)(switchStaff),
    route(staff.resetStaffPassword)(resetStaffPassword(needs)),
    route(staff.unlockStaff)(unlockStaff(needs)),
    route(staff.endStaffSessions)(endStaffSessions),
    route(staff.expiringCertificates)(readExpiring),
    route(listIdentityRequests)(listIdentities),
    route(decideIdentity)(decideOnIdentity),
  ]);

  app.addOperations([
    route(hospital.listDepartments)(readDepartments),
    route(hospital.createDepartment)(makeDepartment),
    route(hospital.updateDepartment)(renameDepartment),
    route(hospital.retireDepartment)(retire),
    route(hospital.arrangeDepartments)(arrange),
    route(hospital.getHospital)(readHospital(needs)),
    route(hospital.updateHospital)(updateHospitalProfile(needs)),
    route(hospital.addHospitalHost)(addOwnHost(needs)),
    route(hospital.removeHospitalHost)(removeOwnHost(needs)),
  ]);

  app.addOperations([
    route(operator.pageHospitals)(listHospitals(needs)),
    route(operator.getPlatformHospital)(readOneHospital(needs)),
    route(operator.createHospital)(createHospital(needs)),
    route(operator.setHospitalDisabled)(disableHospital(needs)),
    route(operator.setHospitalLicence)(licenseHospital(needs)),
    route(operator.addHostOfHospital)(addHostOfHospital(needs)),
    route(operator.removeHostOfHospital)(removeHostOfHospital(needs)),
    route(operator.createHospitalAdministrator)(createHospitalAdministrator(needs)),
  ]);
}
