import type { Rates } from '../db/rates.ts';
import { networkOf } from '../http/network.ts';

const windowMs = 15 * 60_000;

/** A browser computes 2^20 hashes in a few seconds. */
const maxBits = 20;
/** The failures from which a puzzle also costs work: by account, by network and by hospital. */
const from = { account: 4, network: 10, hospital: 300 } as const;
const firstBits = 12;

const doublings = (count: number, first: number) => Math.floor(Math.log2(count / first));

/** Bits of work for the wrong passwords of one account: four times the work for each. */
export const bitsOfAccount = (failures: number): number =>
  failures < from.account ? 0 : Math.min(maxBits, firstBits + 2 * (failures - from.account));

const bitsOfNetwork = (failures: number): number =>
  failures < from.network ? 0 : Math.min(maxBits, firstBits + 2 * doublings(failures, from.network));

/** Bits on top for everybody while a hospital is under attack. */
const bitsOfHospital = (failures: number): number =>
  failures < from.hospital ? 0 : Math.min(4, 1 + doublings(failures, from.hospital));

/**
 * The work that a puzzle costs besides its solution, which programs find as well as people. It grows with the wrong passwords
 * of the account, the network and the hospital, and falls with time.
 */
export function createPuzzleCost(rates: Rates) {
  const keys = {
    network: (ip: string) => `failed:${networkOf(ip)}`,
    hospital: (hospitalId: string) => `failed-hospital:${hospitalId}`,
    demanded: (hospitalId: string, ip: string) => `demanded:${hospitalId}:${networkOf(ip)}`,
  };
  const extraBits = async (hospitalId: string) =>
    bitsOfHospital((await rates.current(keys.hospital(hospitalId), windowMs)).count);

  return {
    extraBits,
    /** Counts a wrong password of anybody at this hospital. */
    noteFailure: (hospitalId: string) => rates.hit(keys.hospital(hospitalId), windowMs),
    /** The next puzzles of this network must cost enough for an account with so many wrong passwords. */
    async demand(hospitalId: string, ip: string, failures: number): Promise<void> {
      const bits = bitsOfAccount(failures);
      if (bits > 0) await rates.raise(keys.demanded(hospitalId, ip), bits, windowMs);
    },
    /** The bits of a new puzzle for this network. */
    async bitsFor(hospitalId: string, ip: string): Promise<number> {
      const demanded = (await rates.current(keys.demanded(hospitalId, ip), windowMs)).count;
      const ofNetwork = bitsOfNetwork((await rates.current(keys.network(ip), windowMs)).count);
      const extra = await extraBits(hospitalId);
      const own = Math.max(demanded, ofNetwork, extra > 0 ? firstBits : 0);
      return Math.min(maxBits, own + extra);
    },
  };
}

export type PuzzleCost = ReturnType<typeof createPuzzleCost>;
