/** The amount of activity. */
export interface ScenarioSize {
  people: number;
  /** Of users, on all chains together; the set-up, the oracles and the arbitrage come in addition. */
  transactions: number;
  /** Simulated days. */
  days: number;
  /**
   * Maximum number of blocks of user transactions per chain; the oracles' come in addition. Fewer are faster: anvil
   * copies its state for each.
   */
  blocks: number;
  /** Transactions of each owner with many: on one chain, in addition to users. Default: no such owners. */
  activeOwners?: readonly number[];
}

export const DEFAULT_SIZE: ScenarioSize = { people: 25, transactions: 800, days: 30, blocks: 250 };

/** Fills in missing values, so that users have about 30 transactions each. Throws RangeError for invalid values. */
export function completeSize(given: Partial<ScenarioSize> = {}): ScenarioSize {
  const { people: users, transactions, days = DEFAULT_SIZE.days, activeOwners = [] } = given;
  const counted = transactions ?? (users === undefined ? DEFAULT_SIZE.transactions : users * 32);
  const size = {
    people: users ?? estimateUsers(counted),
    transactions: counted,
    days,
    blocks: given.blocks ?? guessBlocks(counted),
    ...(activeOwners.length > 0 && { activeOwners }),
  };
  checkWhole("people", size.people, 2, 100_000);
  checkWhole("transactions", size.transactions, 0, 1_000_000);
  checkWhole("days", size.days, 2, 365);
  checkWhole("blocks", size.blocks, 1, 3_000);
  for (const count of activeOwners) checkWhole("transactions of an active owner", count, 1, 1_000_000);
  return size;
}

const estimateUsers = (transactions: number): number => Math.min(2_000, Math.max(10, Math.round(transactions / 32)));

/** A large scenario fills its blocks, with 190 transactions each on eth. */
const guessBlocks = (transactions: number): number =>
  Math.min(1_500, Math.max(DEFAULT_SIZE.blocks, Math.round(transactions / 250)));

function checkWhole(name: string, value: number, from: number, to: number): void {
  if (!Number.isInteger(value) || value < from || value > to) {
    throw new RangeError(`The scenario's ${name} must be a whole number from ${from} to ${to}, not ${value}`);
  }
}
