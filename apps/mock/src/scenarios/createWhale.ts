import type { Catalogue, RecordedUser, RecordedCurve, RecordedHolding, Recording } from "../recorded/recording.ts";
import { draw, drawHex } from "./draw.ts";

type Token = Catalogue["tokens"][number]["token"];

const COUNT = 5_000;
const CHAIN = "eth";
const DECIMALS = 18;
const MAX_TOKENS = 1e9;

/** A recorded owner with 5,000 additional tokens, generated from a seed, and the catalogue with these. */
export function createWhale(
  { catalogue, users }: Recording,
  model: RecordedUser,
  seed: string,
): { recording: Recording; whale: RecordedUser } {
  const made = Array.from({ length: COUNT }, (_, index) => makeToken(seed, index));
  const holdings = made.map((token) => hold(token, seed));
  const added = holdings.reduce((sum, { usdValue }) => sum + usdValue, 0);
  const whale = {
    ...model,
    name: "whale",
    about: "5,000 generated tokens",
    holdings: [...model.holdings, ...holdings].toSorted((a, b) => b.usdValue - a.usdValue || (a.id < b.id ? -1 : 1)),
    curves: { 1: raise(model.curves["1"], added), 7: raise(model.curves["7"], added) },
  };
  const tokens = [...catalogue.tokens, ...made.map((token) => ({ isListed: false, token }))];
  return { whale, recording: { users, catalogue: { ...catalogue, tokens } } };
}

function makeToken(seed: string, index: number): Token {
  const id = `0x${drawHex(seed, `token ${index}`, 40)}`;
  return {
    id,
    chain: CHAIN,
    name: `Made Up ${index}`,
    symbol: `MADE${index}`,
    display_symbol: null,
    optimized_symbol: `MADE${index}`,
    decimals: DECIMALS,
    logo_url: null,
    protocol_id: "",
    price: Number((draw(seed, `price ${index}`) / 100).toPrecision(6)),
    is_verified: index % 2 === 0,
    is_core: false,
    is_wallet: true,
    time_at: 1_735_689_600 + index,
    price_at: null,
    price_24h_change: null,
    total_supply: null,
    is_scam: false,
    is_suspicious: false,
  };
}

function hold({ id, price, name }: Token, seed: string): RecordedHolding {
  const amount = Math.floor(draw(seed, `amount of ${name}`) * MAX_TOKENS);
  const digits = `${amount}${"0".repeat(DECIMALS)}`;
  return { chain: CHAIN, id, amount, digits: String(BigInt(digits)), usdValue: amount * price, isDerived: false };
}

/** The tokens were held all the time. */
function raise(
  curves: Readonly<Record<string, RecordedCurve>>,
  added: number,
): Readonly<Record<string, RecordedCurve>> {
  const curve = curves[CHAIN];
  if (curve === undefined) return curves;
  return { ...curves, [CHAIN]: { ...curve, values: curve.values.map((value) => value + added) } };
}
