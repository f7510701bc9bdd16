import { NATIVE_TOKEN } from "@portico/evm";
import {
  dropBlocks,
  findChainState,
  listResiduals,
  readApprovals,
  readCurve,
  readHistory,
  readPastApprovals,
  readPastBalances,
  readPastNftApprovals,
  readPastNfts,
  writePricePoints,
} from "@portico/store";
import type { Store } from "@portico/store";
import { sql } from "kysely";
import { ACCOUNTS } from "./tokenScene.ts";
import type { TokenScene } from "./tokenScene.ts";

const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";

/** Drops all that a chain needn't keep, a few blocks at a time. @returns the first block that is kept. */
export async function dropAll(db: Store, margin: bigint): Promise<bigint> {
  const options = { priceDays: 1, margin, blocksAtOnce: 7n };
  while ((await dropBlocks(db, "eth", options))?.isLast === false);
  return (await findChainState(db, "eth"))!.startBlock;
}

/** Prices that never change, so that curves show how balances do. */
export const writeSteadyPrices = (db: Store, { token, wrapped }: TokenScene): Promise<void> =>
  writePricePoints(
    db,
    "eth",
    [NATIVE_TOKEN, token, wrapped].map((one) => ({ token: one, timeAt: 0, usd: 1 })),
  );

const BLOCK_SECONDS = 12;

/** What an index answers about the scene's accounts from a block on; equal for all that know these blocks. */
export async function readKnown(
  db: Store,
  since: bigint,
  atBlocks: readonly bigint[],
): Promise<Record<string, unknown>> {
  const known: Record<string, unknown> = {};
  const head = (await findChainState(db, "eth"))!.balances!.blockNumber;
  const count = Number(head - since) + 1;
  for (const owner of ACCOUNTS) {
    const history = await readHistory(db, { owner, chains: ["eth"], count: 10_000 });
    known[`history ${owner}`] = history.transactions.filter(({ blockNumber }) => blockNumber >= since);
    const { approvals } = await readApprovals(db, { owner, chain: "eth", permit2: PERMIT2, limit: 100 });
    known[`approvals ${owner}`] = approvals
      .map(({ token, spender, rawAmount }) => [token, spender, rawAmount].join(" "))
      .toSorted();
    known[`residuals ${owner}`] = (await listResiduals(db, owner, "eth")).filter(({ toBlock }) => toBlock >= since);
    const { tokens } = await readCurve(db, { owner, chains: ["eth"], step: BLOCK_SECONDS, count });
    known[`curve ${owner}`] = Object.fromEntries(tokens.map(({ token, moves }) => [token, moves.toSorted(byStep)]));
    for (const blockNumber of atBlocks) {
      const past = await readPastBalances(db, { owner, chain: "eth", blockNumber });
      known[`balances ${owner} ${blockNumber}`] = past
        .flatMap(({ token, rawAmount, ledger, checkedSince }) =>
          rawAmount === 0n
            ? []
            : [`${token} ${rawAmount}${token === NATIVE_TOKEN ? "" : ` ${isKnown(ledger, checkedSince)}`}`],
        )
        .toSorted();
      const nfts = await readPastNfts(db, { owner, chain: "eth", blockNumber });
      known[`nfts ${owner} ${blockNumber}`] = nfts
        .flatMap(({ contract, tokenId, rawAmount }) => (rawAmount > 0n ? [`${contract} ${tokenId} ${rawAmount}`] : []))
        .toSorted();
    }
  }
  return known;
}

const byStep = (a: { step: number }, b: { step: number }): number => a.step - b.step;

const isKnown = (ledger: string, checkedSince: bigint | undefined): string =>
  ledger === "checked" || checkedSince !== undefined ? "checked" : "open";

/** Approvals that may have been in force after a block. */
export async function listCandidates(db: Store, blockNumber: bigint): Promise<Set<string>> {
  const candidates = new Set<string>();
  for (const owner of ACCOUNTS) {
    const query = { owner, chain: "eth", blockNumber, limit: 100 };
    for (const { token, spender } of await readPastApprovals(db, query)) candidates.add(`${owner} ${token} ${spender}`);
    const { approvals, operators } = await readPastNftApprovals(db, query);
    for (const { contract, tokenId } of approvals) candidates.add(`${owner} ${contract} ${tokenId}`);
    for (const { contract, operator } of operators) candidates.add(`${owner} ${contract} ${operator}`);
  }
  return candidates;
}

/** Rows of blocks before one, by table. */
export async function countEarlier(db: Store, block: bigint): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ name: string; count: bigint }>`
    select 'leg' as name, count(*) from leg where block_number < ${block}
    union all select 'transaction', count(*) from transaction where block_number < ${block}
    union all select 'block', count(*) from block where block_number < ${block}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
