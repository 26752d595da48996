/** What a folder may import: by value, as types only, and (where it is limited) which packages. */
export type Layer = { imports: readonly string[]; types?: readonly string[]; packages?: readonly string[] };

/**
 * What each folder may import: by value, as types only, and (where it is limited) which packages.
 * A new edge is a decision: make it here, in review.
 */
export const layers: Record<string, Layer> = {
  contract: { imports: [], packages: ['zod', 'zod/mini'] },
  clinical: { imports: ['contract'], packages: [] },
  'src/domain': { imports: ['contract', 'clinical'], packages: ['zod/mini'] },
  'src/machines': { imports: ['src/domain', 'contract', 'clinical'], packages: ['xstate', 'rxjs'] },
  'src/streams': { imports: ['src/domain', 'contract'], packages: ['rxjs'] },
  'src/services': { imports: ['contract', 'src/domain'], types: ['src/machines'] },
  'src/screens': {
    imports: [
      'src/machines',
      'src/streams',
      'src/domain',
      'clinical',
      'src/ui',
      'src/locales',
      'contract/limits.ts',
      'contract/settingBounds.ts',
    ],
    types: ['contract'],
  },
  'src/compose/adapters': {
    imports: [
      'src/machines',
      'src/streams',
      'src/services',
      'src/domain',
      'clinical',
      'contract',
      'src/locales',
      'src/ui/onDemand.ts',
    ],
    types: ['src/screens'],
  },
  'src/ui': { imports: ['src/locales', 'src/machines/part.ts', 'src/domain/direction.ts'] },
  'src/verify': {
    imports: ['src/locales', 'src/domain/direction.ts', 'contract/limits.ts'],
    types: ['contract'],
    packages: [],
  },
  'src/locales': { imports: ['src/ui/onDemand.ts', 'src/domain/direction.ts'], packages: ['react'] },
  server: { imports: ['contract', 'clinical', 'scripts/commandLine.mjs', 'scripts/variables.mjs'] },
  simulator: { imports: ['contract', 'scripts/commandLine.mjs'] },
  conformance: {
    imports: ['contract', 'simulator/consultations.ts', 'simulator/phone.ts', 'scripts/commandLine.mjs'],
  },
};

const base = [
  'server/db',
  'server/tableFile.ts',
  'server/trail',
  'server/observe',
  'server/log.ts',
  'server/startFailure.ts',
];
const httpHelpers = [
  'route',
  'request',
  'envelope',
  'wordings',
  'messages',
  'preferredLanguage',
  'compiledSchemas',
  'network',
  'headers',
  'proxies',
].map((name) => `server/http/${name}.ts`);
const domainTypes = ['server/accounts', 'server/events', 'server/jobs.ts', 'server/files/links.ts', 'server/tenants'];

/** A domain uses the database, the trail, the helpers of HTTP and these files of domains below it. */
const domain = (...below: string[]): Layer => ({
  imports: [...base, ...httpHelpers, ...below.map((file) => `server/${file}`)],
  types: domainTypes,
});

/** What each folder of the server may import from the others. Files directly under server/ compose them. */
export const serverFolders: Record<string, Layer> = {
  'server/db': {
    imports: ['server/log.ts', 'server/startFailure.ts'],
    types: ['server/events', 'server/http/wordings.ts', 'server/observe', 'server/settings.ts'],
  },
  'server/events': { imports: [] },
  'server/observe': { imports: ['server/db', 'server/log.ts'] },
  'server/limits': { imports: ['server/db'] },
  'server/cluster': {
    imports: ['server/db', 'server/limits', 'server/log.ts', 'server/startFailure.ts'],
    types: ['server/db', 'server/settings.ts'],
  },
  'server/trail': { imports: ['server/db'], types: ['server/log.ts'] },
  'server/search': { imports: ['server/db'] },
  'server/http': {
    imports: base,
    types: ['server/accounts', 'server/limits', 'server/tenants/tenants.ts', 'server/settings.ts'],
  },
  'server/im': {
    imports: [
      ...[...base, ...httpHelpers, 'server/cluster/sharedState.ts', 'server/limits/tokenBuckets.ts'],
      ...['server/messages/party.ts', 'server/messages/onWire.ts'],
    ],
    types: ['server/accounts', 'server/cluster', 'server/events', 'server/http', 'server/limits', 'server/messages'],
  },
  'server/tenants': domain(),
  'server/files': domain(),
  'server/accounts': domain('files/resolveOwnFiles.ts', 'tenants/tenants.ts'),
  'server/administration': domain(
    ...['accounts', 'files/resolveOwnFiles.ts', 'search/pinyin.ts', 'tenants/insertDictionaries.ts'],
    ...['tenants/hosts.ts', 'tenants/idleLock.ts', 'tenants/tenants.ts'],
    ...[
      'messages/reviewerAccess.ts',
      'orders/absence.ts',
      'orders/consultSettings.ts',
      'schedules/changeHours.ts',
      'tenants/dayParts.ts',
    ],
  ),
  'server/patients': domain('accounts', 'tenants/clinicalSettings.ts'),
  'server/medicines': domain('search/catalogue.ts', 'search/pinyin.ts', 'search/textIndex.ts'),
  'server/catalogues': domain(
    ...[
      'medicines/columnsOfGeneric.ts',
      'medicines/searchedMedicines.ts',
      'medicines/searchedDiagnoses.ts',
      'medicines/stock.ts',
    ],
    ...['search/catalogue.ts', 'search/pinyin.ts', 'patients/requestRecount.ts', 'tenants/clinicalSettings.ts'],
    'tenants/dictionaries.ts',
  ),
  'server/messages': domain('files/ownership.ts'),
  'server/records': domain(
    'signatures/signer.ts',
    'accounts/people.ts',
    'accounts/caller.ts',
    'files/resolveOwnFiles.ts',
    ...['patients/currentFacts.ts', 'patients/factNames.ts', 'patients/requestRecount.ts'],
  ),
  'server/orders': domain(
    ...['accounts/people.ts', 'patients/factNames.ts', 'patients/knownPatient.ts', 'patients/patientBrief.ts'],
    ...['messages/appendEvent.ts', 'messages/claimFiles.ts', 'messages/notices.ts'],
    ...['patients/storeIntake.ts', 'records/addenda.ts', 'search/entries.ts', 'signatures/signer.ts'],
    ...['prescriptions/storedPrescription.ts', 'tenants/clinicalSettings.ts', 'files/links.ts'],
    'tenants/dayParts.ts',
  ),
  'server/schedules': domain(
    ...['accounts/accountLookup.ts', 'accounts/duty.ts', 'accounts/people.ts'],
    ...['orders/absence.ts', 'orders/consultSettings.ts', 'orders/leave.ts', 'orders/orderCounts.ts'],
    'tenants/dayParts.ts',
  ),
  'server/facts': domain(
    'orders/orderAccess.ts',
    ...['announceFacts', 'currentFacts', 'factNames', 'knownPatient', 'measureDoubt', 'patientBrief'].map(
      (name) => `patients/${name}.ts`,
    ),
  ),
  'server/prescriptions': domain(
    ...['accounts/people.ts', 'accounts/qualifications.ts', 'patients/patientBrief.ts', 'patients/requestRecount.ts'],
    ...['messages/appendEvent.ts', 'medicines/stock.ts', 'patients/knownPatient.ts', 'search/entries.ts'],
    'patients/factNames.ts',
    ...['signatures/confirmations.ts', 'signatures/signatures.ts', 'signatures/policy.ts', 'signatures/signer.ts'],
    ...['signatures/canonical.ts', 'tenants/clinicalSettings.ts'],
  ),
  'server/overview': domain(
    'patients/factNames.ts',
    'patients/knownPatient.ts',
    'patients/patientBrief.ts',
    'records/records.ts',
  ),
  'server/operations': domain(
    ...['accounts/caller.ts', 'accounts/ownSessions.ts', 'accounts/people.ts', 'accounts/sessions.ts'],
    'tenants/dayParts.ts',
  ),
  'server/signatures': domain('accounts/accountLookup.ts'),
  'server/templates': domain('medicines/medicineView.ts'),
  'server/reviews': domain(
    ...['accounts/people.ts', 'accounts/caller.ts'],
    ...[
      'prescriptions',
      'signatures/confirmations.ts',
      'messages/reviewerAccess.ts',
      'patients/patientBrief.ts',
      'signatures/signatures.ts',
      'signatures/signer.ts',
      'signatures/policy.ts',
      'records/recordView.ts',
      'medicines/stock.ts',
      'medicines/medicineView.ts',
      'tenants/clinicalSettings.ts',
      'tenants/dayParts.ts',
    ],
  ),
  'server/clinicalTables': { imports: ['server/tableFile.ts'] },
  'server/demo': {
    imports: [
      ...base,
      ...['server/clinicalTables', 'server/installation.ts'],
      ...['insertDictionaries', 'standardTables'].map((name) => `server/tenants/${name}.ts`),
      ...['server/medicines/columnsOfGeneric.ts', 'server/medicines/stock.ts', 'server/messages/notices.ts'],
      ...['factNames', 'patientBrief', 'registeredFacts'].map((name) => `server/patients/${name}.ts`),
      'server/signatures/signer.ts',
    ],
    types: ['server/accounts'],
  },
  'server/backup': {
    imports: [
      ...base,
      ...['server/admin/port.ts', 'server/installation.ts', 'server/privateData.ts', 'server/settings.ts'],
    ],
  },
  'server/admin': {
    imports: [
      ...base,
      ...[
        'server/accounts/accountLookup.ts',
        'server/accounts/qualifications.ts',
        'server/accounts/tokens.ts',
        'server/events/bus.ts',
      ],
      ...['server/files/folderStorage.ts', 'server/privateData.ts', 'server/settings.ts'],
      'server/tenants/notices.ts',
      'server/tenants/hosts.ts',
      ...['server/accounts/caller.ts', 'server/accounts/passwords.ts', 'server/accounts/sessions.ts'],
      ...['hospitalChanges', 'newHospital', 'oneTimePassword', 'staffChanges'].map(
        (name) => `server/administration/${name}.ts`,
      ),
      'server/cluster/cluster.ts',
    ],
  },
};
