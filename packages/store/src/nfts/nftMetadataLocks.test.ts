import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { ensureChainState } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { copyLegs } from "../history/legs.ts";
import { claimNfts, ensureNfts, writeNftOutcomes } from "./nftMetadata.ts";
import { rewindNfts } from "../reorg/nftRewind.ts";
import { LegKind } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const txHash = `0x${"01".repeat(32)}` as const;
const contract = address(0xc0);
/** The second was minted after the fork. */
const NFTS = [1n, 2n].map((tokenId) => ({ contract, tokenId, isErc1155: false }));

test("storing metadata does not wait for a reorganisation that waits for it", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await ensureNfts(db, "eth", NFTS);
  const location = { blockNumber: 11n, timeAt: 11, txHash, txIndex: 0, subIndex: 0, index: 0 };
  const minted = { kind: LegKind.nft, isInbound: true, rawAmount: 1n, counterparty: address(0) };
  await copyLegs(db, "eth", [{ ...location, ...minted, owner: address(0xa), token: contract, tokenId: 2n }]);
  const tasks = await claimNfts(db, "eth", { limit: 9, leaseSeconds: 600 });
  const failed = { uri: null, kind: "failed", error: "no URI" } as const;
  const outcomes = tasks.toSorted((a, b) => Number(a.tokenId - b.tokenId)).map((task) => ({ ...task, ...failed }));
  await inTransaction(db, async (tx) => {
    await rewindNfts(tx, "eth", { blockNumber: 10n, timeAt: 10 });
    const written = writeNftOutcomes(db, "eth", outcomes);
    await Promise.race([written, new Promise((resolve) => setTimeout(resolve, 300))]);
    await Promise.all([written, ensureNfts(tx, "eth", NFTS)]);
  });
  const rows = await db.selectFrom("nft").select(["token_id", "error"]).orderBy("token_id").execute();
  expect(rows).toEqual([
    { token_id: "1", error: "no URI" },
    { token_id: "2", error: null },
  ]);
});
