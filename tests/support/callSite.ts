/** Notes who calls `callee`; the function that it returns gives an error this place as the beginning of its stack. */
export function callSiteOf(callee: (...args: never[]) => unknown): (error: Error) => Error {
  const site = new Error();
  Error.captureStackTrace(site, callee);
  return (error) => {
    const [, ...calls] = (site.stack ?? '').split('\n');
    error.stack = [`${error.name}: ${error.message}`, ...calls].join('\n');
    return error;
  };
}
