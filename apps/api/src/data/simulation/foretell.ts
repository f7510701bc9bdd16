import type { PreExecTx } from "@portico/contract";
import { readNewestBlock, simulate, type Address, type Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { listChangedNfts } from "./changedNfts.ts";
import { listChangedTokens } from "./changedTokens.ts";
import { isSafe } from "./multisig.ts";
import type { PreExecRequest } from "@portico/wallet";
import { describeOutcome, toFailure } from "./txError.ts";
import { wireFailure, wireSuccess, type Standing } from "./wirePreExec.ts";

export interface Foreteller {
  readonly db: Store;
  readonly tokens: TokenTable;
  readonly rpc: Rpc;
  /** Aborts the simulation. */
  readonly signal: AbortSignal;
}

/** Simulates a transaction after the latest block. @throws if the node fails. */
export async function foretell(
  { db, tokens, rpc, signal }: Foreteller,
  request: PreExecRequest,
  standing: Pick<Standing, "traceId">,
): Promise<PreExecTx> {
  const { chain, owner, sender, transactions, isDelegateCall } = request;
  const block = await readNewestBlock(rpc);
  signal.throwIfAborted();
  const { blockNumber } = block;
  const asked = {
    block,
    transactions,
    owner,
    isDelegateCall,
    signal,
    wrappedToken: chain.wrappedToken,
    nativeErc20: chain.nativeErc20,
    watched: listWatched(tokens, request),
    ...(chain.blockIntervalMs !== null && { blockSeconds: chain.blockIntervalMs / 1000 }),
  };
  const [{ way, outcome }, isMultisig] = await Promise.all([
    simulate(rpc, asked),
    isSafe(rpc, chain, sender, blockNumber),
  ]);
  const at: Standing = { ...standing, way, blockNumber, isMultisig };
  if (!outcome.isSuccess) return wireFailure(at, describeOutcome(outcome));
  const { changes } = outcome;
  if (changes === undefined) return wireSuccess(at, outcome, UNKNOWN_CHANGES);
  if (changes.tokens.length + changes.nfts.length > MOST_CHANGES) return wireSuccess(at, outcome, TOO_MANY_CHANGES);
  const [fungible, nfts] = await Promise.all([
    listChangedTokens({ tokens, rpc, chain, blockNumber }, changes.tokens),
    listChangedNfts(db, chain, changes.nfts),
  ]);
  return wireSuccess(at, outcome, { tokens: fungible, nfts });
}

/** A truncated list would hide the others. */
const MOST_CHANGES = 1000;
const TOO_MANY_CHANGES = toFailure("service", `The transaction changes more than ${MOST_CHANGES} balances`);
const UNKNOWN_CHANGES = toFailure("service", "The nodes of this chain can't tell what a transaction changes");

/** Words of calldata that are searched for tokens. */
const MOST_WORDS = 256;

/** Tokens that the transaction names: they may move without a log. */
function listWatched(tokens: TokenTable, { chain, transactions }: PreExecRequest): Address[] {
  const named = transactions.flatMap(({ to, data }) => [...(to === undefined ? [] : [to]), ...listAddresses(data)]);
  return [...new Set(named)].filter((address) => tokens.find(chain.id, address) !== undefined);
}

/** Address-like words after the selector. */
function listAddresses(data: string): Address[] {
  const words = data.slice(10, 10 + MOST_WORDS * 64).match(/.{64}/g) ?? [];
  return words.flatMap((word): Address[] => (word.startsWith("0".repeat(24)) ? [`0x${word.slice(24)}`] : []));
}
