import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { searchForm } from '../../clinical/words/searchForm.ts';
import { Code } from '../../contract/envelope.ts';
import type { getPlatformHospital, pageHospitals } from '../../contract/extension/operator.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { type Database, type Db, platformWide } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { roleOf } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import { pageOf } from '../db/textSearch.ts';
import type { Hospital, Hospitals } from '../hospitals/hospitals.ts';
import { hostOfPage } from '../hospitals/hosts.ts';
import { stateAt } from '../hospitals/policy.ts';
import type { NamedHost } from '../hospitals/queries.ts';
import { spellings } from '../search/pinyin.ts';

type Listed = ReplyInputOf<typeof pageHospitals>['list'][number];
type Numbers = Record<'doctors' | 'auditors' | 'administrators', number>;

const kinds = { doctor: 'doctors', auditor: 'auditors', administrator: 'administrators' } as const;

/** How many enabled accounts of each role these hospitals have. */
async function staffNumbers(db: Db, ids: readonly string[]): Promise<(id: string) => Numbers> {
  const numbers = new Map(ids.map((id) => [id, { doctors: 0, auditors: 0, administrators: 0 }]));
  const { tenantId: hospitalId, isAuditor, isAdministrator } = staff;
  const rows = await db
    .select({ tenantId: hospitalId, isAuditor, isAdministrator, people: count() })
    .from(staff)
    .where(and(inArray(hospitalId, [...ids]), eq(staff.disabled, false)))
    .groupBy(hospitalId, isAuditor, isAdministrator);
  for (const row of rows) {
    const own = numbers.get(row.tenantId);
    if (own) own[kinds[roleOf(row)]] = row.people;
  }
  return (id) => numbers.get(id) ?? { doctors: 0, auditors: 0, administrators: 0 };
}

type View = { readonly own: string; readonly at: number };

const listed = (
  { id, name, nameEn, expireTime, version, ...row }: Hospital,
  hosts: readonly string[],
  numbers: Numbers,
  { own, at }: View,
): Listed => ({
  ...{ id, name, nameEn, expireTime, version },
  state: stateAt({ expireTime, ...row }, at),
  hosts: [...hosts],
  staff: numbers,
  own: id === own,
});

/** Whether the typed text is the id, or part of a name, its pinyin or an address. */
function isFound({ id, name, nameEn }: Hospital, hosts: readonly string[], typed: string): boolean {
  const texts = [name, nameEn, ...spellings(name), ...hosts];
  return id === typed || texts.some((text) => searchForm(text).includes(typed));
}

/** A page of all hospitals by their ids. A platform's hospitals are few enough to be searched by pinyin in memory. */
export async function readHospitals(
  database: Database,
  { keyword = '', state, ...paging }: RequestOf<typeof pageHospitals>,
  view: View,
): Promise<ReplyInputOf<typeof pageHospitals>> {
  const db = platformWide(database);
  const [hospitals, addresses] = await Promise.all([
    db.select().from(tenant).orderBy(asc(tenant.id)),
    db.select().from(tenantHost).orderBy(asc(tenantHost.host)),
  ]);
  const hostsOf = new Map<string, string[]>();
  for (const { tenantId: hospitalId, host } of addresses)
    hostsOf.set(hospitalId, [...(hostsOf.get(hospitalId) ?? []), host]);
  const typed = searchForm(keyword);
  const found = hospitals
    .map((row) => ({ row, hosts: hostsOf.get(row.id) ?? [] }))
    .filter(({ row }) => state === undefined || stateAt(row, view.at) === state)
    .filter(({ row, hosts }) => typed === '' || isFound(row, hosts, typed));
  const { limit, offset } = pageOf(paging);
  const shown = found.slice(offset, offset + limit);
  const numbersOf = await staffNumbers(
    db,
    shown.map(({ row }) => row.id),
  );
  return { list: shown.map(({ row, hosts }) => listed(row, hosts, numbersOf(row.id), view)), total: found.length };
}

/** Addresses of other hospitals in the reader's language. */
export const namedHosts = (hosts: readonly NamedHost[], language: Language) =>
  hosts.map(({ host, hospitalId, name, nameEn }) => ({
    host,
    hospitalId,
    name: inLanguage(language, name, nameEn),
  }));

type Reader = View & { readonly language: Language; readonly hospitals: Hospitals; readonly testHospitalHost: string };

/** One hospital with its administrators. What belongs to it is read within it. */
export async function readPlatformHospital(
  { db, hospitalId, rows }: HospitalStore,
  { website }: RequestOf<typeof getPlatformHospital>,
  { language, hospitals, testHospitalHost, ...view }: Reader,
): Promise<Outcome<ReplyInputOf<typeof getPlatformHospital>>> {
  const [found] = await db.select().from(tenant).where(eq(tenant.id, hospitalId));
  if (!found) return refused(Code.notFound);
  const [addresses, people, numbersOf] = await Promise.all([
    db.select().from(tenantHost).where(eq(tenantHost.tenantId, hospitalId)).orderBy(asc(tenantHost.host)),
    rows(staff, eq(staff.isAdministrator, true)),
    staffNumbers(db, [hospitalId]),
  ]);
  const hosts = addresses.map(({ host }) => host);
  const isOwn = hospitalId === view.own;
  return done({
    ...listed(found, hosts, numbersOf(hospitalId), view),
    sameNames: namedHosts(await hospitals.sameNames(hosts, hospitalId), language),
    currentHost: isOwn && website !== undefined ? hostOfPage(hosts, website, testHospitalHost) : null,
    administered: found.administered,
    administrators: people
      .toSorted(
        (one, other) => Number(one.disabled) - Number(other.disabled) || one.username.localeCompare(other.username),
      )
      .map(({ id, username, name, nameEn, disabled, mustChangePassword, operatesPlatform }) => ({
        ...{ id, username, name, nameEn, disabled, mustChangePassword, operatesPlatform },
      })),
  });
}
