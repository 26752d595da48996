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
      'src/machines/selectors',
      // Only the sign-in pages start machines.
      ...['puzzle', 'signIn', 'smsCode'].map((name) => `src/machines/${name}.ts`),
      'src/streams',
      'src/domain',
      'clinical',
      'src/ui',
      'src/locales',
      'contract/limits.ts',
      'contract/settingBounds.ts',
    ],
    types: ['contract', 'src/machines'],
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
  'src/ui': {
    imports: ['src/locales', 'src/machines/part.ts', 'src/machines/selectors/part.ts', 'src/domain/direction.ts'],
    types: ['src/machines/actors.ts'],
  },
  'src/verify': {
    imports: ['src/locales', 'src/domain/direction.ts', 'contract/limits.ts'],
    types: ['contract'],
    packages: [],
  },
  'src/locales': { imports: ['src/ui/onDemand.ts', 'src/domain/direction.ts'], packages: ['react'] },
  // Developers see machines in it; only the composition root asks for it, and not in production.
  workbench: { imports: ['src', 'contract', 'clinical', 'scripts/mermaid.ts', 'tests/support'] },
  server: {
    imports: ['contract', 'clinical', 'scripts/commandLine.mjs', 'scripts/variables.mjs'],
    types: ['simulator/commands.ts'],
  },
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
const domainTypes = ['server/accounts', 'server/events', 'server/jobs.ts', 'server/files/links.ts', 'server/hospitals'];

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
    types: ['server/accounts', 'server/limits', 'server/hospitals/policy.ts', 'server/settings.ts'],
  },
  'server/im': {
    imports: [
      ...[...base, ...httpHelpers, 'server/cluster/sharedState.ts', 'server/limits/tokenBuckets.ts'],
      ...['server/messages/party.ts', 'server/messages/wire.ts'],
    ],
    types: ['server/accounts', 'server/cluster', 'server/events', 'server/http', 'server/limits', 'server/messages'],
  },
  'server/hospitals': domain(),
  'server/files': domain(),
  'server/accounts': domain('files/resolveOwnFiles.ts', 'hospitals/wire.ts'),
  'server/administration': domain(
    ...['accounts', 'files/resolveOwnFiles.ts', 'search/pinyin.ts', 'hospitals/insertDictionaries.ts'],
    ...['hospitals/hosts.ts', 'hospitals/idleLock.ts', 'hospitals/policy.ts'],
    ...[
      'messages/policy.ts',
      'orders/absence.ts',
      'orders/consultSettings.ts',
      'schedules/changeHours.ts',
      'hospitals/dayParts.ts',
    ],
  ),
  'server/patients': domain('accounts', 'hospitals/clinicalSettings.ts'),
  'server/medicines': domain('search/catalogue.ts', 'search/pinyin.ts', 'search/textIndex.ts'),
  'server/catalogues': domain(
    ...[
      'medicines/columnsOfGeneric.ts',
      'medicines/medicineIndex.ts',
      'medicines/diagnosisIndex.ts',
      'medicines/queries.ts',
      'medicines/stock.ts',
    ],
    ...['search/pinyin.ts', 'patients/requestRecount.ts', 'hospitals/clinicalSettings.ts'],
    'hospitals/dictionaries.ts',
  ),
  'server/messages': domain('files/ownership.ts', 'files/queries.ts'),
  'server/records': domain(
    'signatures/signer.ts',
    'accounts/peopleQueries.ts',
    'accounts/caller.ts',
    'files/resolveOwnFiles.ts',
    ...['patients/queries.ts', 'patients/factNames.ts', 'patients/requestRecount.ts'],
  ),
  'server/orders': domain(
    ...[
      'accounts/peopleQueries.ts',
      'patients/factNames.ts',
      'patients/knownPatient.ts',
      'patients/queries.ts',
      'patients/wire.ts',
    ],
    ...['messages/appendEvent.ts', 'messages/claimFiles.ts', 'messages/notices.ts'],
    ...[
      'patients/storeIntake.ts',
      'records/queries.ts',
      'records/wire.ts',
      'search/entries.ts',
      'signatures/signer.ts',
    ],
    ...['prescriptions/storedPrescription.ts', 'hospitals/clinicalSettings.ts', 'files/links.ts'],
    'hospitals/dayParts.ts',
  ),
  'server/schedules': domain(
    ...['accounts/accountQueries.ts', 'accounts/duty.ts', 'accounts/peopleQueries.ts'],
    ...['orders/absence.ts', 'orders/consultSettings.ts', 'orders/leaveQueries.ts', 'orders/countQueries.ts'],
    'hospitals/dayParts.ts',
  ),
  'server/facts': domain(
    ...['accounts/peopleQueries.ts', 'orders/orderAccess.ts'],
    ...['announceFacts', 'factNames', 'kidneyDoubt', 'knownPatient', 'measureDoubt', 'queries', 'wire'].map(
      (name) => `patients/${name}.ts`,
    ),
  ),
  'server/prescriptions': domain(
    ...[
      'accounts/peopleQueries.ts',
      'accounts/qualificationQueries.ts',
      'patients/wire.ts',
      'patients/requestRecount.ts',
    ],
    ...['messages/appendEvent.ts', 'medicines/stock.ts', 'patients/knownPatient.ts', 'search/entries.ts'],
    'patients/queries.ts',
    'patients/factNames.ts',
    ...['signatures/confirmations.ts', 'signatures/signatures.ts', 'signatures/signingLock.ts', 'signatures/signer.ts'],
    ...['signatures/canonical.ts', 'hospitals/clinicalSettings.ts'],
  ),
  'server/overview': domain('patients/factNames.ts', 'patients/queries.ts', 'patients/wire.ts', 'records/policy.ts'),
  'server/operations': domain(
    'patients/queries.ts',
    ...['accounts/caller.ts', 'accounts/maskMobile.ts', 'accounts/peopleQueries.ts', 'accounts/sessions.ts'],
    ...['accounts/sessionWire.ts', 'hospitals/dayParts.ts'],
  ),
  'server/signatures': domain('accounts/accountQueries.ts'),
  'server/templates': domain('medicines/wire.ts'),
  'server/reviews': domain(
    ...['accounts/peopleQueries.ts', 'accounts/caller.ts'],
    ...[
      'prescriptions',
      'signatures/confirmations.ts',
      'messages/reviewerQueries.ts',
      'patients/wire.ts',
      'signatures/signatures.ts',
      'signatures/signer.ts',
      'signatures/signingLock.ts',
      'records/queries.ts',
      'records/wire.ts',
      'medicines/stock.ts',
      'medicines/wire.ts',
      'hospitals/clinicalSettings.ts',
      'hospitals/dayParts.ts',
    ],
  ),
  'server/clinicalTables': { imports: ['server/tableFile.ts'] },
  'server/demo': {
    imports: [
      ...base,
      ...['server/clinicalTables', 'server/installation.ts'],
      ...['insertDictionaries', 'standardTables'].map((name) => `server/hospitals/${name}.ts`),
      ...['server/medicines/columnsOfGeneric.ts', 'server/medicines/stock.ts', 'server/messages/notices.ts'],
      ...['factNames', 'registeredFacts', 'wire'].map((name) => `server/patients/${name}.ts`),
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
        'server/accounts/accountQueries.ts',
        'server/accounts/qualificationQueries.ts',
        'server/accounts/qualifications.ts',
        'server/accounts/qualificationWire.ts',
        'server/accounts/tokens.ts',
        'server/events',
      ],
      ...['server/files/folderStorage.ts', 'server/privateData.ts', 'server/settings.ts'],
      'server/hospitals/notices.ts',
      'server/hospitals/hosts.ts',
      'server/hospitals/queries.ts',
      ...['server/accounts/caller.ts', 'server/accounts/passwords.ts', 'server/accounts/sessions.ts'],
      ...['firstAdministrator', 'hospitalChanges', 'newHospital', 'oneTimePassword', 'staffLock'].map(
        (name) => `server/administration/${name}.ts`,
      ),
      'server/cluster/cluster.ts',
    ],
  },
};
