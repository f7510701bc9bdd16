import type { Address } from "@portico/evm";
import { NATIVE_TOKEN, min } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import type { Position } from "../position.ts";
import type { LidoContracts } from "./lidoContracts.ts";

/** @see https://docs.lido.fi/contracts/withdrawal-queue-erc721 */
const queueAbi = parseAbi([
  "function getWithdrawalStatus(uint256[] requestIds) view returns ((uint256 amountOfStETH, uint256 amountOfShares, address owner, uint256 timestamp, bool isFinalized, bool isClaimed)[] statuses)",
  "function getLastCheckpointIndex() view returns (uint256)",
  "function findCheckpointHints(uint256[] requestIds, uint256 firstIndex, uint256 lastIndex) view returns (uint256[] hintIds)",
  "function getClaimableEther(uint256[] requestIds, uint256[] hints) view returns (uint256[] claimableEthValues)",
]);
const sharesAbi = parseAbi(["function getPooledEthByShares(uint256 shares) view returns (uint256)"]);

/**
 * Withdrawal requests: `rawClaimable` is 0 while one waits. A waiting request pays what was staked, or less if
 * its shares have lost.
 */
export async function listWithdrawals(context: OwnerContext<LidoContracts>): Promise<Position[]> {
  const { contracts, nfts, read } = context;
  const { steth, queue } = contracts;
  const ids = queue === undefined ? [] : [...(nfts.get(queue) ?? [])].toSorted((one, other) => (one < other ? -1 : 1));
  if (queue === undefined || ids.length === 0) return [];
  const [pages, [lastIndex]] = await Promise.all([
    read(
      toPages(ids).map(
        (page) => ({ address: queue, abi: queueAbi, functionName: "getWithdrawalStatus", args: [page] }) as const,
      ),
    ),
    read([{ address: queue, abi: queueAbi, functionName: "getLastCheckpointIndex" }]),
  ]);
  const statuses = pages.flat();
  const requests = ids.flatMap((id, index) => {
    const status = statuses[index];
    return status === undefined || status.isClaimed ? [] : [{ id, ...status }];
  });
  const [waiting, ready] = [
    requests.filter(({ isFinalized }) => !isFinalized),
    requests.filter((one) => one.isFinalized),
  ];
  const [values, claimable] = await Promise.all([
    read(
      waiting.map(
        ({ amountOfShares }) =>
          ({ address: steth, abi: sharesAbi, functionName: "getPooledEthByShares", args: [amountOfShares] }) as const,
      ),
    ),
    readClaimable(
      read,
      queue,
      ready.map(({ id }) => id),
      lastIndex,
    ),
  ]);
  const amounts = new Map([
    ...waiting.map(
      ({ id, amountOfStETH }, index) =>
        [id, { rawAmount: min(amountOfStETH, values[index] ?? 0n), rawClaimable: 0n }] as const,
    ),
    ...ready.map(
      ({ id }, index) => [id, { rawAmount: claimable[index] ?? 0n, rawClaimable: claimable[index] ?? 0n }] as const,
    ),
  ]);
  return requests.flatMap(({ id }): Position[] => {
    const { rawAmount = 0n, rawClaimable = 0n } = amounts.get(id) ?? {};
    const token = { token: NATIVE_TOKEN, rawAmount };
    return [
      {
        name: "Locked",
        pool: { controller: queue },
        positionIndex: String(id),
        detail: { type: "vesting", token, rawClaimable },
      },
    ];
  });
}

/** @param ids - Ascending, and finalized. */
async function readClaimable(
  read: OwnerContext<unknown>["read"],
  queue: Address,
  ids: readonly bigint[],
  lastIndex: bigint,
): Promise<readonly bigint[]> {
  const pages = toPages(ids);
  const hints = await read(
    pages.map(
      (page) =>
        ({ address: queue, abi: queueAbi, functionName: "findCheckpointHints", args: [page, 1n, lastIndex] }) as const,
    ),
  );
  const claimable = await read(
    pages.map(
      (page, index) =>
        ({
          address: queue,
          abi: queueAbi,
          functionName: "getClaimableEther",
          args: [page, hints[index] ?? []],
        }) as const,
    ),
  );
  return claimable.flat();
}

/** As many as the gas of one call allows: anybody may send an owner thousands. */
const PAGE_SIZE = 100;

const toPages = (ids: readonly bigint[]): bigint[][] =>
  Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, at) => ids.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE));
