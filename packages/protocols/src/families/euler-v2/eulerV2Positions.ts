import type { Address } from "@portico/evm";
import type { OwnerContext } from "../../adapter.ts";
import type { Position, Supply } from "../../position.ts";
import { ReadError } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { toCovered } from "../cover.ts";
import { readAccounts } from "./eulerV2Accounts.ts";
import type { EulerAccount } from "./eulerV2Accounts.ts";
import { factoryAbi, readConnector, readVaultCovers, vaultAbi } from "./eulerV2Reads.ts";
import type { EulerV2Contracts } from "./eulerV2Reads.ts";

/** What an account has in a vault. */
interface Holding {
  account: EulerAccount;
  vault: Address;
  asset: Address;
  /** Of the asset. */
  rawAmount: bigint;
  /** Governance has not admitted the vault. */
  isUnlisted: boolean;
}

interface Loan {
  account: EulerAccount;
  vault: Address;
  asset: Address;
  rawAmount: bigint;
  healthRate: number | null;
}

type Context = OwnerContext<EulerV2Contracts>;

/** Of the owner and all its accounts. An account's debt and its collateral are one position. */
export async function readEulerPositions(context: Context): Promise<Position[]> {
  const evc = await readConnector(context, context.contracts.factory);
  const { accounts, targets } = await readAccounts(context, evc);
  const enabled = accounts.flatMap(({ collaterals, controllers }) => [...collaterals, ...controllers]);
  const candidates = [...new Set([...context.receipts, ...targets, ...enabled])];
  const vaults = readVaults(context, candidates);
  const [holdings, loans] = await Promise.all([
    readHoldings(context, { accounts, candidates, vaults }),
    readLoans(context, accounts, vaults),
  ]);
  return [
    ...loans.map((loan) => toLoanPosition(loan, holdings)),
    ...holdings
      .filter((holding) => !loans.some((loan) => isSecuring(holding, loan)))
      .map((holding) => toPosition(holding.account, holding.vault, [holding])),
  ];
}

/** Assets of the factory's vaults among these contracts; one that is not its proxy is omitted. */
async function readVaults({ contracts, tryRead }: Context, candidates: readonly Address[]) {
  const [areOurs, assets] = await Promise.all([
    tryRead(
      candidates.map(
        (vault) => ({ address: contracts.factory, abi: factoryAbi, functionName: "isProxy", args: [vault] }) as const,
      ),
    ),
    tryRead(candidates.map((address) => ({ address, abi: vaultAbi, functionName: "asset" }) as const)),
  ]);
  return new Map(
    candidates.flatMap((vault, index): [Address, Address][] => {
      const asset = assets[index];
      return areOurs[index] === true && asset !== undefined ? [[vault, toLower(asset)]] : [];
    }),
  );
}

interface Matrix {
  accounts: readonly EulerAccount[];
  candidates: readonly Address[];
  /** Being read. */
  vaults: Promise<ReadonlyMap<Address, Address>>;
}

async function readHoldings(context: Context, { accounts, candidates, vaults }: Matrix): Promise<Holding[]> {
  const { tryRead, read } = context;
  const cells = accounts.flatMap((account) => candidates.map((vault) => ({ account, vault })));
  const [balances, assets] = await Promise.all([
    tryRead(
      cells.map(
        ({ account, vault }) =>
          ({ address: vault, abi: vaultAbi, functionName: "balanceOf", args: [account.address] }) as const,
      ),
    ),
    vaults,
  ]);
  const held = cells.flatMap(({ account, vault }, index) => {
    const [asset, shares] = [assets.get(vault), balances[index]];
    if (asset === undefined || shares === 0n) return [];
    if (shares === undefined) throw new ReadError(`balanceOf of ${vault} fails`);
    return [{ account, vault, asset, shares }];
  });
  const [amounts, covers] = await Promise.all([
    read(
      held.map(
        ({ vault, shares }) =>
          ({ address: vault, abi: vaultAbi, functionName: "convertToAssets", args: [shares] }) as const,
      ),
    ),
    readVaultCovers(context, new Map(held.map(({ vault, asset }) => [vault, asset]))),
  ]);
  return held.flatMap(({ account, vault, asset }, index): Holding[] => {
    const cover = covers.get(vault);
    const rawAmount = toCovered(amounts[index]!, cover);
    return rawAmount === 0n ? [] : [{ account, vault, asset, rawAmount, isUnlisted: cover !== undefined }];
  });
}

async function readLoans(
  { tryRead }: Context,
  accounts: readonly EulerAccount[],
  vaults: Matrix["vaults"],
): Promise<Loan[]> {
  const cells = accounts.flatMap((account) => account.controllers.map((vault) => ({ account, vault })));
  const [debts, values, assets] = await Promise.all([
    tryRead(
      cells.map(
        ({ account, vault }) =>
          ({ address: vault, abi: vaultAbi, functionName: "debtOf", args: [account.address] }) as const,
      ),
    ),
    tryRead(
      cells.map(
        ({ account, vault }) =>
          ({ address: vault, abi: vaultAbi, functionName: "accountLiquidity", args: [account.address, true] }) as const,
      ),
    ),
    vaults,
  ]);
  return cells.flatMap(({ account, vault }, index): Loan[] => {
    const [asset, rawAmount] = [assets.get(vault), debts[index]];
    if (asset === undefined || rawAmount === 0n) return [];
    if (rawAmount === undefined) throw new ReadError(`debtOf of ${vault} fails`);
    return [{ account, vault, asset, rawAmount, healthRate: toHealth(values[index]) }];
  });
}

/** Null if the vault's oracle has no price. */
const toHealth = (values: readonly [bigint, bigint] | undefined): number | null =>
  values === undefined || values[1] === 0n ? null : Number((values[0] * 10n ** 18n) / values[1]) / 1e18;

const isSecuring = ({ account, vault }: Holding, loan: Loan): boolean =>
  account === loan.account && account.collaterals.includes(vault);

const toSupply = ({ asset, rawAmount }: Holding, isCollateral: boolean): Supply => ({
  token: asset,
  rawAmount,
  isCollateral,
});

function toLoanPosition(loan: Loan, holdings: readonly Holding[]): Position {
  const securing = holdings.filter((holding) => isSecuring(holding, loan));
  return toPosition(loan.account, loan.vault, securing, loan);
}

const toPosition = (
  { index }: EulerAccount,
  controller: Address,
  holdings: readonly Holding[],
  loan?: Loan,
): Position => ({
  name: "Lending",
  detail: {
    type: "lending",
    supplies: holdings.map((holding) => toSupply(holding, loan !== undefined)),
    borrows: loan === undefined ? [] : [{ token: loan.asset, rawAmount: loan.rawAmount }],
    healthRate: loan?.healthRate ?? null,
  },
  pool: { controller },
  ...(index !== 0 && { positionIndex: String(index) }),
  ...(holdings.some(({ isUnlisted }) => isUnlisted) && { isUnlisted: true }),
});
