import { afterAll, expect, test } from "vitest";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { writeNftBalances } from "./nftBalances.ts";
import { readPastNfts } from "./readPastNfts.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [owner, other, art, games] = [address(0xa), address(0xb), address(1), address(2)];
const hash: Hex = `0x${"11".repeat(32)}`;
const head = { blockNumber: 20n, hash, timeAt: 1_700_000_000 };

const leg = (blockNumber: bigint, token: Address, tokenId: bigint, change: bigint) => ({
  owner,
  blockNumber,
  txIndex: 0,
  index: Number(tokenId),
  subIndex: 0,
  kind: LegKind.nft,
  isInbound: change > 0n,
  token,
  tokenId,
  counterparty: other,
  rawAmount: change > 0n ? change : -change,
  txHash: hash,
  timeAt: 1,
});

test("NFTs after a block are the current ones without the transfers since, by contract and token id", async () => {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await advanceChain(db, "eth", { logs: head, balances: head });
  await copyLegs(db, "eth", [
    leg(3n, art, 1n, 1n),
    leg(9n, art, 1n, -1n), // sold
    leg(12n, art, 2n, 1n), // bought
    leg(4n, games, 7n, 10n),
    leg(11n, games, 7n, -4n),
    leg(13n, games, 8n, 5n), // its contract reports none
  ]);
  await writeNftBalances(db, "eth", 20n, [
    { owner, contract: art, tokenId: 1n, isErc1155: false, rawAmount: 0n },
    { owner, contract: art, tokenId: 2n, isErc1155: false, rawAmount: 1n },
    { owner, contract: games, tokenId: 7n, isErc1155: true, rawAmount: 6n },
    { owner, contract: games, tokenId: 8n, isErc1155: true, rawAmount: 0n },
  ]);
  const listAt = async (blockNumber: bigint, contracts?: Address[]) =>
    (await readPastNfts(db, { owner, chain: "eth", blockNumber, contracts })).map(
      ({ contract, tokenId, rawAmount, isClosed, hasMoved }) => [contract, tokenId, rawAmount, isClosed, hasMoved],
    );
  const odd = (rawAmount: bigint, hasMoved: boolean) => [games, 8n, rawAmount, false, hasMoved];
  expect(await listAt(8n)).toEqual([[art, 1n, 1n, true, true], [games, 7n, 10n, true, true], odd(-5n, true)]);
  expect(await listAt(12n)).toEqual([[art, 2n, 1n, true, false], [games, 7n, 6n, true, false], odd(-5n, true)]);
  expect(await listAt(20n, [games])).toEqual([[games, 7n, 6n, true, false], odd(0n, false)]);
  expect(await listAt(2n)).toEqual([odd(-5n, true)]);
});
