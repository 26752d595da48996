import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import { machineProblems, uncounted } from './machineCoverage.ts';

type Counts = { passed: number; failed: number; skipped: number };

/** Files and groups that broke outside any test (a failed import, a failed `beforeAll`) also count as failures. */
const isBroken = (part: TestModule | TestSuite) => part.errors().length > 0;

function count(modules: readonly TestModule[], unhandled: number): Counts {
  const counts = { passed: 0, failed: unhandled, skipped: 0 };
  for (const module of modules) {
    if (isBroken(module)) counts.failed += 1;
    for (const suite of module.children.allSuites()) if (isBroken(suite)) counts.failed += 1;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
  }
  return counts;
}

/** Names the tests that failed at first and passed when they were run again, with what failed and where. */
function* unsteady(modules: readonly TestModule[]) {
  for (const { relativeModuleId, moduleId, children } of modules)
    for (const test of children.allTests()) {
      if (!test.diagnostic()?.flaky) continue;
      yield `Passed only when run again: ${relativeModuleId} > ${test.fullName}`;
      for (const { message, stacks = [] } of test.result().errors ?? []) {
        const line = stacks.find(({ file }) => file === moduleId)?.line;
        yield `  because: ${message.split('\n')[0]} (${relativeModuleId}${line === undefined ? '' : `:${line}`})`;
      }
    }
}

/** Names the tests without a result, which a worker that ended by itself leaves behind. */
function* lost(modules: readonly TestModule[]) {
  for (const { relativeModuleId, children } of modules)
    for (const test of children.allTests('pending')) yield `Without a result: ${relativeModuleId} > ${test.fullName}`;
}

const seconds = (module: TestModule) => Math.round(module.diagnostic().duration / 1000);

/** Names the files that take a minute or more, because the time of the whole run is a budget. */
function* long(modules: readonly TestModule[]) {
  const found = modules.filter((module) => seconds(module) >= 60);
  for (const module of found.toSorted((one, other) => seconds(other) - seconds(one)))
    yield `${seconds(module)} s: ${module.relativeModuleId}`;
}

/** Sends the test counts to `npm test` for its last line; prints them itself when run alone. */
export const summary: Reporter = {
  onTestRunEnd(modules, unhandled) {
    for (const warning of [...long(modules), ...unsteady(modules), ...lost(modules)]) console.log(warning);
    const note = uncounted(modules);
    if (note !== null) console.log(note);
    const problems = machineProblems(modules);
    for (const problem of problems) console.log(problem);
    if (problems.length > 0) process.exitCode = 1;
    const counts = count(modules, unhandled.length + problems.length);
    if (process.send) process.send({ type: 'summary', counts });
    else console.log(line(counts));
  },
};

const line = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
