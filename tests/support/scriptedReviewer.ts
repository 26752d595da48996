import { approveAudit, claimAudit, pageAudit, rejectAudit, verificationCodes } from '../../contract/extension/audit.ts';
import { Refused } from '../../simulator/calls.ts';
import { signedIn } from './openConsultations.ts';
import { seededRandom } from './random.ts';

const [url = '', account = '', seed = '1'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const call = await signedIn(url, account);
const whole = verificationCodes.map((code) => ({ code, ok: true }));

/** Decides one prescription of the queue's first ones; false if there is none. */
async function decidesOne(): Promise<boolean> {
  const { list } = await call(pageAudit, { pageNo: 1, pageSize: 20 });
  const open = list.filter(({ decided }) => !decided);
  const item = open[Math.floor(random() * open.length)];
  if (!item) return false;
  const { leaseId, version } = await call(claimAudit, { id: item.id, version: item.version });
  const lease = { id: item.id, leaseId, version, undoMs: Math.floor(random() * 2_000) };
  if (random() < 0.5) await call(approveAudit, { ...lease, checklist: whole });
  else await call(rejectAudit, { ...lease, reasonCodes: ['other'], remark: 'By script' });
  return true;
}

/** A pharmacist as a process of its own: claims and decides until it is killed. */
for (;;) {
  const decided = await decidesOne().catch((cause: unknown) => {
    // Another reviewer was faster, which is what this script is for.
    if (cause instanceof Refused) return true;
    throw cause;
  });
  if (!decided) await new Promise((resolve) => setTimeout(resolve, 200));
}
