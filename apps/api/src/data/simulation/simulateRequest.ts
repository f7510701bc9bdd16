import type { PreExecTx } from "@portico/contract";
import { readNewestBlock, simulate, type Address, type Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { listChangedNfts } from "./changedNfts.ts";
import { listChangedTokens } from "./changedTokens.ts";
import { isSafe } from "./multisig.ts";
import type { PreExecRequest } from "@portico/wallet";
import { describeOutcome, toFailure } from "./txError.ts";
import { toFailureResponse, toSuccessResponse, type Standing } from "./preExecResponse.ts";

export interface SimulationContext {
  readonly db: Store;
  readonly tokens: TokenTable;
  readonly rpc: Rpc;
  /** Aborts the simulation. */
  readonly signal: AbortSignal;
}

/** Simulates a transaction after the latest block. @throws if the node fails. */
export async function simulateRequest(
  { db, tokens, rpc, signal }: SimulationContext,
  request: PreExecRequest,
  standing: Pick<Standing, "traceId">,
): Promise<PreExecTx> {
  const { chain, owner, sender, transactions, isDelegateCall } = request;
  const block = await readNewestBlock(rpc);
  signal.throwIfAborted();
  const { blockNumber } = block;
  const options = {
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
    simulate(rpc, options),
    isSafe(rpc, chain, sender, blockNumber),
  ]);
  const at: Standing = { ...standing, way, blockNumber, isMultisig };
  if (!outcome.isSuccess) return toFailureResponse(at, describeOutcome(outcome));
  const { changes } = outcome;
  if (changes === undefined) return toSuccessResponse(at, outcome, UNKNOWN_CHANGES);
  if (changes.tokens.length + changes.nfts.length > MAX_CHANGES)
    return toSuccessResponse(at, outcome, TOO_MANY_CHANGES);
  const [fungible, nfts] = await Promise.all([
    listChangedTokens({ tokens, rpc, chain, blockNumber }, changes.tokens),
    listChangedNfts(db, chain, changes.nfts),
  ]);
  return toSuccessResponse(at, outcome, { tokens: fungible, nfts });
}

/** A truncated list would hide the others. */
const MAX_CHANGES = 1000;
const TOO_MANY_CHANGES = toFailure("service", `The transaction changes more than ${MAX_CHANGES} balances`);
const UNKNOWN_CHANGES = toFailure(
  "service",
  "The nodes of this chain can't report the balance changes of a transaction",
);

/** Words of calldata that are searched for tokens. */
const MAX_WORDS = 256;

/** Tokens that the transaction names: they may move without a log. */
function listWatched(tokens: TokenTable, { chain, transactions }: PreExecRequest): Address[] {
  const named = transactions.flatMap(({ to, data }) => [...(to === undefined ? [] : [to]), ...listAddresses(data)]);
  return [...new Set(named)].filter((address) => tokens.find(chain.slug, address) !== undefined);
}

/** Address-like words after the selector. */
function listAddresses(data: string): Address[] {
  const words = data.slice(10, 10 + MAX_WORDS * 64).match(/.{64}/g) ?? [];
  return words.flatMap((word): Address[] => (word.startsWith("0".repeat(24)) ? [`0x${word.slice(24)}`] : []));
}
