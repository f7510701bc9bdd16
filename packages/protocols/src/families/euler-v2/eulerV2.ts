import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { toCovered } from "../cover.ts";
import { connectorEvents } from "./eulerV2Accounts.ts";
import { readEulerPositions } from "./eulerV2Positions.ts";
import { factoryAbi, readConnector, readVaultCovers, vaultAbi } from "./eulerV2Reads.ts";
import type { EulerV2Contracts } from "./eulerV2Reads.ts";

/** The token that shows a vault's debts. */
const debtAbi = parseAbi(["function eVault() view returns (address)"]);

/**
 * Vaults of one asset each, which lend to accounts at a connector. Shares are ERC-20, and debts are shown by a token
 * that can't be moved.
 */
export const eulerV2Family = defineFamily<EulerV2Contracts>({
  name: "euler-v2",
  roles: { vaultFactory: "required", perspective: "optional" },
  toContracts: ({ vaultFactory = [], perspective }) => ({ factory: vaultFactory[0]!, perspectives: perspective }),

  signals: () => ({ events: connectorEvents }),

  /** The factory lists its vaults; a vault names its connector and its debt token. */
  async identifyForks({ contracts, readOnce, tryRead }, candidates) {
    const [connectors, vaults] = await Promise.all([
      Promise.all(contracts.map(({ factory }) => unlessUnread(readConnector({ readOnce }, factory), undefined))),
      tryRead(candidates.map((address) => ({ address, abi: debtAbi, functionName: "eVault" }) as const)),
    ]);
    const claims = candidates.map((address, index) => ({ address, vault: toLower(vaults[index] ?? address) }));
    const named = await tryRead(
      claims.map(({ vault }) => ({ address: vault, abi: vaultAbi, functionName: "EVC" }) as const),
    );
    const known = claims.flatMap((claim, index) => {
      const connector = named[index] && toLower(named[index]);
      const fork = connectors.findIndex((one) => one !== undefined && one === connector);
      return fork === -1 ? [] : [{ ...claim, fork }];
    });
    const [areOurs, debts] = await Promise.all([
      tryRead(
        known.map(
          ({ vault, fork }) =>
            ({ address: contracts[fork]!.factory, abi: factoryAbi, functionName: "isProxy", args: [vault] }) as const,
        ),
      ),
      tryRead(known.map(({ vault }) => ({ address: vault, abi: vaultAbi, functionName: "dToken" }) as const)),
    ]);
    const receipts = known.filter(({ address, vault }, index) => {
      const isDebt = debts[index] !== undefined && toLower(debts[index]) === toLower(address);
      return areOurs[index] === true && (vault === toLower(address) || isDebt);
    });
    const places = candidates.flatMap((address): [Address, ForkIdentity][] => {
      const fork = connectors.indexOf(toLower(address));
      return fork === -1 ? [] : [[address, { fork, identity: "place" }]];
    });
    return new Map([
      ...places,
      ...receipts.map(({ address, fork }): [Address, ForkIdentity] => [address, { fork, identity: "receipt" }]),
    ]);
  },

  listPositions: readEulerPositions,

  async unwrap(context, { token, rawAmount }) {
    const of = { address: token, abi: vaultAbi } as const;
    const [[named], [assets]] = await Promise.all([
      context.readOnce([{ ...of, functionName: "asset" }]),
      context.read([{ ...of, functionName: "convertToAssets", args: [rawAmount] }]),
    ]);
    const asset = toLower(named);
    const covers = await readVaultCovers(context, new Map([[token, asset]]));
    return [{ token: asset, rawAmount: toCovered(assets, covers.get(token)) }];
  },

  async listPools(context: PoolContext<EulerV2Contracts>): Promise<PoolState[]> {
    const { known, tryRead } = context;
    const getAddresses = (functionName: "asset" | "dToken") =>
      tryRead(known.map((address) => ({ address, abi: vaultAbi, functionName }) as const));
    const getAmounts = (functionName: "totalAssets" | "totalSupply") =>
      tryRead(known.map((address) => ({ address, abi: vaultAbi, functionName }) as const));
    const [assets, debts, totals, shares] = await Promise.all([
      getAddresses("asset"),
      getAddresses("dToken"),
      getAmounts("totalAssets"),
      getAmounts("totalSupply"),
    ]);
    const covers = await readVaultCovers(
      context,
      new Map(known.flatMap((vault, index) => (assets[index] === undefined ? [] : [[vault, toLower(assets[index])]]))),
    );
    return known.flatMap((vault, index): PoolState[] => {
      const [asset, debt, total, rawShares] = [assets[index], debts[index], totals[index], shares[index]];
      const rawAmount = total && toCovered(total, covers.get(vault));
      if (asset === undefined || debt === undefined || rawAmount === undefined || rawShares === undefined) return [];
      return [
        {
          pool: { controller: vault },
          name: "Lending",
          contracts: [vault, toLower(debt)],
          supplies: [{ token: toLower(asset), rawAmount }],
          rawShares,
          depositors: { by: "receipt", token: vault },
        },
      ];
    });
  },

  async check({ contracts, tryRead }: ReadContext<EulerV2Contracts>) {
    const [count] = await tryRead([
      { address: contracts.factory, abi: factoryAbi, functionName: "getProxyListLength" },
    ]);
    return count === undefined ? "vaultFactory does not respond to getProxyListLength()" : undefined;
  },
});
