import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext, PoolContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { toAddress } from "../toAddress.ts";
import { toLower } from "../toLower.ts";
import { roundUp } from "./makerMath.ts";
import { readIlks, toCollateral, vatAbi } from "./makerReads.ts";
import type { MakerContracts } from "./makerReads.ts";

const opened = parseAbiItem("event Open(address indexed owner, uint256 indexed index, address urn)");

/** @see https://github.com/sky-ecosystem/lockstake */
const engineAbi = parseAbi([
  "function ilk() view returns (bytes32)",
  "function usds() view returns (address)",
  "function lssky() view returns (address)",
  "function lsmkr() view returns (address)",
  "function ownerUrns(address owner, uint256 index) view returns (address)",
  "function urnFarms(address urn) view returns (address)",
]);
const farmAbi = parseAbi([
  "function rewardsToken() view returns (address)",
  "function earned(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

type Context = OwnerContext<MakerContracts>;

export const stakeSignal = ({ engines }: MakerContracts): EventSignal => ({
  event: opened,
  owners: ["owner"],
  key: "urn",
  emitters: engines,
});

/** Stakes of the governance token, each with its loan and what its farm pays. */
export async function readStakes(context: Context): Promise<Position[]> {
  const found = await Promise.all(
    context.contracts.engines.map(async (engine) => {
      const urns = await listUrns(context, engine);
      return Promise.all(urns.map((urn) => readStake(context, engine, urn)));
    }),
  );
  return found.flat(2);
}

/** Of an owner who is not in the index, the first ones. */
const FIRST_URNS = 4;

async function listUrns({ interactions, interactionsFrom, owner, read }: Context, engine: Address): Promise<Address[]> {
  const named = interactions.flatMap(({ contract, key }) => (contract === engine ? [toAddress(key)] : []));
  if (interactionsFrom === undefined) return named;
  const first = await read(
    Array.from(
      { length: FIRST_URNS },
      (_, index) =>
        ({ address: engine, abi: engineAbi, functionName: "ownerUrns", args: [owner, BigInt(index)] }) as const,
    ),
  );
  return [...new Set([...named, ...first.map(toLower)])].filter((urn) => urn !== ZERO_ADDRESS);
}

async function readStake(context: Context, engine: Address, urn: Address): Promise<Position[]> {
  const { contracts, read, readOnce } = context;
  const of = { address: engine, abi: engineAbi } as const;
  const [kind, usds] = await readOnce([
    { ...of, functionName: "ilk" },
    { ...of, functionName: "usds" },
  ]);
  const [[ilk], [[ink, art]], [farm]] = await Promise.all([
    readIlks(context, [kind]),
    read([{ address: contracts.vat, abi: vatAbi, functionName: "urns", args: [kind, urn] }]),
    read([{ ...of, functionName: "urnFarms", args: [urn] }]),
  ]);
  const supplies = [{ token: ilk!.token, rawAmount: toCollateral(ink, ilk!), isCollateral: art > 0n }];
  const rewards = farm === ZERO_ADDRESS ? [] : await readEarned(context, farm, urn);
  if (ink === 0n && art === 0n && rewards.length === 0) return [];
  const pool = { controller: engine };
  if (art === 0n) return [{ name: "Staked", detail: { type: "common", supplies, rewards }, pool, positionIndex: urn }];
  const owed = art * ilk!.rate;
  const borrows = [{ token: toLower(usds), rawAmount: roundUp(owed) }];
  const healthRate = Number((ink * ilk!.spot * 10n ** 18n) / owed) / 1e18;
  const detail = { type: "lending" as const, supplies, borrows, rewards, healthRate };
  return [{ name: "Lending", detail, pool, positionIndex: urn }];
}

async function readEarned({ read, readOnce }: Context, farm: Address, urn: Address): Promise<Amount[]> {
  const of = { address: farm, abi: farmAbi } as const;
  const [[token], [rawAmount]] = await Promise.all([
    readOnce([{ ...of, functionName: "rewardsToken" }]),
    read([{ ...of, functionName: "earned", args: [urn] }]),
  ]);
  return rawAmount === 0n ? [] : [{ token: toLower(token), rawAmount }];
}

/** All that is staked: an engine's receipts, which only its urns hold. */
export async function listStakePools(context: PoolContext<MakerContracts>): Promise<PoolState[]> {
  const found = await Promise.all(
    context.contracts.engines.map(async (engine): Promise<PoolState[]> => {
      const of = { address: engine, abi: engineAbi } as const;
      const [[kind], [sky, mkr]] = await Promise.all([
        context.readOnce([{ ...of, functionName: "ilk" }]),
        context.tryRead([
          { ...of, functionName: "lssky" },
          { ...of, functionName: "lsmkr" },
        ]),
      ]);
      const receipt = sky ?? mkr;
      if (receipt === undefined) return [];
      const [[ilk], [total]] = await Promise.all([
        readIlks(context, [kind]),
        context.read([{ address: receipt, abi: farmAbi, functionName: "totalSupply" }]),
      ]);
      const supplies = [{ token: ilk!.token, rawAmount: total }];
      return [{ pool: { controller: engine }, name: "Staked", contracts: [engine], supplies, rawShares: total }];
    }),
  );
  return found.flat();
}
