/** What a process states about itself; null withdraws it. */
export type Fact = readonly [key: string, value: string | null];

/** Keeps what each process states where the others find it, for a minute after the process last said that it is there. */
export type FactStore = {
  /** Stores changed facts of a process. */
  write(member: string, facts: readonly Fact[]): Promise<void>;
  read(member: string): Promise<(readonly [key: string, value: string])[]>;
  /** Says that a process is there; false if nothing is stored about it. */
  keep(member: string): Promise<boolean>;
  remove(member: string): Promise<void>;
};

/** How long the facts of a process that has ended stay. */
export const keptMs = 60_000;
