import { crowdBench } from './crowd.ts';
import { messageBench } from './messages.ts';
import { pageBench } from './pages.ts';

/** The platform under load: what is said, who is connected, what is listed. Client and server share the machine. */
export async function serverBench(): Promise<string> {
  return [await messageBench(), await crowdBench(), await pageBench()].join('\n\n');
}
