import type { Address, Hex } from "@portico/evm";
import { encodePacked, keccak256, numberToHex, parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { listIndexSets, nameSide, sumPayouts } from "./outcomes.ts";
import { toLower } from "../../toLower.ts";
import type { PolymarketContracts } from "./polymarketContracts.ts";

/** @see https://github.com/gnosis/conditional-tokens-contracts/blob/v1.0.3/contracts/ConditionalTokens.sol */
const tokensAbi = parseAbi([
  "function balanceOf(address owner, uint256 id) view returns (uint256)",
  "function getOutcomeSlotCount(bytes32 conditionId) view returns (uint256)",
  "function getCollectionId(bytes32 parentCollectionId, bytes32 conditionId, uint256 indexSet) view returns (bytes32)",
  "function payoutNumerators(bytes32 conditionId, uint256 index) view returns (uint256)",
  "function payoutDenominator(bytes32 conditionId) view returns (uint256)",
]);

/** @see https://github.com/Polymarket/ctf-exchange, https://github.com/Polymarket/neg-risk-ctf-adapter */
const marketAbi = parseAbi([
  "function getConditionId(uint256 token) view returns (bytes32)",
  "function wcol() view returns (address)",
]);

const NOTHING: Hex = `0x${"0".repeat(64)}`;

type Context = OwnerContext<PolymarketContracts>;

/**
 * Outcomes that the owner holds, of independent conditions. An id doesn't reveal its condition, so it is
 * searched among the conditions that the exchanges have for it, and those that the owner split collateral on. Before a
 * condition is resolved its outcomes have no price: their market price is not on chain.
 */
export async function listPredictions(context: Context): Promise<Position[]> {
  const { contracts, nfts, owner, read } = context;
  const address = contracts.conditionalTokens;
  const ids = nfts.get(address) ?? [];
  if (ids.length === 0) return [];
  const [balances, conditionIds, collaterals] = await Promise.all([
    read(ids.map((id) => ({ address, abi: tokensAbi, functionName: "balanceOf", args: [owner, id] }) as const)),
    findConditions(context, ids),
    listCollaterals(context),
  ]);
  const outcomes = await Promise.all(conditionIds.map((conditionId) => readOutcomes(context, conditionId)));
  const byId = new Map(
    outcomes
      .flat()
      .flatMap((outcome) => collaterals.map(({ token, pays }) => [toPositionId(token, outcome), { outcome, pays }])),
  );
  return ids.flatMap((id, index) => {
    const [found, rawAmount] = [byId.get(id), balances[index] ?? 0n];
    if (found === undefined || rawAmount === 0n) return [];
    return [toPosition({ id, rawAmount, controller: address, ...found })];
  });
}

interface Outcome {
  conditionId: Hex;
  collectionId: Hex;
  side: string;
  /** Payout per unit; undefined until the condition is resolved. */
  payout: { numerator: bigint; denominator: bigint } | undefined;
}

interface Holding {
  id: bigint;
  rawAmount: bigint;
  controller: Address;
  outcome: Outcome;
  pays: Address;
}

function toPosition({ id, rawAmount, controller, outcome, pays }: Holding): Position {
  const { conditionId, side, payout } = outcome;
  return {
    name: "Prediction",
    pool: { controller, index: conditionId },
    positionIndex: String(id),
    detail: {
      type: "prediction",
      title: `Condition ${conditionId}`, // the question is not on chain
      side,
      pays: { token: pays, rawAmount },
      price: payout === undefined ? null : Number(payout.numerator) / Number(payout.denominator),
      isClosed: payout !== undefined,
      rawClaimable: payout === undefined ? 0n : (rawAmount * payout.numerator) / payout.denominator,
    },
  };
}

const toPositionId = (collateral: Address, { collectionId }: Outcome): bigint =>
  BigInt(keccak256(encodePacked(["address", "bytes32"], [collateral, collectionId])));

/** Conditions that the exchanges have for the ids; if one is missing, also those that the owner split. */
async function findConditions({ contracts, interactions, tryRead }: Context, ids: readonly bigint[]): Promise<Hex[]> {
  const states = await Promise.all(
    contracts.exchanges.map((address) =>
      tryRead(ids.map((id) => ({ address, abi: marketAbi, functionName: "getConditionId", args: [id] }) as const)),
    ),
  );
  const ofIds = ids.map((_id, index) =>
    states.map((answers) => answers[index]).find((id) => id !== undefined && id !== NOTHING),
  );
  const split = interactions.flatMap(({ key }) => (isCondition(key) ? [key] : []));
  const known = ofIds.flatMap((id) => id ?? []);
  return [...new Set(known.length === ids.length ? known : [...known, ...split])];
}

/** A signal's key is a condition, or a collateral, which is shorter. */
const isCondition = (key: string): key is Hex => key.length === NOTHING.length;

/** Collaterals of outcomes, with the token finally paid for each. */
async function listCollaterals(context: Context): Promise<{ token: Address; pays: Address }[]> {
  const { contracts, interactions } = context;
  const collateral = toLower(contracts.collateral);
  const wrapped = await findWrapped(context);
  const interacted = interactions.flatMap(({ key }) =>
    isCondition(key) ? [] : [numberToHex(BigInt(key), { size: 20 })],
  );
  const plain = new Set([collateral, ...interacted]);
  for (const token of wrapped) plain.delete(token);
  return [
    ...[...plain].map((token) => ({ token, pays: token })),
    ...wrapped.map((token) => ({ token, pays: collateral })),
  ];
}

/** The wrapped collateral; [] if there is none. */
async function findWrapped({ contracts, readOnce }: Context): Promise<Address[]> {
  const { negRiskAdapter: address } = contracts;
  if (address === undefined) return [];
  const wrapped = readOnce([{ address, abi: marketAbi, functionName: "wcol" }]);
  return (await unlessUnread<readonly Address[]>(wrapped, [])).map(toLower);
}

async function readOutcomes({ contracts, read, readOnce }: Context, conditionId: Hex): Promise<Outcome[]> {
  const address = contracts.conditionalTokens;
  const call = { address, abi: tokensAbi, args: [conditionId] } as const;
  const [[slots], [denominator]] = await Promise.all([
    read([{ ...call, functionName: "getOutcomeSlotCount" }]),
    read([{ ...call, functionName: "payoutDenominator" }]),
  ]);
  const sets = listIndexSets(Number(slots));
  const [collections, numerators] = await Promise.all([
    readOnce(
      sets.map(
        (set) =>
          ({ address, abi: tokensAbi, functionName: "getCollectionId", args: [NOTHING, conditionId, set] }) as const,
      ),
    ),
    denominator === 0n
      ? []
      : read(
          Array.from({ length: Number(slots) }, (_, slot) => {
            const args = [conditionId, BigInt(slot)] as const;
            return { address, abi: tokensAbi, functionName: "payoutNumerators", args } as const;
          }),
        ),
  ]);
  return sets.flatMap((set, index): Outcome[] => {
    const collectionId = collections[index];
    if (collectionId === undefined) return [];
    const payout = denominator === 0n ? undefined : { numerator: sumPayouts(set, numerators), denominator };
    return [{ conditionId, collectionId, side: nameSide(set, Number(slots)), payout }];
  });
}
