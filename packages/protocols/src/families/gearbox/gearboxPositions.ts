import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Position, Supply } from "../../position.ts";
import { toAddress } from "../../toAddress.ts";
import { toLower } from "../../toLower.ts";

export interface GearboxContracts {
  /** Lists the pools and credit managers of all markets. */
  compressor: Address;
  /** Of markets that it lists by their configurator only. */
  configurators: readonly Address[];
}

/** ERC-4626. @see https://github.com/Gearbox-protocol/core-v3/tree/main/contracts/interfaces */
export const poolAbi = parseAbi([
  "function asset() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function previewRedeem(uint256 shares) view returns (uint256)",
  "function totalAssets() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

export const facadeAbi = parseAbi(["function creditManager() view returns (address)"]);

const managerAbi = parseAbi([
  "struct Debt { uint256 debt; uint256 cumulativeIndexNow; uint256 cumulativeIndexLastUpdate; uint128 cumulativeQuotaInterest; uint256 accruedInterest; uint256 accruedFees; uint256 totalDebtUSD; uint256 totalValue; uint256 totalValueUSD; uint256 twvUSD; uint256 enabledTokensMask; uint256 quotedTokensMask; address[] quotedTokens; address poolQuotaKeeper; }",
  "function underlying() view returns (address)",
  "function creditAccountInfo(address creditAccount) view returns (uint256 debt, uint256 cumulativeIndexLastUpdate, uint128 cumulativeQuotaInterest, uint128 quotaFees, uint256 enabledTokensMask, uint16 flags, uint64 lastDebtUpdate, address borrower)",
  "function calcDebtAndCollateral(address creditAccount, uint8 task) view returns (Debt)",
  "function collateralTokensCount() view returns (uint8)",
  "function getTokenByMask(uint256 tokenMask) view returns (address)",
]);

/** Tasks of a calculation: the second needs prices. */
const DEBT_ONLY = 1;
const DEBT_COLLATERAL = 3;

type Context = OwnerContext<GearboxContracts>;

export const readGearboxPositions = async (context: Context): Promise<Position[]> =>
  (await Promise.all([readDeposits(context), readCreditAccounts(context)])).flat();

/** Shares of pools, at what redeeming them pays. */
async function readDeposits({ owner, read, readOnce, receipts }: Context): Promise<Position[]> {
  const [assets, shares] = await Promise.all([
    readOnce(receipts.map((address) => ({ address, abi: poolAbi, functionName: "asset" }) as const)),
    read(receipts.map((address) => ({ address, abi: poolAbi, functionName: "balanceOf", args: [owner] }) as const)),
  ]);
  const amounts = await read(
    receipts.map(
      (address, index) => ({ address, abi: poolAbi, functionName: "previewRedeem", args: [shares[index]!] }) as const,
    ),
  );
  return receipts.flatMap((controller, index): Position[] => {
    const supplies = [{ token: toLower(assets[index]!), rawAmount: amounts[index]!, isCollateral: false }];
    if (amounts[index] === 0n) return [];
    const detail = { type: "lending" as const, supplies, borrows: [], healthRate: null };
    return [{ name: "Lending", detail, pool: { controller } }];
  });
}

interface CreditAccount {
  manager: Address;
  account: Address;
}

/** Accounts that the owner opened, if they are still the owner's: a closed one is given to another. */
async function readCreditAccounts(context: Context): Promise<Position[]> {
  const { interactions, owner, read, readOnce } = context;
  const opened = interactions.filter(({ key }) => key !== "");
  const managers = await readOnce(
    opened.map(({ contract }) => ({ address: contract, abi: facadeAbi, functionName: "creditManager" }) as const),
  );
  const accounts = opened.map(({ key }, index) => ({ manager: toLower(managers[index]!), account: toAddress(key) }));
  const unique = [...new Map(accounts.map((one) => [`${one.manager} ${one.account}`, one])).values()];
  const infos = await read(
    unique.map(
      ({ manager, account }) =>
        ({ address: manager, abi: managerAbi, functionName: "creditAccountInfo", args: [account] }) as const,
    ),
  );
  const own = unique.flatMap((one, index) => {
    const [, , , , mask, , , borrower] = infos[index]!;
    return toLower(borrower) === owner ? [readCreditAccount(context, one, mask)] : [];
  });
  return (await Promise.all(own)).flat();
}

/** @param mask - Of the tokens that secure the debt. */
async function readCreditAccount(
  context: Context,
  { manager, account }: CreditAccount,
  mask: bigint,
): Promise<Position[]> {
  const { read, tryRead } = context;
  const of = { address: manager, abi: managerAbi } as const;
  const calculate = { ...of, functionName: "calcDebtAndCollateral" } as const;
  const [[debt], [valued], [underlying], tokens] = await Promise.all([
    read([{ ...calculate, args: [account, DEBT_ONLY] }]),
    tryRead([{ ...calculate, args: [account, DEBT_COLLATERAL] }]),
    context.readOnce([{ ...of, functionName: "underlying" }]),
    readTokens(context, manager),
  ]);
  const balances = await tryRead(
    tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [account] }) as const),
  );
  const supplies = tokens.flatMap((token, index): Supply[] => {
    const rawAmount = balances[index] ?? 0n;
    const isCollateral = ((mask >> BigInt(index)) & 1n) === 1n;
    return rawAmount <= DUST ? [] : [{ token, rawAmount, isCollateral }];
  });
  const owed = debt.debt + debt.accruedInterest + debt.accruedFees;
  if (supplies.length === 0 && owed === 0n) return [];
  const borrows = owed === 0n ? [] : [{ token: toLower(underlying), rawAmount: owed }];
  const healthRate =
    valued === undefined || valued.totalDebtUSD === 0n
      ? null
      : Number((valued.twvUSD * 10n ** 18n) / valued.totalDebtUSD) / 1e18;
  return [
    {
      name: "Lending",
      detail: { type: "lending", supplies, borrows, healthRate },
      pool: { controller: manager },
      positionIndex: account,
    },
  ];
}

/** Accounts retain one unit of each token that they had. */
const DUST = 1n;

/** The tokens that a manager takes, in the order of their masks. None is ever removed. */
async function readTokens({ read, readOnce }: ReadContext<unknown>, manager: Address): Promise<Address[]> {
  const [count] = await read([{ address: manager, abi: managerAbi, functionName: "collateralTokensCount" }]);
  const tokens = await readOnce(
    Array.from(
      { length: count },
      (_, index) =>
        ({ address: manager, abi: managerAbi, functionName: "getTokenByMask", args: [1n << BigInt(index)] }) as const,
    ),
  );
  return tokens.map(toLower);
}
