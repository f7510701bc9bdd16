import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { parseAbi } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { OwnerContext } from "../adapter.ts";
import type { PoolState, Position } from "../position.ts";
import { listWithdrawals } from "./withdrawals.ts";
import type { LidoContracts } from "./lidoContracts.ts";

/** @see https://docs.lido.fi/contracts/lido, https://docs.lido.fi/contracts/wsteth */
const stethAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function getPooledEthByShares(uint256 shares) view returns (uint256)",
  "function getTokensByShares(uint256 shares) view returns (uint256)",
]);

/** Staked coins, valued in native coin, which the queue pays one to one. */
export const lido = defineAdapter<LidoContracts>({
  id: "lido",
  name: "Lido",
  siteUrl: "https://lido.fi",
  category: "staking",
  source:
    "Lido's locator on Ethereum leads to docs.lido.fi/deployed-contracts; LIDO_L2_CONTRACT_ADDRESSES of @lidofinance/lido-ethereum-sdk 4.9.0 (MIT)",
  deployments: {
    eth: {
      steth: "0xae7ab96520de3a18e5e111b5eaab095312d7fe84",
      wsteth: "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0",
      queue: "0x889edc2edab5f40e902b864ad4d7ade8e412f9b1",
    },
    op: {
      steth: "0x76a50b8c7349ccddb7578c6627e79b5d99d24138",
      wsteth: "0x1f32b1c2345538c0c6f582fcb022739c4a194ebb",
    },
    soneium: {
      steth: "0x0ce031aed457c870d74914ecaa7971dd3176cdaf",
      wsteth: "0xaa9bd8c957d803466fa92504bdd728cc140f8941",
    },
    uni: {
      steth: "0x81f2508aac59757ef7425ddc9717ab5c2aa0a84f",
      wsteth: "0xc02fe7317d4eb8753a02c35fe019786854a92001",
    },
  },
  signals: ({ steth, wsteth, queue }) => ({ tokens: [steth, wsteth], nfts: queue === undefined ? [] : [queue] }),

  async listPositions(context) {
    const [stakes, withdrawals] = await Promise.all([listStakes(context), listWithdrawals(context)]);
    return [...stakes, ...withdrawals];
  },

  /** Where the coins are staked: bridged stakes are part of that. */
  async listPools({ contracts, read }) {
    const { steth, wsteth, queue } = contracts;
    if (queue === undefined) return [];
    const [[total, wrapped], [shares]] = await Promise.all([
      read([
        { address: steth, abi: stethAbi, functionName: "totalSupply" },
        { address: steth, abi: stethAbi, functionName: "balanceOf", args: [wsteth] },
      ]),
      read([{ address: wsteth, abi: stethAbi, functionName: "totalSupply" }]),
    ]);
    return [toPool(steth, total - wrapped, total - wrapped), toPool(wsteth, wrapped, shares)];
  },
});

async function listStakes({ contracts, owner, receipts, read }: OwnerContext<LidoContracts>): Promise<Position[]> {
  const { steth, wsteth, queue } = contracts;
  const held = [steth, wsteth].filter((token) => receipts.includes(token));
  const balances = await read(
    held.map((address) => ({ address, abi: stethAbi, functionName: "balanceOf", args: [owner] }) as const),
  );
  const toCoins = queue === undefined ? "getTokensByShares" : "getPooledEthByShares";
  const shares = balances[held.indexOf(wsteth)] ?? 0n;
  const listed =
    shares === 0n ? [] : [{ address: steth, abi: stethAbi, functionName: toCoins, args: [shares] } as const];
  const [unwrapped = 0n] = await read(listed);
  return held.flatMap((token, index): Position[] => {
    const rawAmount = token === wsteth ? unwrapped : (balances[index] ?? 0n);
    if (rawAmount === 0n) return [];
    const supplies = [{ token: NATIVE_TOKEN, rawAmount }];
    return [{ name: "Staked", pool: { controller: token }, detail: { type: "common", supplies } }];
  });
}

const toPool = (token: Address, rawAmount: bigint, rawShares: bigint): PoolState => ({
  pool: { controller: token },
  name: "Staked",
  contracts: [token],
  supplies: [{ token: NATIVE_TOKEN, rawAmount }],
  rawShares,
  depositors: { by: "receipt", token },
});
