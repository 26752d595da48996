type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/** The page's policy allows worker scripts under this name only; see the server's content security policy. */
const policyName = 'cloudroom-worker';

const isOwn = (url: string) => new URL(url, location.href).origin === location.origin && /^\/[^/]/.test(url);

function ownScript(url: string): string {
  if (!isOwn(url)) throw new TypeError('not a script of this product');
  return url;
}

let policy: ReturnType<Factory['createPolicy']> | null = null;

/** A worker that runs a script of this product, and of nobody else. Throws where there are none. */
export function ownWorker(url: string): Worker {
  const factory = Reflect.get(globalThis, 'trustedTypes') as Factory | undefined;
  if (factory && !policy) policy = factory.createPolicy(policyName, { createScriptURL: ownScript });
  // The DOM's types know addresses of scripts as strings only; a trusted one is accepted where a string is not.
  const address = (policy ? policy.createScriptURL(url) : ownScript(url)) as string;
  return new Worker(address, { type: 'module' });
}
