// Checks the locks: every package comes from the npm registry over https and is fixed by a SHA-512.
// lockfile-lint checks addresses only, and these have none, so that any mirror of the registry can serve them.
import { readFileSync } from 'node:fs';

const given = process.argv.slice(2);
const files = given.length > 0 ? given : ['package-lock.json', 'bench/package-lock.json'];
const registry = 'https://registry.npmjs.org/';

/** What is wrong with a package; null for the project itself and for what comes inside another package's archive. */
function problemOf([path, { resolved, integrity, link, inBundle, dev, optional, cpu }]) {
  if (path === '' || inBundle) return null;
  if (link) return 'is a link to a folder';
  if (resolved !== undefined && !resolved.startsWith(registry)) return `comes from ${resolved}`;
  // `complete-lock.mjs` writes the tools' native packages for other machines as npm does, which has no sum of them.
  if (integrity === undefined && dev && optional && cpu) return null;
  return /^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? null : 'has no SHA-512';
}

let isRight = true;
for (const file of files) {
  const { packages, lockfileVersion } = JSON.parse(readFileSync(file, 'utf8'));
  const problems = Object.entries(packages).flatMap((entry) => {
    const problem = problemOf(entry);
    return problem === null ? [] : [`${entry[0]} ${problem}`];
  });
  if (lockfileVersion !== 3) problems.push(`lockfileVersion ${lockfileVersion} is not 3`);
  for (const problem of problems) console.error(`${file}: ${problem}`);
  isRight &&= problems.length === 0;
}
process.exitCode = isRight ? 0 : 1;
