import { createRandom } from "@portico/devnet";
import type { Random } from "@portico/devnet";
import type { Demand, RegimeName } from "./demand.ts";
import { regimes } from "./demand.ts";
import { suggestTip } from "./suggestTip.ts";
import type { Included, MarketBlock } from "./marketBlock.ts";

const GAS_LIMIT = 30_000_000;
const TARGET = GAS_LIMIT / 2;
const TRANSFER_GAS = 21_000;
const GWEI = 1e9;
/** The price that half of the senders would pay. */
const WORTH = 10 * GWEI;
/** Factor by which urgent senders value inclusion more. */
const URGENCY = 5;
/** Producers include no transaction with a lower tip: geth's default. */
const MIN_TIP = 0.001 * GWEI;
/** A transaction is dropped after it has waited this many blocks. */
const MAX_WAIT_BLOCKS = 50;

/** A sender's fee offer, in wei per gas. */
export interface Offer {
  readonly maxFee: number;
  readonly maxTip: number;
}

interface Pending extends Offer {
  readonly gas: number;
  readonly sentAt: number;
}

interface Situation {
  readonly baseFee: number;
  readonly suggested: number;
  readonly isUrgent: boolean;
}

/**
 * A simulated fee market: senders arrive as a regime defines, fewer when gas is expensive, and make offers as wallets
 * do; each block includes the highest tips among those that can pay the base fee, which follows EIP-1559. Deterministic
 * by seed.
 */
export class FeeMarket {
  readonly blocks: MarketBlock[] = [];
  #pool: Pending[] = [];
  #random: Random;
  #demand: (block: number) => Demand;

  constructor(seed: number, regime: RegimeName) {
    this.#random = createRandom(seed, `gas ${regime}`);
    this.#demand = regimes[regime](this.#random);
    this.blocks.push({
      number: 0,
      timeAt: 1_700_000_000,
      baseFee: WORTH,
      gasLimit: GAS_LIMIT,
      gasUsed: TARGET,
      included: [],
      minPrice: WORTH,
    });
  }

  get head(): MarketBlock {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new RangeError("No block");
    return head;
  }

  /** Base fee of the block after the head. */
  get nextBaseFee(): number {
    const { baseFee, gasUsed, gasLimit } = this.head;
    const target = gasLimit / 2;
    const change = Math.floor((baseFee * Math.abs(gasUsed - target)) / target / 8);
    return gasUsed > target ? baseFee + Math.max(1, change) : baseFee - (gasUsed < target ? change : 0);
  }

  /** Mines a block from waiting and newly arriving transactions. */
  mine(): MarketBlock {
    const baseFee = this.nextBaseFee;
    const number = this.head.number + 1;
    this.#arrive(baseFee, this.#demand(number));
    const room = this.#room();
    const packed = this.#pack(baseFee, room);
    const timeAt = this.head.timeAt + (this.#random.chance(0.01) ? 24 : 12);
    const block = { number, timeAt, baseFee, gasLimit: GAS_LIMIT, ...packed };
    this.blocks.push(block);
    this.#pool = this.#pool.filter(({ sentAt }) => number - sentAt < MAX_WAIT_BLOCKS);
    return block;
  }

  /** Includes the highest tips that can pay the base fee, and skips transactions too large for the remaining room. */
  #pack(baseFee: number, room: number): Pick<MarketBlock, "gasUsed" | "included" | "minPrice"> {
    const tipOf = ({ maxFee, maxTip }: Offer): number => Math.min(maxTip, maxFee - baseFee);
    const included = this.#ownTransactions(room);
    let gasUsed = included.reduce((sum, { gas }) => sum + gas, 0);
    let minPrice = gasUsed + TRANSFER_GAS <= room ? baseFee + MIN_TIP : Number.POSITIVE_INFINITY;
    const waiting = this.#pool.filter((offer) => tipOf(offer) >= MIN_TIP).toSorted((a, b) => tipOf(b) - tipOf(a));
    const done = new Set<Pending>();
    for (const pending of waiting) {
      if (gasUsed + pending.gas > room) continue;
      const hadRoom = gasUsed + TRANSFER_GAS <= room;
      gasUsed += pending.gas;
      if (hadRoom && gasUsed + TRANSFER_GAS > room) minPrice = baseFee + tipOf(pending) + 1;
      done.add(pending);
      included.push({ gas: pending.gas, tip: tipOf(pending), isOwn: false });
    }
    this.#pool = this.#pool.filter((pending) => !done.has(pending));
    return { gasUsed, included, minPrice };
  }

  /** Some producers make small or empty blocks. */
  #room(): number {
    const draw = this.#random.float();
    if (draw < 0.015) return 0;
    return draw < 0.05 ? GAS_LIMIT * this.#random.float() : GAS_LIMIT;
  }

  #ownTransactions(room: number): Included[] {
    const gas = Math.floor(Math.min(room, GAS_LIMIT * 0.12 * this.#random.float()));
    return gas === 0 ? [] : [{ gas, tip: 0, isOwn: true }];
  }

  /** Adds the transactions that are sent before the next block, with their offers. */
  #arrive(baseFee: number, { targets, urgent }: Demand): void {
    const suggested = suggestTip(this.blocks);
    for (let gas = 0; gas < TARGET * targets;) {
      const used = this.#gas();
      gas += used;
      const isUrgent = this.#random.chance(urgent);
      const worth = (isUrgent ? URGENCY : 1) * WORTH * Math.exp(1.2 * this.#random.normal());
      if (worth <= baseFee) continue;
      const offer = this.#offer({ baseFee, suggested, isUrgent });
      const maxTip = Math.min(offer.maxTip, Math.floor(worth - baseFee));
      this.#pool.push({ ...offer, maxTip, gas: used, sentAt: this.head.number });
    }
  }

  #gas(): number {
    const draw = this.#random.float();
    if (draw < 0.35) return TRANSFER_GAS;
    return Math.floor(
      draw < 0.85 ? this.#random.magnitude(45_000, 200_000) : this.#random.magnitude(200_000, 1_500_000),
    );
  }

  /** As wallets do: some follow the node's suggestion, some use a round tip, urgent senders bid higher. */
  #offer({ baseFee, suggested, isUrgent }: Situation): Offer {
    const draw = this.#random.float();
    const followed = Math.max(suggested, 0.01 * GWEI) * Math.exp(0.5 * this.#random.normal());
    const usual = draw < 0.6 ? followed : this.#random.pick([0.01, 0.05, 0.1, 0.5, 1, 1, 1.5, 2]) * GWEI;
    const maxTip = Math.floor(isUrgent ? Math.max(usual, GWEI) * this.#random.magnitude(1.5, 20) : usual);
    const multiple = this.#random.pick([1.05, 1.2, 1.2, 1.5, 2, 2]);
    return { maxTip, maxFee: Math.floor(baseFee * multiple + maxTip) };
  }
}
