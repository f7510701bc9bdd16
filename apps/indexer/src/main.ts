import { WrongChainError } from "@portico/evm";
import { closeDatabase, migrate, openDatabase, OtherChainError } from "@portico/store";
import { destination, pino } from "pino";
import { ConfigError, readConfig } from "./config.ts";
import { runIndexer } from "./runIndexer.ts";
import { createProgressLine, createProgressLog } from "./terminal.ts";

const HELP = `Reads chains into Portico's database: who holds what, at which block.

  DATABASE_URL           postgresql://user:password@host:5432/portico   (required)
  PORTICO_RPC_<SLUG>     RPC URLs of a chain, separated by commas: PORTICO_RPC_ETH=https://…   (at least one chain)
  PORTICO_START_<SLUG>   the first block to read, 0 = all   (default: 7,200 before the head; fixed at the first start)
  PORTICO_POLL_MS        how often a new block is asked for   (default: 1000)
  PORTICO_MAX_RANGE_BLOCKS, PORTICO_MAX_BALANCE_PAGE
                         blocks and balances read and stored at once, at most   (default: 2000, 20000)
  PORTICO_LOG_LEVEL      trace, debug, info, warn, error   (default: info)

It goes on where it stopped, however it was stopped. On a terminal it shows one line, elsewhere it logs JSON.
`;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const isTerminal = process.stdout.isTTY;
  const log = pino({ level: isTerminal ? "warn" : config.logLevel }, destination(isTerminal ? 2 : 1));
  const stop = stopOnSignal();
  const db = openDatabase(config.databaseUrl);
  try {
    await migrate(db);
    await runIndexer({
      db,
      chains: config.chains,
      log,
      signal: stop.signal,
      limits: config.limits,
      onProgress: isTerminal ? createProgressLine(process.stdout) : createProgressLog(log),
      ...(config.pollMs === undefined ? {} : { pollMs: config.pollMs }),
    });
  } finally {
    await closeDatabase(db);
    if (isTerminal) process.stdout.write("\n");
  }
}

/** The first signal lets the running transaction end, the second one does not. */
function stopOnSignal(): AbortController {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  }
  return stop;
}

if (process.argv.includes("--help") || process.argv.includes("-h")) {
  process.stdout.write(HELP);
} else {
  await main().catch((error: unknown) => {
    const isExpected =
      error instanceof ConfigError || error instanceof WrongChainError || error instanceof OtherChainError;
    process.stderr.write(`${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = 1;
  });
}
