import { readFileSync } from "node:fs";
import { Argument, Command } from "@commander-js/extra-typings";
import type { Address } from "@portico/evm";
import {
  addFollowedOwners,
  listChainStates,
  listFollowedOwners,
  removeFollowedOwners,
  type FollowedOwner,
  type Store,
} from "@portico/store";
import { readChain } from "./readArguments.ts";
import { renderTable, toDay } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const HELP = `
Where only owners are indexed (PORTICO_INDEX_<ID>=owners) an owner is followed from its first request until nobody
requests it for PORTICO_FOLLOW_DAYS. An owner that is added here is followed until it is removed.
FILE has one address per line; empty lines and lines that begin with # are ignored. - reads from standard input.

  pnpm portico owners add treasury.txt --chain eth
  pnpm portico owners remove 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045`;

/** Owners per transaction. */
const AT_ONCE = 1_000;

/** `pnpm portico owners`: who is followed on chains that are indexed for owners only. */
export function ownersCommand(shell: Shell): Command {
  const owners = new Command("owners").description("follow owners on chains that are indexed for owners only");
  owners
    .command("list")
    .description("list the followed owners of each chain")
    .option("--chain <id>", "only this chain", readChain)
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => {
        const found = [];
        for (const chain of await findChains(db, options.chain)) found.push(...(await listAll(db, chain)));
        printList(shell, options, found, renderOwners);
      }),
    );
  addChange(owners, shell, { name: "add", description: "follow owners until they are removed", change: add });
  addChange(owners, shell, {
    name: "remove",
    description: "stop following owners, and delete what is stored of them",
    change: remove,
  });
  return owners;
}

interface Change {
  name: "add" | "remove";
  description: string;
  /** @returns the number of changed owners. */
  change: (db: Store, chain: string, owners: readonly Address[]) => Promise<number>;
}

async function add(db: Store, chain: string, owners: readonly Address[]): Promise<number> {
  await addFollowedOwners(db, chain, owners);
  return owners.length;
}

const remove = removeFollowedOwners;

function addChange(owners: Command, shell: Shell, { name, description, change }: Change): void {
  owners
    .command(name)
    .description(description)
    .addArgument(new Argument("<owners...>", "addresses, or files of addresses"))
    .option("--chain <id>", "only on this chain (default: all that are indexed for owners only)", readChain)
    .addHelpText("after", HELP)
    .action((given, options) =>
      shell.onStore(async (db) => {
        const addresses = [...new Set(given.flatMap(readOwners))];
        for (const chain of await findChains(db, options.chain)) {
          let count = 0;
          for (let at = 0; at < addresses.length; at += AT_ONCE) {
            count += await change(db, chain, addresses.slice(at, at + AT_ONCE));
          }
          printAll(shell, [
            `${chain}: ${count} ${count === 1 ? "owner" : "owners"} ${name === "add" ? "followed" : "removed"}`,
          ]);
        }
      }),
    );
}

/** @throws UsageError if none is indexed for owners only. */
async function findChains(db: Store, only: string | undefined): Promise<string[]> {
  const chains = (await listChainStates(db)).flatMap(({ chain, mode }) => (mode === "owners" ? [chain] : []));
  if (only !== undefined && chains.includes(only)) return [only];
  if (only === undefined && chains.length > 0) return chains;
  const which = only === undefined ? "No chain is" : `'${only}' is not`;
  throw new UsageError(`${which} indexed for owners only: start the indexer with PORTICO_INDEX_<ID>=owners`);
}

async function listAll(db: Store, chain: string): Promise<({ chain: string } & FollowedOwner)[]> {
  const found: ({ chain: string } & FollowedOwner)[] = [];
  for (;;) {
    const page = await listFollowedOwners(db, { chain, after: found.at(-1)?.owner, limit: AT_ONCE });
    found.push(...page.map((one) => ({ chain, ...one })));
    if (page.length < AT_ONCE) return found;
  }
}

/** An address, or a file with one per line. */
function readOwners(given: string): Address[] {
  if (isAddress(given)) return [toLower(given)];
  const lines = readLines(given);
  return lines.flatMap((line, index) => {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) return [];
    if (isAddress(text)) return [toLower(text)];
    throw new UsageError(`${given}:${index + 1}: '${text.slice(0, 60)}' is not an address, 0x and 40 hex digits`);
  });
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8").split("\n");
  } catch (cause) {
    throw new UsageError(`'${file}' is neither an address nor a file that can be read`, { cause });
  }
}

const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/i.test(text);

const toLower = (address: Address): Address => address.toLowerCase() as Address;

const renderOwners = (owners: readonly ({ chain: string } & FollowedOwner)[]): string[] =>
  owners.length === 0
    ? ["Nobody is followed yet"]
    : renderTable(
        owners.map(({ chain, owner, sinceBlock, requestedAt, isPermanent }) => [
          chain,
          owner,
          sinceBlock === undefined ? "waits for its first balances" : `since block ${sinceBlock + 1n}`,
          isPermanent ? "until removed" : `last requested ${toDay(requestedAt)}`,
        ]),
      );
