import type { Address } from "@portico/evm";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { factoryAbi, tokenAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";

type ForksContext = ReadContext<readonly PendleContracts[]>;

/** Markets, PT and YT by their factories. An SY is not recognized: anybody may deploy one. */
export async function identifyPendle(
  context: ForksContext,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const { tryRead } = context;
  const [makers, claims] = await Promise.all([
    readMakers(context),
    tryRead(candidates.map((address) => ({ address, abi: tokenAbi, functionName: "factory" }) as const)),
  ]);
  const made = candidates.flatMap((address, index) => {
    const maker = makers.get(toLower(claims[index] ?? "0x"));
    return maker === undefined ? [] : [{ address, maker }];
  });
  const isMade = await Promise.all(made.map(({ address, maker }) => verifyMade(context, address, maker)));
  const own = made.filter((_one, index) => isMade[index]);
  return new Map(own.map(({ address, maker }) => [address, { fork: maker.fork, identity: "receipt" }]));
}

interface Maker {
  address: Address;
  fork: number;
  views: readonly ("isPT" | "isValidMarket" | "isYT")[];
}

/** Factories of markets, and those of PT and YT that they name. */
async function readMakers({ contracts, readOnce }: ForksContext): Promise<Map<Address, Maker>> {
  const named = await Promise.all(
    contracts.flatMap(({ factories }, fork) =>
      factories.map(async (address): Promise<Maker[]> => {
        const reading = readOnce([{ address, abi: factoryAbi, functionName: "yieldContractFactory" }]);
        const [yieldFactory] = await unlessUnread<readonly Address[]>(reading, []);
        const ofYield = yieldFactory && { address: toLower(yieldFactory), fork, views: ["isPT", "isYT"] as const };
        return [{ address, fork, views: ["isValidMarket"] }, ...(ofYield ? [ofYield] : [])];
      }),
    ),
  );
  return new Map(named.flat().map((maker) => [maker.address, maker]));
}

async function verifyMade({ tryRead }: ForksContext, token: Address, { address, views }: Maker): Promise<boolean> {
  const results = await tryRead(
    views.map((functionName) => ({ address, abi: factoryAbi, functionName, args: [token] }) as const),
  );
  return results.includes(true);
}
