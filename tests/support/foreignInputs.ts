import { MessageType } from '../../contract/im.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Input } from './callRequests.ts';
import type { CallWorld } from './callWorld.ts';
import { colleague } from './copiedWorlds.ts';
import { pdf } from './filesSuite.ts';
import type { Role } from './foreignObjects.ts';
import type { OwnedObjects } from './ownedObjects.ts';

export type Inputs = { query: Input; body: Input };

type Needs = OwnedObjects & {
  world: CallWorld;
  /** A person's own objects by field name. */
  own: Readonly<Record<Role, Input>>;
  /** A picture of each person. */
  urls: Readonly<Record<Role, string>>;
  departments: readonly number[];
};

/** Examples of calls that name objects of the person who makes them. */
export function createForeignInputs({ world, own, urls, departments, ...objects }: Needs) {
  const { others, idsOfReviewer, factId, importId, entries, recordTemplate, hospitalVersion } = objects;

  /** Messages that name a file and an order. */
  const messagesWith = (url: string) => [
    { type: MessageType.image, content: JSON.stringify({ url, width: 1, height: 1, size: 100 }) },
    { type: MessageType.caseCard, content: JSON.stringify({ orderId: others.order, summary: 'words' }) },
  ];

  /** Values by field name for single calls. */
  const byCall: Readonly<Record<string, Input>> = {
    applyImport: { id: importId },
    arrangeDepartments: { ids: departments },
    arrangeDictionary: { ids: entries },
    createStaff: { mobile: '13911110001', username: 'of-the-tests' },
    createHospitalAdministrator: { mobile: '13911110003', username: 'of-the-tests' },
    updateStaff: { mobile: '13911110002' },
    updateHospital: { version: hospitalVersion },
    decideCertificates: { expireTime: Date.now() + 365 * 86_400_000 },
    // The file of one part stays unfinished.
    uploadPart: { size: 2 * pdf.length },
  };

  /** The changes that make the examples of one call name everything that it can name. */
  function variantsOf(name: string, { body }: Inputs, url: string): Input[] {
    if (name === 'screenDrugs') return [{ id: others.prescription }];
    if (name === 'savePatientFacts') {
      const withdrawn = { op: 'withdraw', id: factId, reason: 'words' };
      return [{ changes: [{ op: 'confirm', id: factId }] }, { changes: [withdrawn] }];
    }
    if (name === 'saveTemplate') {
      const { diagnosisList } = Object(body.content) as { diagnosisList?: unknown };
      const content = { kind: 'record', sections: { treatmentAdvice: 'words' }, diagnosisList };
      return [{}, { ...recordTemplate, content }];
    }
    if (name === 'sendMessage') return [{}, ...messagesWith(url)];
    // The review of a colleague with the caller's own lease.
    if ('leaseId' in body) return [{}, { id: String(Number(body.id) + colleague.by) }];
    return [{}];
  }

  function inputsOf(role: Role, name: string, operation: Operation): Inputs[] {
    const url = urls[role];
    const files = { url, avatar: url, signUrl: url, logo: url, idCardFront: url, idCardBack: url };
    const lists = ['images', 'attachments', 'practiceCertUrls', 'qualificationCertUrls', 'titleCertUrls'];
    const known: Input = {
      ...files,
      ...Object.fromEntries(lists.map((list) => [list, [url]])),
      ...own[role],
      ...byCall[name],
      ...(role === 'auditor' && name in idsOfReviewer ? { id: idsOfReviewer[name] } : {}),
    };
    const filled = (input: Input) =>
      Object.fromEntries(Object.entries(input).map(([field, value]) => [field, known[field] ?? value]));
    return world
      .inputsOf(name, operation, () => 'words')
      .map(({ query, body }) => ({ query: filled(query), body: filled(body) }))
      .flatMap((input) =>
        variantsOf(name, input, url).map((change) => ({ ...input, body: { ...input.body, ...change } })),
      );
  }

  return { inputsOf, messagesWith };
}
