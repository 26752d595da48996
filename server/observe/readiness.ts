/** Resolves to true when this part can serve; false or an exception when it cannot. */
type Check = () => boolean | Promise<boolean>;

const waitMs = 2_000;

function answersInTime(check: Check): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), waitMs).unref();
  });
  return Promise.race([Promise.resolve().then(check), timeout]);
}

/** The parts without which the platform must get no requests: each adds its check under the name that operators read. */
export function createReadiness(onFault: (name: string, cause: unknown) => void) {
  const checks = new Map<string, Check>();

  async function isReady([name, check]: [string, Check]): Promise<boolean> {
    try {
      return await answersInTime(check);
    } catch (cause) {
      onFault(name, cause);
      return false;
    }
  }

  return {
    add(name: string, check: Check): void {
      checks.set(name, check);
    },
    /** The names of the parts that cannot serve. */
    async failing(): Promise<string[]> {
      const all = [...checks];
      const ready = await Promise.all(all.map(isReady));
      return all.flatMap(([name], n) => (ready[n] ? [] : [name]));
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;
