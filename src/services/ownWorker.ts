type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/** Trusted Types policy for worker scripts; the server's content security policy allows only this name. */
const policyName = 'cloudroom-worker';

const isOwn = (url: string) => new URL(url, location.href).origin === location.origin && /^\/[^/]/.test(url);

function ownScript(url: string): string {
  if (!isOwn(url)) throw new TypeError('not a script of this product');
  return url;
}

let policy: ReturnType<Factory['createPolicy']> | null = null;

/** Starts a worker from a script of this product. Throws in browsers without workers. */
export function ownWorker(url: string): Worker {
  const factory = Reflect.get(globalThis, 'trustedTypes') as Factory | undefined;
  if (factory && !policy) policy = factory.createPolicy(policyName, { createScriptURL: ownScript });
  // The DOM types accept script addresses as strings only; browsers accept a TrustedScriptURL as well.
  const address = (policy ? policy.createScriptURL(url) : ownScript(url)) as string;
  return new Worker(address, { type: 'module' });
}
