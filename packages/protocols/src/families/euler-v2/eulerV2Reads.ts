import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { Cover } from "../cover.ts";
import { toLower } from "../../toLower.ts";

export interface EulerV2Contracts {
  /** Creates the vaults; each is a proxy of its code. */
  factory: Address;
  /** List the vaults that the protocol's governance has admitted, and those that lend nothing. */
  perspectives?: readonly Address[] | undefined;
}

/** @see https://docs.euler.finance/developers/evk/interacting-with-vaults */
export const vaultAbi = parseAbi([
  "function EVC() view returns (address)",
  "function asset() view returns (address)",
  "function balanceOf(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function totalAssets() view returns (uint256)",
  "function convertToAssets(uint256 shares) view returns (uint256)",
  "function debtOf(address account) view returns (uint256)",
  "function dToken() view returns (address)",
  "function accountLiquidity(address account, bool liquidation) view returns (uint256 collateralValue, uint256 liabilityValue)",
]);

export const factoryAbi = parseAbi([
  "function isProxy(address vault) view returns (bool)",
  "function getProxyListLength() view returns (uint256)",
  "function getProxyListSlice(uint256 start, uint256 end) view returns (address[])",
]);

/** @see https://github.com/euler-xyz/ethereum-vault-connector */
export const evcAbi = parseAbi([
  "function getAccountOwner(address account) view returns (address)",
  "function getCollaterals(address account) view returns (address[])",
  "function getControllers(address account) view returns (address[])",
]);

/** The connector that all vaults of a factory share. Cached. @throws ReadError without a vault. */
export async function readConnector(
  { readOnce }: Pick<ReadContext<unknown>, "readOnce">,
  factory: Address,
): Promise<Address> {
  const slice = { address: factory, abi: factoryAbi, functionName: "getProxyListSlice", args: [0n, 1n] } as const;
  const [[first]] = await readOnce([slice]);
  const [connector] = await readOnce([{ address: first!, abi: vaultAbi, functionName: "EVC" }]);
  return toLower(connector);
}

const perspectiveAbi = parseAbi(["function isVerified(address vault) view returns (bool)"]);

/**
 * What covers the shares of vaults that governance has not admitted: cash alone. Anybody may create a vault, and lend there
 * to an account of their own against worthless collateral, again and again, what they lent. Others are absent.
 */
export async function readVaultCovers(
  { contracts: { perspectives = [] }, tryRead }: ReadContext<EulerV2Contracts>,
  vaults: ReadonlyMap<Address, Address>,
): Promise<Map<Address, Cover>> {
  const list = [...vaults];
  const [verified, totals, cash] = await Promise.all([
    Promise.all(
      perspectives.map((address) =>
        tryRead(
          list.map(([vault]) => ({ address, abi: perspectiveAbi, functionName: "isVerified", args: [vault] }) as const),
        ),
      ),
    ),
    tryRead(list.map(([address]) => ({ address, abi: vaultAbi, functionName: "totalAssets" }) as const)),
    tryRead(
      list.map(
        ([vault, asset]) => ({ address: asset, abi: vaultAbi, functionName: "balanceOf", args: [vault] }) as const,
      ),
    ),
  ]);
  return new Map(
    list.flatMap(([vault], index): [Address, Cover][] =>
      verified.some((answers) => answers[index] === true)
        ? []
        : [[vault, { rawCover: cash[index] ?? 0n, rawClaims: totals[index] ?? 0n }]],
    ),
  );
}
