import type { Address } from "@portico/evm";
import type { Identity, ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { factoryAbi, syAbi, tokenAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";

type ForksContext = ReadContext<readonly PendleContracts[]>;
type Identities = Map<Address, { fork: number; identity: Identity }>;

/** Markets, PT and YT by their factories. Anybody may deploy an SY: it is read only as far as it holds its token. */
export async function identifyPendle(context: ForksContext, candidates: readonly Address[]): Promise<Identities> {
  const { tryRead } = context;
  const [makers, claims, yieldTokens] = await Promise.all([
    readMakers(context),
    tryRead(candidates.map((address) => ({ address, abi: tokenAbi, functionName: "factory" }) as const)),
    tryRead(candidates.map((address) => ({ address, abi: tokenAbi, functionName: "yieldToken" }) as const)),
  ]);
  const made = candidates.flatMap((address, index) => {
    const maker = makers.get(toLower(claims[index] ?? "0x"));
    return maker === undefined ? [] : [{ address, maker }];
  });
  const wrappers = candidates.filter((_address, index) => yieldTokens[index] !== undefined);
  const [isMade, isWrapper] = await Promise.all([
    Promise.all(made.map(({ address, maker }) => verifyMade(context, address, maker))),
    verifyWrappers(context, wrappers),
  ]);
  return new Map([
    ...wrappers.flatMap((address, index) =>
      isWrapper[index] === true ? [[address, { fork: 0, identity: "receipt" }] as const] : [],
    ),
    ...made.flatMap(({ address, maker }, index) =>
      isMade[index] === true ? [[address, { fork: maker.fork, identity: "receipt" }] as const] : [],
    ),
  ]);
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

async function verifyWrappers({ tryRead }: ForksContext, wrappers: readonly Address[]): Promise<boolean[]> {
  const [rates, assets] = await Promise.all([
    tryRead(wrappers.map((address) => ({ address, abi: syAbi, functionName: "exchangeRate" }) as const)),
    tryRead(wrappers.map((address) => ({ address, abi: syAbi, functionName: "assetInfo" }) as const)),
  ]);
  return wrappers.map((_address, index) => (rates[index] ?? 0n) > 0n && assets[index] !== undefined);
}
