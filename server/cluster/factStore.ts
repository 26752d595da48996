/** What a process states about itself; null withdraws it. */
export type Fact = readonly [key: string, value: string | null];
export type StoredFact = readonly [key: string, value: string];

/** Keeps what each process states where the others find it, for a minute after the last heartbeat of the process. */
export type FactStore = {
  /** Stores these facts of a process, and nothing else about it. */
  replace(member: string, facts: readonly StoredFact[]): Promise<void>;
  /** Changes facts of a process. False if nothing is stored about it; then nothing changes. */
  change(member: string, facts: readonly Fact[]): Promise<boolean>;
  /** Null if nothing is stored about the process. */
  read(member: string): Promise<readonly StoredFact[] | null>;
  /** False if nothing is stored about the process. */
  heartbeat(member: string): Promise<boolean>;
  remove(member: string): Promise<void>;
};

/** How long the facts of a process that has ended stay. */
export const keptMs = 60_000;
