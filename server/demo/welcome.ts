import type { Role } from '../db/roles.ts';
import { demoPassword, seedStaff } from './hospitals.ts';

const embeddedNotice = `Embedded database: evaluation and single-computer use. One process only. No replication, no point-in-time recovery:
"npm run backup" copies it. For real patients set DATABASE_URL.`;

const namesOf = (role: Role) =>
  seedStaff
    .filter((one) => one.hospitalId === '1' && one.role === role)
    .map(({ username }) => username)
    .join(', ');

type Needs = {
  /** Without a slash at its end; null behind a server that has the address to open. */
  address: string | null;
  hasWorkbench: boolean;
  isSeeded: boolean;
  isEmbedded: boolean;
  hasRedis: boolean;
};

/** What a platform that serves says of itself. */
export const welcome = ({ address, hasWorkbench, isSeeded, isEmbedded, hasRedis }: Needs): readonly string[] => [
  ...(address === null ? [] : [`Cloudroom is ready at ${address}`]),
  ...(address !== null && hasWorkbench ? [`Workbench of developers: ${address}/workbench`] : []),
  ...(isSeeded
    ? [
        `Demonstration accounts (password ${demoPassword}): doctors ${namesOf('doctor')}; reviewers ${namesOf('auditor')}; administrators ${namesOf('administrator')}`,
      ]
    : []),
  ...(isEmbedded ? [embeddedNotice] : []),
  ...(isEmbedded && hasRedis
    ? ['REDIS_URL is not used: the embedded database belongs to one process. Set DATABASE_URL for several.']
    : []),
];
