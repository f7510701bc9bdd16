import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { managerAbi, routerAbi, trackerAbi } from "./gmxV1Abi.ts";
import { readReserves } from "./vaultTokens.ts";

const ROUTER_ROLES = [
  "gmx",
  "esGmx",
  "feeGlpTracker",
  "stakedGlpTracker",
  "stakedGmxTracker",
  "feeGmxTracker",
] as const;
type RouterRole = (typeof ROUTER_ROLES)[number];
type Router = Partial<Record<RouterRole, Address>>;

/** Liquidity of an owner in a vault, and staked governance tokens, by the contracts that it interacted with. */
export async function listLiquidity(context: OwnerContext<unknown>, vault: Address): Promise<Position[]> {
  const contracts = [...new Set(context.interactions.map(({ contract }) => contract))].filter((one) => one !== vault);
  const met = await Promise.all(contracts.map((contract) => findManager(context, contract)));
  const [routers, tokens] = await Promise.all([
    Promise.all(contracts.filter((one, index) => met[index] !== one).map((router) => readRouter(context, router))),
    context.readOnce(met.map((address) => ({ address, abi: managerAbi, functionName: "glp" }) as const)),
  ]);
  const unique = (role: RouterRole): Address[] => [...new Set(routers.flatMap((router) => router[role] ?? []))];
  const trackers = { fee: unique("feeGlpTracker"), staked: unique("stakedGlpTracker") };
  // an earlier manager of the same token may still be admitted
  const managers = new Map(tokens.map((glp, index) => [toLower(glp), met[index]!]));
  const found = await Promise.all([
    ...[...managers].map(([glp, manager]) => readGlp(context, { vault, manager, glp, trackers })),
    ...unique("stakedGmxTracker").map((tracker) => readGovernance(context, tracker, routers)),
  ]);
  return found.flat();
}

/** Both are identified, so a contract without a manager is one. */
async function findManager({ readOnce }: ReadContext<unknown>, contract: Address): Promise<Address> {
  const reading: Promise<readonly (Address | undefined)[]> = readOnce([
    { address: contract, abi: routerAbi, functionName: "glpManager" },
  ]);
  const [manager] = await unlessUnread(reading, [undefined]);
  return manager === undefined ? contract : toLower(manager);
}

interface GlpQuery {
  vault: Address;
  manager: Address;
  glp: Address;
  trackers: { fee: readonly Address[]; staked: readonly Address[] };
}

/** The owner's part of the vault's liquidity, worth what the manager redeems it for before fees. */
async function readGlp(context: OwnerContext<unknown>, query: GlpQuery): Promise<Position[]> {
  const { vault, manager, glp, trackers } = query;
  const deposits = trackers.fee.map((tracker) => ({ tracker, token: glp }));
  const [[rawUsdg, held, rawSupply], reserves, staked, rewards] = await Promise.all([
    context.read([
      { address: manager, abi: managerAbi, functionName: "getAumInUsdg", args: [false] },
      { address: glp, abi: erc20Abi, functionName: "balanceOf", args: [context.owner] },
      { address: glp, abi: erc20Abi, functionName: "totalSupply" },
    ]),
    readReserves(context, vault),
    readDeposits(context, deposits),
    readClaims(context, [...trackers.fee, ...trackers.staked]),
  ]);
  const rawShare = staked.reduce((sum, { rawAmount }) => sum + rawAmount, held);
  const pool = { controller: vault };
  if (rawShare === 0n || rawShare > rawSupply)
    return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
  const supplies = toSupplies(reserves, rawUsdg, { rawShare, rawSupply });
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies, rewards }, pool }];
}

/** USDG have 18 decimals, the vault's prices 30. */
const USD_PER_USDG = 10n ** 12n;

/** A share of the reserves, reduced to the worth of the liquidity: what remains belongs to open positions. */
function toSupplies(
  reserves: Awaited<ReturnType<typeof readReserves>>,
  rawUsdg: bigint,
  { rawShare, rawSupply }: { rawShare: bigint; rawSupply: bigint },
): Amount[] {
  const reserved = reserves.reduce((sum, { rawUsd }) => sum + rawUsd, 0n);
  const worth = rawUsdg * USD_PER_USDG;
  const [part, of] = reserved === 0n || worth > reserved ? [1n, 1n] : [worth, reserved];
  return reserves.flatMap(({ token, rawAmount }) => {
    const amount = (rawAmount * rawShare * part) / (rawSupply * of);
    return amount > 0n ? [{ token, rawAmount: amount }] : [];
  });
}

async function readRouter({ readOnce }: ReadContext<unknown>, router: Address): Promise<Router> {
  const found = await Promise.all(
    ROUTER_ROLES.map(async (functionName) => {
      const [address] = await unlessUnread(readOnce([{ address: router, abi: routerAbi, functionName }]), [
        ZERO_ADDRESS,
      ]);
      return BigInt(address) === 0n ? [] : [[functionName, toLower(address)] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

interface Deposit {
  tracker: Address;
  token: Address;
}

/** What an owner staked, up to what each tracker holds. */
async function readDeposits({ owner, tryRead }: OwnerContext<unknown>, deposits: readonly Deposit[]) {
  const [staked, held] = await Promise.all([
    tryRead(
      deposits.map(
        ({ tracker: address, token }) =>
          ({ address, abi: trackerAbi, functionName: "depositBalances", args: [owner, token] }) as const,
      ),
    ),
    tryRead(
      deposits.map(
        ({ tracker, token }) =>
          ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [tracker] }) as const,
      ),
    ),
  ]);
  return deposits.map((deposit, index) => {
    const [amount, most] = [staked[index] ?? 0n, held[index] ?? 0n];
    return { ...deposit, rawAmount: amount < most ? amount : most };
  });
}

/** Claimable rewards, up to what the trackers and their distributors hold. */
async function readClaims(context: OwnerContext<unknown>, trackers: readonly Address[]): Promise<Amount[]> {
  const claims = await Promise.all(trackers.map((tracker) => unlessUnread(readClaim(context, tracker), undefined)));
  return claims.filter((claim) => claim !== undefined).filter(({ rawAmount }) => rawAmount > 0n);
}

async function readClaim({ owner, read, readOnce }: OwnerContext<unknown>, tracker: Address): Promise<Amount> {
  const of = { address: tracker, abi: trackerAbi } as const;
  const [[claimable], [rewardToken, distributor]] = await Promise.all([
    read([{ ...of, functionName: "claimable", args: [owner] }]),
    readOnce([
      { ...of, functionName: "rewardToken" },
      { ...of, functionName: "distributor" },
    ]),
  ]);
  const balances = await read(
    [...new Set([tracker, toLower(distributor)])].map(
      (holder) => ({ address: rewardToken, abi: erc20Abi, functionName: "balanceOf", args: [holder] }) as const,
    ),
  );
  const held = balances.reduce((sum, balance) => sum + balance, 0n);
  return { token: toLower(rewardToken), rawAmount: claimable < held ? claimable : held };
}

/** Staked governance tokens, also escrowed ones. */
async function readGovernance(
  context: OwnerContext<unknown>,
  tracker: Address,
  routers: readonly Router[],
): Promise<Position[]> {
  const own = routers.filter(({ stakedGmxTracker }) => stakedGmxTracker === tracker);
  const tokens = new Set(own.flatMap(({ gmx, esGmx }) => [gmx ?? [], esGmx ?? []].flat()));
  const fees = new Set(own.flatMap(({ feeGmxTracker }) => feeGmxTracker ?? []));
  const [staked, rewards] = await Promise.all([
    readDeposits(
      context,
      [...tokens].map((token) => ({ tracker, token })),
    ),
    readClaims(context, [tracker, ...fees]),
  ]);
  const supplies = staked.flatMap(({ token, rawAmount }) => (rawAmount > 0n ? [{ token, rawAmount }] : []));
  const pool = { controller: tracker };
  if (supplies.length > 0) return [{ name: "Staked", detail: { type: "common", supplies, rewards }, pool }];
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}
