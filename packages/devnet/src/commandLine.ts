import { parseArgs } from "node:util";
import { isDevnetChain, DEVNET_CHAINS, type DevnetChain } from "./chains.ts";
import type { ScenarioSize } from "./scenario/scenarioSize.ts";
import type { DevnetOptions } from "./startDevnet.ts";

export const USAGE = `Starts a devnet: real contracts and random users on local chains. Ctrl-C stops it.

  pnpm devnet [options]

  --chains eth,base,matic  which chains
  --seed 1               the same seed and size produce the same chains
  --people 25            number of users
  --transactions 800     number of their transactions, on all chains together; up to 1000000
  --days 30              number of days that the transactions cover
  --size 1000,100000     adds owners with so many transactions each, on eth (or base); default: none
  --blocks 250           maximum number of blocks, on each chain
  --port 8545            port of the first chain; the others use the following ports. Default: free ports
  --state-dir .devnet    saves the chains there, with your transactions; the next start continues from them
  --live                 continues afterwards, with a block every few seconds
  --help
`;

/** @throws Error with an explanation for the user if an argument is invalid. */
export function parseCommandLine(args: readonly string[]): DevnetOptions | "help" {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      chains: text,
      seed: text,
      people: text,
      transactions: text,
      days: text,
      blocks: text,
      size: text,
      port: text,
      "state-dir": text,
      live: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const chains = parseChains(values.chains ?? DEVNET_CHAINS.join(","));
  const [seed, port] = [parseWhole("seed", values.seed), parseWhole("port", values.port)];
  const size: Partial<ScenarioSize> = {};
  for (const name of ["people", "transactions", "days", "blocks"] as const) {
    const value = parseWhole(name, values[name]);
    if (value !== undefined) size[name] = value;
  }
  if (values.size !== undefined) size.activeOwners = values.size.split(",").map((count) => toWhole("size", count));
  const ports = port === undefined ? {} : Object.fromEntries(chains.map((chain, index) => [chain, port + index]));
  const stateDir = values["state-dir"];
  return {
    chains,
    size,
    ports,
    live: values.live,
    ...(seed === undefined ? {} : { seed }),
    ...(stateDir === undefined ? {} : { stateDir }),
  };
}

function parseChains(list: string): DevnetChain[] {
  return list.split(",").map((slug) => {
    if (!isDevnetChain(slug)) throw new Error(`--chains accepts eth, base and matic, not '${slug}'`);
    return slug;
  });
}

function parseWhole(name: string, value: string | undefined): number | undefined {
  return value === undefined ? undefined : toWhole(name, value);
}

function toWhole(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} must be a whole number, not '${value}'`);
  return Number(value);
}
