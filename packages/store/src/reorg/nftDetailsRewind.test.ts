import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { listContracts, upsertContracts } from "../contracts/contracts.ts";
import { copyLegs } from "../history/legs.ts";
import { takeStaleNfts, markNftsStale, writeNftBalances } from "../nfts/nftBalances.ts";
import { describeNftContracts, listContractsToDescribe } from "../nfts/nftContracts.ts";
import type { NftKey } from "../nfts/nftKeys.ts";
import { claimNfts, ensureNfts, writeNftOutcomes } from "../nfts/nftMetadata.ts";
import type { NftOutcome } from "../nfts/nftMetadata.ts";
import { rewindNfts } from "./nftRewind.ts";
import { LegKind } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const OWNERS = [0xa, 0xb].map(address);
/** The second is an ERC-1155, which allows several of one id. */
const CONTRACTS = [0xc0, 0xc1].map(address);
const txHash = `0x${"01".repeat(32)}` as const;

/** The block, of all branches, in which a contract or NFT was created; by address, or address and id. */
type Births = ReadonlyMap<string, number>;
type Mint = { contract: number; tokenId: bigint; owner: number };
interface Block {
  /** Unique among the blocks of all branches. */
  id: number;
  mints: Mint[];
}

/** Fetched metadata is stored at once, or after the next episode, which may have rewound the chain. */
type Episode = { depth: number; blocks: Mint[][]; isRead: boolean; fetch: "late" | "no" | "now" };
const mint = fc.record<Mint>({ contract: fc.nat(1), tokenId: fc.bigInt(1n, 2n), owner: fc.nat(1) });
const episodes = fc.array(
  fc.record<Episode>({
    depth: fc.nat(3),
    blocks: fc.array(fc.array(mint, { maxLength: 2 }), { maxLength: 3 }),
    isRead: fc.boolean(),
    fetch: fc.constantFrom("late", "no", "now"),
  }),
  { minLength: 1, maxLength: 6 },
);

const nameOf = ({ contract, tokenId }: { contract: Address; tokenId: bigint }) => `${contract} ${tokenId}`;

function findBirths(blocks: readonly Block[]): Births {
  const births = new Map<string, number>();
  for (const { id, mints } of blocks) {
    for (const { contract, tokenId } of mints) {
      const [at, nft] = [CONTRACTS[contract]!, nameOf({ contract: CONTRACTS[contract]!, tokenId })];
      births.set(at, births.get(at) ?? id).set(nft, births.get(nft) ?? id);
    }
  }
  return births;
}

async function append(chain: string, before: readonly Block[], { id, mints }: Block): Promise<void> {
  const births = findBirths(before);
  const blockNumber = BigInt(before.length + 1);
  const location = { blockNumber, timeAt: before.length + 1, txHash };
  const made = mints.map(({ contract }) => CONTRACTS[contract]!).filter((at) => !births.has(at));
  await upsertContracts(
    db,
    chain,
    made.map((at) => ({ ...location, address: at, creator: address(id) })),
  );
  const minted = {
    txIndex: 0,
    subIndex: 0,
    kind: LegKind.nft,
    isInbound: true,
    rawAmount: 1n,
    counterparty: address(0),
  };
  const moved = mints.map(({ contract, tokenId, owner }, index) => {
    return { ...location, ...minted, index, owner: OWNERS[owner]!, token: CONTRACTS[contract]!, tokenId };
  });
  await copyLegs(db, chain, moved);
  const keys = moved.map(({ owner, token, tokenId }) => ({ owner, contract: token, tokenId }));
  await markNftsStale(
    db,
    chain,
    keys.map((key) => ({ ...key, isErc1155: key.contract === CONTRACTS[1] })),
  );
}

/** What the state stage does at a head. */
async function readState(chain: string, blocks: readonly Block[]): Promise<void> {
  const births = findBirths(blocks);
  const head = BigInt(blocks.length);
  const keys: NftKey[] = await takeStaleNfts(db, chain, 100);
  const isHeld = ({ owner, contract, tokenId }: NftKey) =>
    blocks.some(({ mints }) =>
      mints.some(
        (one) => OWNERS[one.owner] === owner && CONTRACTS[one.contract] === contract && one.tokenId === tokenId,
      ),
    );
  const reads = keys.map((key) => ({ ...key, rawAmount: isHeld(key) ? 1n : 0n }));
  const addresses = [...new Set(keys.map(({ contract }) => contract))];
  const requested = await listContractsToDescribe(db, chain, { addresses, upgraded: [], more: 100 });
  await writeNftBalances(db, chain, head, reads);
  await ensureNfts(
    db,
    chain,
    reads.filter(({ rawAmount }) => rawAmount > 0n),
  );
  const described = requested.map(({ address: at }) => ({ address: at, isErc1155: at === CONTRACTS[1], symbol: null }));
  await describeNftContracts(
    db,
    chain,
    head,
    described.map((contract) => ({
      ...contract,
      name: births.has(contract.address) ? `${births.get(contract.address)}` : null,
    })),
  );
}

const UNNAMED = { name: null, description: null, contentType: null, content: null, thumbnailUrl: null, attributes: [] };

/**
 * Claims NFTs waiting to be fetched.
 * @returns what their contracts return after these blocks.
 */
async function fetchMetadata(chain: string, blocks: readonly Block[]): Promise<NftOutcome[]> {
  const births = findBirths(blocks);
  const tasks = await claimNfts(db, chain, { limit: 100, leaseSeconds: 600 });
  return tasks.map((task): NftOutcome => {
    const uri = births.get(task.isErc1155 ? task.contract : nameOf(task)); // an ERC-1155 has metadata before any is minted
    if (uri === undefined) return { ...task, uri: null, kind: "failed", error: "the contract returns no URI" };
    return { ...task, uri: `${uri}`, kind: "fetched", metadata: { ...UNNAMED, name: `${uri}` } };
  });
}

/** Of contracts, and of NFTs that had an owner: others are never displayed. */
async function listDescriptions(chain: string): Promise<unknown> {
  const contracts = await db
    .selectFrom("nft_contract")
    .where("chain", "=", chain)
    .select(["address", "name", "creator", "time_at"])
    .orderBy("address")
    .execute();
  const nfts = await db
    .selectFrom("nft")
    .where("chain", "=", chain)
    .where(
      sql<boolean>`(contract, token_id) in (select contract, token_id from nft_balance where chain = ${chain} offset 0)`,
    )
    .select(["contract", "token_id", "name", "uri", "error"])
    .orderBy("contract")
    .orderBy("token_id")
    .execute();
  const seen = await listContracts(db, chain, CONTRACTS);
  return { contracts, nfts, seen: seen.map((one) => JSON.stringify([one.address, one.creator])).toSorted() };
}

async function play(chain: string, list: readonly Episode[]): Promise<Block[]> {
  let blocks: Block[] = [];
  let [ids, late]: [number, NftOutcome[]] = [1, []];
  for (const { depth, blocks: added, isRead, fetch } of list) {
    if (depth > 0) {
      blocks = blocks.slice(0, Math.max(0, blocks.length - depth));
      const blockNumber = BigInt(blocks.length);
      await rewindNfts(db, chain, { blockNumber, timeAt: Number(blockNumber) });
      for (const table of ["leg", "contract"]) {
        await sql`
          delete from ${sql.table(table)} where chain = ${chain} and block_number > ${blockNumber}`.execute(db);
      }
    }
    for (const mints of added) {
      const block = { id: ids++, mints: mints.filter((one) => isPossible(blocks, one)) };
      await append(chain, blocks, block);
      blocks = [...blocks, block];
    }
    if (isRead) await readState(chain, blocks);
    await writeNftOutcomes(db, chain, late);
    late = fetch === "no" ? [] : await fetchMetadata(chain, blocks);
    if (fetch === "now") await writeNftOutcomes(db, chain, late.splice(0));
  }
  await settle(chain, blocks);
  await writeNftOutcomes(db, chain, late);
  return blocks;
}

async function settle(chain: string, blocks: readonly Block[]): Promise<void> {
  await readState(chain, blocks);
  await writeNftOutcomes(db, chain, await fetchMetadata(chain, blocks));
}

/** An ERC-721 has one of each id. */
const isPossible = (blocks: readonly Block[], { contract, tokenId }: Mint): boolean =>
  contract === 1 || !findBirths(blocks).has(nameOf({ contract: CONTRACTS[0]!, tokenId }));

const episode = (depth: number, blocks: Mint[][], fetch: Episode["fetch"] = "now"): Episode => {
  return { depth, blocks, isRead: true, fetch };
};
const FIRST: Mint = { contract: 0, tokenId: 1n, owner: 0 };
/** An NFT that the final branch mints one block later than the discarded one. */
const MINTED_LATER = [episode(0, [[FIRST]]), episode(1, [[]]), episode(0, [[FIRST]])];
const REPORTED_TOO_LATE = [episode(0, [[FIRST]], "late"), episode(1, [[FIRST]], "no")];

let chains = 0;

test("after any reorgs contracts and NFTs are described as if only the final branch had been indexed", async () => {
  await fc.assert(
    fc.asyncProperty(episodes, async (list) => {
      const [chain, other] = [`rewound${chains}`, `straight${chains++}`];
      const blocks = await play(chain, list);
      for (const [index, block] of blocks.entries()) await append(other, blocks.slice(0, index), block);
      await settle(other, blocks);
      expect(await listDescriptions(chain)).toEqual(await listDescriptions(other));
    }),
    { numRuns: 10, examples: [[MINTED_LATER], [REPORTED_TOO_LATE]] },
  );
});
