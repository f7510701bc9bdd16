import { createRpc, estimateGas, getChain, readGasHead, readGasMarket, type Rpc } from "@portico/evm";
import { createPublicClient, http } from "viem";
import { mainnet } from "viem/chains";
import { type Benchmark, type Row, toRow } from "../benchmark.ts";
import { MEASURED, type RegimeName, REGIMES, WARM_UP } from "./demand.ts";
import { FeeMarket, type Offer } from "./feeMarket.ts";
import { followOffer, type Outcome } from "./followOffer.ts";
import { type MarketNode, serveMarket } from "./serveMarket.ts";

const ROUNDS = 8;

/** Requests the node's current fee suggestion. */
type Adviser = () => Promise<Offer>;

interface Side {
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

/** As GET /v1/wallet/gas_market does. */
const adviseOurs =
  (rpc: Rpc): Adviser =>
  async () => {
    const { window } = await readGasMarket(rpc, getChain("eth"), await readGasHead(rpc));
    const fast = estimateGas(window).find(({ level }) => level === "fast");
    if (fast === undefined) throw new RangeError("The response has no fast level");
    return { maxFee: Number(fast.price), maxTip: Number(fast.priorityPrice) };
  };

const adviseViem = (url: string): Adviser => {
  const client = createPublicClient({ chain: mainnet, transport: http(url), cacheTime: 0 });
  return async () => {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
    return { maxFee: Number(maxFeePerGas), maxTip: Number(maxPriorityFeePerGas) };
  };
};

/**
 * After each block both advisers send a transaction; then it is checked which of them the next two blocks would have
 * included.
 */
async function play(node: MarketNode, advisers: readonly [Adviser, Adviser], market: FeeMarket): Promise<Side[]> {
  node.use(market);
  for (let block = 0; block < WARM_UP; block++) market.mine();
  const sent: { readonly offers: readonly Offer[]; readonly after: number }[] = [];
  for (let block = 0; block < MEASURED; block++) {
    const offers = await Promise.all(advisers.map((advise) => advise()));
    sent.push({ offers, after: market.head.number });
    market.mine();
  }
  market.mine();
  return sent.map(({ offers: [ours, theirs], after }) => {
    if (ours === undefined || theirs === undefined) throw new RangeError("Both advise");
    const next = market.blocks.slice(after + 1, after + 3);
    return { ours: followOffer(ours, next), theirs: followOffer(theirs, next) };
  });
}

const inTwo = (outcomes: readonly Outcome[]): number =>
  (100 * outcomes.filter(({ isInTwo }) => isInTwo).length) / outcomes.length;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Score {
  readonly ours: number;
  readonly theirs: number;
}

const scoreShare = (sides: readonly Side[]): Score => ({
  ours: inTwo(sides.map(({ ours }) => ours)),
  theirs: inTwo(sides.map(({ theirs }) => theirs)),
});

/** Over the samples in which both were included. */
function scoreOverpaid(sides: readonly Side[]): Score {
  const both = sides.filter(({ ours, theirs }) => ours.isInTwo && theirs.isInTwo);
  return { ours: mean(both.map(({ ours }) => ours.overpaid)), theirs: mean(both.map(({ theirs }) => theirs.overpaid)) };
}

const SHARE = "gas/fast-in-two-blocks";
const nameOf = (regime: RegimeName): string => `${SHARE}-${regime}`;

/**
 * The share of transactions sent at `fast` to a congested chain that are in the next two blocks, and what they paid.
 */
export const fastInTwoBlocks: Benchmark = {
  names: [SHARE, ...REGIMES.map(nameOf), "gas/fast-overpaid"],
  async run({ log }) {
    const node = await serveMarket();
    const advisers = [
      adviseOurs(createRpc({ chain: getChain("eth"), urls: [node.url] })),
      adviseViem(node.url),
    ] as const;
    const rounds: Record<RegimeName, Side[]>[] = [];
    try {
      for (let seed = 1; seed <= ROUNDS; seed++) {
        const played = { calm: [], rising: [], spikes: [], falling: [] } as Record<RegimeName, Side[]>;
        for (const regime of REGIMES) played[regime] = await play(node, advisers, new FeeMarket(seed, regime));
        rounds.push(played);
      }
    } finally {
      await node.stop();
    }
    for (const regime of REGIMES)
      log(
        describe(
          regime,
          rounds.flatMap((round) => round[regime]),
        ),
      );
    return toRows(rounds);
  },
};

function describe(regime: RegimeName, sides: readonly Side[]): string {
  const [share, overpaid] = [scoreShare(sides), scoreOverpaid(sides)];
  const percent = (value: number): string => `${value.toFixed(1)} %`;
  const above = (value: number): string => percent(100 * (value - 1));
  return (
    `${regime}: ${percent(share.ours)} in two blocks, viem ${percent(share.theirs)}; ` +
    `${above(overpaid.ours)} more than enough, viem ${above(overpaid.theirs)}`
  );
}

function toRows(rounds: readonly Record<RegimeName, Side[]>[]): Row[] {
  const all = rounds.map((round) => REGIMES.flatMap((regime) => round[regime]));
  const against = "viem's estimateFeesPerGas at the same moments";
  const shareRow = (name: string, groups: readonly (readonly Side[])[]): Row =>
    row({ name, unit: "% in two blocks", against, goal: 1, kind: "rate" }, groups.map(scoreShare));
  return [
    shareRow(SHARE, all),
    ...REGIMES.map((regime) =>
      shareRow(
        nameOf(regime),
        rounds.map((round) => round[regime]),
      ),
    ),
    row(
      { name: "gas/fast-overpaid", unit: "× what was enough", against, goal: 0.9, kind: "cost" },
      all.map(scoreOverpaid),
    ),
  ];
}

const row = (what: Omit<Parameters<typeof toRow>[0], "ours" | "theirs">, scores: readonly Score[]): Row =>
  toRow({ ...what, ours: scores.map(({ ours }) => ours), theirs: scores.map(({ theirs }) => theirs) });
