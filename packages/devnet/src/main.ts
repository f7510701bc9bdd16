import { parseCommandLine, USAGE } from "./commandLine.ts";
import { DEMO_NAME } from "./demoOwner.ts";
import type { ScenarioProgress } from "./scenario/runScenario.ts";
import { type Devnet, type DevnetOptions, startDevnet } from "./startDevnet.ts";

const isTerminal = process.stderr.isTTY;
const USERS_SHOWN = 10;

async function main(): Promise<void> {
  const options = parseCommandLine(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(USAGE);
    return;
  }
  await run(options);
}

async function run(options: DevnetOptions): Promise<void> {
  const ended = waitForSignal();
  const startedAt = performance.now();
  const devnet = await Promise.race([
    startDevnet({ ...options, onProgress: createProgressLine(), log: printLine }),
    ended,
  ]);
  if (devnet === undefined) return process.exit(130); // the chains end with this process
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(describe(devnet, seconds));
  const forever = setInterval(() => {}, 1 << 30);
  await ended;
  clearInterval(forever);
  await devnet.stop();
}

function waitForSignal(): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(undefined));
  return promise;
}

/** A single updating line; nothing if the output is not a terminal. */
function createProgressLine(): (progress: ScenarioProgress) => void {
  if (!isTerminal) return () => {};
  const latest = new Map<string, string>();
  return ({ chain, done, total, transactionsPerSecond }) => {
    latest.set(chain, `${chain} ${done}/${total} transactions, ${Math.round(transactionsPerSecond)}/s`);
    process.stderr.write(`\r\u001B[K${[...latest.values()].join("   ")}`);
  };
}

const printLine = (line: string): void => {
  process.stderr.write(`${isTerminal ? "\r\u001B[K" : ""}${line}\n`);
};

function describe({ chains, users, demoOwner, activeOwners, seed, size }: Devnet, seconds: number): string {
  const rows = Object.entries(chains).map(
    ([chain, { rpcUrl, chainId, blockCount, transactionCount }]) =>
      `  ${chain.padEnd(6)}${rpcUrl}  chain id ${chainId}, ${blockCount} blocks, ${transactionCount} transactions`,
  );
  const more = users.length > USERS_SHOWN ? [`  … ${users.length - USERS_SHOWN} more`] : [];
  const active = activeOwners.map(({ address, transactionCount }) => `  ${address}  ${transactionCount} transactions`);
  return [
    `${isTerminal ? "\r\u001B[K" : ""}A devnet, seed ${seed}, ${size.days} days, ready in ${seconds.toFixed(1)} s`,
    ...rows,
    "Demo owner, with every kind of asset (anvil's first development account):",
    `  ${demoOwner}  ${DEMO_NAME}`,
    ...(active.length > 0 ? ["Owners with many transactions:", ...active] : []),
    "People:",
    ...users.slice(1, USERS_SHOWN).map((user) => `  ${user}`),
    ...more,
    "eth_sendTransaction accepts any sender. Ctrl-C stops the devnet.\n",
  ].join("\n");
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
