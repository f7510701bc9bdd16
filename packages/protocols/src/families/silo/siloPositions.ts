import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount, Position, Supply } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import {
  COLLATERAL,
  configAbi,
  DEBT,
  PROTECTED,
  readConfigs,
  readSiloCovers,
  readSilos,
  readValue,
  siloAbi,
  toConversion,
  toCoveredDeposits,
} from "./siloReads.ts";
import type { Silo, SiloContracts } from "./siloReads.ts";

type Context = OwnerContext<SiloContracts>;

/** One for each market of two silos, found by any share of it. */
export async function readSiloPositions(context: Context): Promise<Position[]> {
  const configs = await readConfigs(context, context.receipts);
  // anybody may create a market, and send its shares: one that fails must not take the others with it
  const found = await Promise.all(configs.map((config) => unlessUnread(readMarket(context, config), [])));
  return found.flat();
}

/** What an owner has in a silo. */
interface Account {
  silo: Silo;
  /** By what the shares are of. */
  amounts: readonly bigint[];
}

async function readMarket(context: Context, config: Address): Promise<Position[]> {
  const [silos, [[collateral, debt]]] = await Promise.all([
    readSilos(context, config),
    context.read([{ address: config, abi: configAbi, functionName: "getConfigsForSolvency", args: [context.owner] }]),
  ]);
  const [accounts, covers] = await Promise.all([
    Promise.all(silos.map((silo) => readAccount(context, silo))),
    readSiloCovers(context, config, silos),
  ]);
  const secured = debt.silo === ZERO_ADDRESS ? undefined : toLower(collateral.silo);
  const supplies = accounts.flatMap(({ silo, amounts }): Supply[] =>
    toCoveredDeposits(amounts, covers.get(silo.address))
      .map((rawAmount) => ({ token: silo.asset, rawAmount, isCollateral: silo.address === secured }))
      .filter(({ rawAmount }) => rawAmount > 0n),
  );
  // Of markets of others, too, whose makers can report any debt. The code that silos and debt tokens run tells nothing:
  // the protocol's own lets a hook receiver, which the maker chooses, call anything in their names, so also mint debts.
  // So the API counts debts of such a market up to its assets.
  const borrows = accounts
    .map(({ silo, amounts }): Amount => ({ token: silo.asset, rawAmount: amounts[DEBT]! }))
    .filter(({ rawAmount }) => rawAmount > 0n);
  if (supplies.length + borrows.length === 0) return [];
  const healthRate = borrows.length === 0 ? null : await readHealth(context, { collateral, debt, accounts });
  return [
    {
      name: "Lending",
      detail: { type: "lending", supplies, borrows, healthRate },
      pool: { controller: config },
      ...(covers.size > 0 && { isUnlisted: true }),
    },
  ];
}

async function readAccount({ owner, read }: Context, silo: Silo): Promise<Account> {
  const shares = await read(
    silo.tokens.map((address) => ({ address, abi: siloAbi, functionName: "balanceOf", args: [owner] }) as const),
  );
  const amounts = await read(shares.map((share, kind) => toConversion(silo.address, share, kind)));
  return { silo, amounts };
}

interface Terms {
  silo: Address;
  token: Address;
  solvencyOracle: Address;
  /** Fraction of the collateral's value at which it is liquidated, of 18 decimals. */
  lt: bigint;
}

interface Solvency {
  collateral: Terms;
  debt: Terms;
  accounts: readonly Account[];
}

/** Null if an oracle fails. A loan in the collateral's own token needs none. */
async function readHealth(context: Context, { collateral, debt, accounts }: Solvency): Promise<number | null> {
  const find = ({ silo }: Terms): readonly bigint[] =>
    accounts.find((account) => account.silo.address === toLower(silo))?.amounts ?? [];
  const [secured, owed] = [find(collateral), find(debt)[DEBT] ?? 0n];
  const own = (secured[PROTECTED] ?? 0n) + (secured[COLLATERAL] ?? 0n);
  const isSame = toLower(collateral.token) === toLower(debt.token);
  const [value, liability] = isSame
    ? [own, owed]
    : await Promise.all([readValue(context, own, collateral), readValue(context, owed, debt)]);
  if (value === undefined || liability === undefined || liability === 0n) return null;
  return Number((value * collateral.lt) / liability) / 1e18;
}
