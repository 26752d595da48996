/** Where the demonstration's people work and how they sign in. */
export type Hospital = { readonly url: string; readonly hospitalId: string; readonly password: string };

const patients = 60;

/** The demonstration's patients have consecutive numbers. */
export const mobiles: readonly string[] = Array.from(
  { length: patients },
  (_, n) => `139${String(n + 1).padStart(8, '0')}`,
);

/** The doctors of its first hospital. */
export const doctors: readonly string[] = ['doctor01', 'doctor02', 'doctor03'];
