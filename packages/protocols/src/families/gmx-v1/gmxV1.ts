import type { Address } from "@portico/evm";
import { parseAbiItem, zeroHash } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { toLower } from "../../toLower.ts";
import { listLiquidity } from "./glp.ts";
import { managerAbi, routerAbi, vaultAbi } from "./gmxV1Abi.ts";
import { listPerpetuals } from "./perpetuals.ts";
import { readReserves } from "./vaultTokens.ts";
import { forksByAddress } from "../forksByAddress.ts";

export interface GmxV1Contracts {
  vault: Address;
}

const increased = parseAbiItem(
  "event IncreasePosition(bytes32 key, address account, address collateralToken, address indexToken, uint256 collateralDelta, uint256 sizeDelta, bool isLong, uint256 price, uint256 fee)",
);
const added = parseAbiItem(
  "event AddLiquidity(address account, address token, uint256 amount, uint256 aumInUsdg, uint256 glpSupply, uint256 usdgAmount, uint256 mintAmount)",
);
const glpStaked = parseAbiItem("event StakeGlp(address account, uint256 amount)");
const gmxStaked = parseAbiItem("event StakeGmx(address account, address token, uint256 amount)");

/** Exchanges with GMX V1's vault: liquidity, leveraged positions, and staked governance tokens. */
export const gmxV1Family = defineFamily<GmxV1Contracts>({
  name: "gmx-v1",
  roles: { vault: "required" },
  perAddress: "vault",
  toContracts: ({ vault = [] }) => ({ vault: vault[0]! }),

  signals: ({ vault }) => ({
    events: [
      { event: increased, emitters: [vault], owners: ["account"], key: "key" },
      ...[added, glpStaked, gmxStaked].map(
        (event) => ({ event, emitters: "identified", owners: ["account"] }) as const,
      ),
    ],
  }),

  /** Managers that a vault admits, and reward routers that such a manager admits. */
  async identifyForks(context, candidates) {
    const forks = forksByAddress(context.contracts.map(({ vault }) => [vault]));
    const claims = await context.tryRead(
      candidates.map((address) => ({ address, abi: routerAbi, functionName: "glpManager" }) as const),
    );
    const managers = candidates.map((address, index) => toLower(claims[index] ?? address));
    const found = await findManaged(context, forks, managers);
    const routers = candidates.flatMap((address, index) => {
      const manager = managers[index]!;
      return manager !== address && found.has(manager) ? [{ address, manager }] : [];
    });
    const admitted = await context.tryRead(
      routers.map(
        ({ address, manager }) =>
          ({ address: manager, abi: managerAbi, functionName: "isHandler", args: [address] }) as const,
      ),
    );
    const identified = new Map<Address, ForkIdentity>();
    for (const address of candidates) {
      const fork = found.get(address);
      if (fork !== undefined) identified.set(address, { fork, identity: "place" });
    }
    for (const [index, { address, manager }] of routers.entries())
      if (admitted[index] === true) identified.set(address, { fork: found.get(manager)!, identity: "place" });
    return identified;
  },

  async listPositions(context: OwnerContext<GmxV1Contracts>) {
    const { vault } = context.contracts;
    const found = await Promise.all([listPerpetuals(context, vault), listLiquidity(context, vault)]);
    return found.flat();
  },

  async listPools(context: PoolContext<GmxV1Contracts>) {
    if (context.isContinued) return [];
    const { vault } = context.contracts;
    const reserves = await readReserves(context, vault);
    const supplies = reserves.flatMap(({ token, rawAmount }) => (rawAmount > 0n ? [{ token, rawAmount }] : []));
    return [{ pool: { controller: vault }, name: "Liquidity Pool", contracts: [vault], supplies, rawShares: 0n }];
  },

  async check({ contracts: { vault }, tryRead }) {
    const of = { address: vault, abi: vaultAbi } as const;
    const [length, position] = await tryRead([
      { ...of, functionName: "allWhitelistedTokensLength" },
      { ...of, functionName: "positions", args: [zeroHash] },
    ]);
    if (length === undefined) return "allWhitelistedTokensLength() of the vault does not respond";
    return position === undefined ? "positions() of the vault does not respond" : undefined;
  },
});

/** Of these managers, those of a vault that admits them. Forks that renamed `glp` have none. */
async function findManaged(
  { tryRead }: ReadContext<unknown>,
  forks: ReadonlyMap<Address, number>,
  managers: readonly Address[],
): Promise<Map<Address, number>> {
  const unique = [...new Set(managers)];
  const vaults = await tryRead(unique.map((address) => ({ address, abi: managerAbi, functionName: "vault" }) as const));
  const claimed = unique.flatMap((manager, index) => {
    const vault = vaults[index] && toLower(vaults[index]);
    const fork = vault && forks.get(vault);
    return fork === undefined || !vault ? [] : [{ manager, vault, fork }];
  });
  const [admitted, tokens] = await Promise.all([
    tryRead(
      claimed.map(
        ({ manager, vault }) =>
          ({ address: vault, abi: vaultAbi, functionName: "isManager", args: [manager] }) as const,
      ),
    ),
    tryRead(claimed.map(({ manager }) => ({ address: manager, abi: managerAbi, functionName: "glp" }) as const)),
  ]);
  const managed = claimed.filter((_one, index) => admitted[index] === true && tokens[index] !== undefined);
  return new Map(managed.map(({ manager, fork }) => [manager, fork]));
}
