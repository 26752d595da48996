import type { FastifyInstance } from 'fastify';
import { expiringCertificates } from '../../contract/extension/administration.ts';
import {
  addHospitalHost,
  arrangeDepartments,
  createDepartment,
  getHospital,
  listDepartments,
  removeHospitalHost,
  retireDepartment,
  updateDepartment,
  updateHospital,
} from '../../contract/extension/hospital.ts';
import { runOnce } from '../db/idempotency.ts';
import { attempt, done } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { type Context, route } from '../http/route.ts';
import { hostOf } from '../tenants/hosts.ts';
import type { Tenants } from '../tenants/tenants.ts';
import { audited } from '../trail/audited.ts';
import { addDepartment, arrange, readDepartments, renameDepartment, retire } from './departments.ts';
import { changeHospital, readExpiring, readHospital } from './hospital.ts';
import { addHost, removeHost, ruleOfRefusal } from './hosts.ts';
import { identityRoutes } from './identityDecisions.ts';
import { type OperatorNeeds, operatorRoutes } from './operatorRoutes.ts';
import { type StaffNeeds, staffRoutes } from './staffRoutes.ts';

const changeBy = ({ actor, now }: Context<'administrator'>) => ({ actor, at: now });

type HospitalNeeds = { uow: UnitOfWork; links: Links; tenants: Tenants; testHospitalHost: string };

/** Departments and what the hospital says about itself. */
const hospitalRoutes = ({ uow, links, testHospitalHost }: HospitalNeeds) => [
  route(listDepartments)(async (_, { tenantId }) => done(await readDepartments(uow.read(tenantId)))),

  route(createDepartment)((input, context) => {
    const { user, now: at, tenantId } = context;
    const key = `createDepartment:${input.clientRequestId}`;
    const once = { userId: user.id, key, operation: 'createDepartment', at, content: input };
    return attempt(uow, tenantId, (tx) => runOnce(tx, once, () => addDepartment(tx, input, changeBy(context))));
  }),

  route(updateDepartment)((input, context) =>
    attempt(uow, context.tenantId, (tx) => renameDepartment(tx, input, changeBy(context))),
  ),

  route(retireDepartment)((input, context) =>
    attempt(uow, context.tenantId, (tx) => retire(tx, input, changeBy(context))),
  ),

  route(arrangeDepartments)((input, context) =>
    attempt(uow, context.tenantId, (tx) => arrange(tx, input, changeBy(context))),
  ),

  route(getHospital)((input, { tenantId, language }) =>
    readHospital(uow.read(tenantId), input, { testHospitalHost, language }),
  ),

  route(updateHospital)((input, context) =>
    attempt(uow, context.tenantId, (tx) =>
      changeHospital(tx, input, changeBy(context), { links, ownerId: context.user.id }),
    ),
  ),

  route(expiringCertificates)(async (request, { tenantId, language, now: at }) =>
    done(await readExpiring(uow.read(tenantId), request, { language, at })),
  ),
];

/** The addresses of the hospital. A refusal leaves a row with the rule that refused. */
function hostRoutes({ uow, tenants, testHospitalHost }: HospitalNeeds) {
  const recorded = <T>({ user, tenantId, now: at }: Context<'administrator'>, work: Parameters<typeof audited<T>>[3]) =>
    audited(
      uow,
      { by: user, at },
      { action: 'update', entity: 'hospital', entityId: tenantId, why: ruleOfRefusal },
      work,
    );
  return [
    route(addHospitalHost)(async (input, context) => {
      // Asked before the transaction, which sees the rows of its own hospital alone.
      const host = hostOf(input.host);
      const isOfAnother = host !== null && (await tenants.sameNames([host], context.tenantId)).length > 0;
      return recorded(context, (tx) => addHost(tx, input, { ...changeBy(context), isOfAnother }));
    }),

    route(removeHospitalHost)((input, context) =>
      recorded(context, (tx) => removeHost(tx, input, { ...changeBy(context), testHospitalHost })),
    ),
  ];
}

/** What a hospital's administrators do (staff, departments and the hospital itself), and the platform's operators. */
export async function administrationPlugin(
  app: FastifyInstance,
  needs: StaffNeeds & HospitalNeeds & OperatorNeeds,
): Promise<void> {
  app.addOperations(staffRoutes(needs));
  app.addOperations(identityRoutes(needs));
  app.addOperations(hospitalRoutes(needs));
  app.addOperations(hostRoutes(needs));
  app.addOperations(operatorRoutes(needs));
}
