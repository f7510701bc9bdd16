import { NATIVE_TOKEN, readBalances, type Address, type Rpc } from "@portico/evm";
import { ReadBalance, readPastBalances, type BlockRef, type PastBalance } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { readState, unknownState } from "./nodeState.ts";

export interface PastBalancesQuery {
  readonly owner: Address;
  readonly chain: string;
  readonly block: BlockRef;
  /** The newest block of balances. */
  readonly head: bigint;
  /** Only these; all if undefined. */
  readonly tokens?: readonly Address[] | undefined;
  /** Whether an unverified token's balance must be known, too. */
  readonly isStrict?: boolean;
}

/**
 * An owner's balances after a past block, without zeros: those whose ledger is checked from the store, others, and receipts,
 * from the node's state of that block, or where the node lacks it from the store, if their ledger closes. Unless `isStrict`,
 * so are those of unverified tokens whose ledger is open, and may be wrong: anybody can create such a token, and send it.
 * @throws ServiceError block_unavailable if the balance of another token is unknown, upstream_error if the node fails.
 */
export async function listPastBalances(
  { db, chainRpcs, tokens: table }: Pick<Deps, "chainRpcs" | "db" | "tokens">,
  { owner, chain, block, head, tokens, isStrict = false }: PastBalancesQuery,
): Promise<ReadBalance[]> {
  const stored = await readPastBalances(db, { owner, chain, blockNumber: block.blockNumber, tokens });
  const isUnchecked = ({ token, ledger, rawAmount }: PastBalance): boolean =>
    ledger === "open" ||
    (ledger === "closed" && rawAmount !== 0n) || // an address may have been sent very many tokens since
    table.find(chain, token)?.isDerived === true; // a receipt may grow by the second
  const unchecked = stored.filter(isUnchecked);
  const rpc = chainRpcs.find(chain)?.rpc;
  const read = rpc && unchecked.length > 0 ? await readFromNode(rpc, chain, { owner, block, unchecked }) : undefined;
  if (read === undefined) {
    const isNeeded = (address: Address) =>
      isStrict || address === NATIVE_TOKEN || table.find(chain, address)?.token.isVerified === true;
    const unknown = unchecked.filter((one) => one.ledger === "open" && isNeeded(one.token));
    if (unknown.length > 0) {
      const since = unknown.reduce(
        (latest, { checkedSince = head }) => (checkedSince > latest ? checkedSince : latest),
        0n,
      );
      throw await unknownState(rpc, chain, block, since);
    }
  }
  return stored.flatMap((one) => {
    const rawAmount = read !== undefined && isUnchecked(one) ? read.get(one.token) : one.rawAmount;
    return rawAmount === undefined || rawAmount <= 0n ? [] : [new ReadBalance(chain, one.token, rawAmount.toString())];
  });
}

interface NodeQuery extends Pick<PastBalancesQuery, "block" | "owner"> {
  readonly unchecked: readonly PastBalance[];
}

/** Without the tokens that have no usable balance there; undefined if the node lacks the state. */
async function readFromNode(
  rpc: Rpc,
  chain: string,
  { owner, block, unchecked }: NodeQuery,
): Promise<ReadonlyMap<Address, bigint> | undefined> {
  const keys = unchecked.map(({ token }) => ({ owner, token }));
  const rawAmounts = await readState(chain, readBalances(rpc, keys, block));
  if (rawAmounts === null) return undefined;
  return new Map(
    keys.flatMap(({ token }, index) => {
      const rawAmount = rawAmounts[index] ?? null;
      return rawAmount === null ? [] : [[token, rawAmount] as const];
    }),
  );
}
