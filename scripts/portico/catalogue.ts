import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { createRpc, type EndpointProfiles, getChain, type ChainUrls } from "@portico/evm";
import { checkRow, listRows, readCodes, type CatalogueRow } from "@portico/protocols";
import { listRpcs } from "./doctor/checkRpcs.ts";
import { readChain } from "./readArguments.ts";
import { formatCount, renderTable } from "./renderTable.ts";
import { jsonOption, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";
import { withProfiles } from "./withProfiles.ts";

const HELP = `
Reads, at the newest block, whether each row's contracts have code and respond as those of its family do. Without --rpc it
uses the RPCs of the environment and of portico.config.ts, or of the Portico running here. The exit code is 1 if a row
fails, or a node.

  pnpm portico catalogue check --chain eth
  pnpm portico catalogue check --chain base --rpc https://node.example`;

/** `pnpm portico catalogue`: the table of protocols. */
export function catalogueCommand(shell: Shell): Command {
  const catalogue = new Command("catalogue").description("check the protocols of the catalogue at a node");
  catalogue
    .command("check")
    .description("list the rows whose contracts don't respond on their chain")
    .option("--chain <id>", "only this chain (default: all that have an RPC)", readChain)
    .option("--rpc <url...>", "URLs of a node of --chain, instead of the configured ones", readUrl)
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action(async (options) => {
      const results = [];
      for (const one of await listNodes(shell, options)) results.push(await checkChain(shell, one));
      printList(
        shell,
        options,
        results.flatMap(({ failures }) => failures),
        renderFailures,
      );
      if (results.some(({ failures, isAborted }) => isAborted || failures.length > 0))
        throw new CommanderError(1, "portico.failed", "");
    });
  return catalogue;
}

function readUrl(text: string, before: string[] | undefined): string[] {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return [...(before ?? []), text];
  throw new InvalidArgumentError("Must be an http or https URL");
}

/** @throws UsageError if there is no node. */
async function listNodes(
  shell: Shell,
  { chain, rpc }: { chain?: string | undefined; rpc?: string[] | undefined },
): Promise<ChainUrls[]> {
  if (rpc !== undefined) {
    if (chain === undefined) throw new UsageError("--rpc needs --chain: the chain that the node serves");
    return [{ chain, urls: rpc }];
  }
  const known = await listRpcs(shell).catch((error: unknown) => {
    throw new UsageError((error as Error).message);
  });
  const wanted = known.filter((one) => chain === undefined || one.chain === chain);
  if (wanted.length > 0) return wanted;
  const variable = `PORTICO_RPC_${(chain ?? "eth").toUpperCase()}`;
  throw new UsageError(`No RPC of ${chain ?? "any chain"} is configured: set ${variable}, or use --chain and --rpc`);
}

/** A row that doesn't respond. */
interface Failure extends Pick<CatalogueRow, "addresses" | "chain" | "family" | "id" | "source"> {
  reason: string;
}

interface ChainResult {
  failures: Failure[];
  /** The node failed, so rows are missing. */
  isAborted: boolean;
}

const ROWS_AT_ONCE = 20;
const REPORT_EVERY = 100;

/** Checks the rows of a chain, and reports the progress on stderr. */
const checkChain = (shell: Shell, chainUrls: ChainUrls): Promise<ChainResult> =>
  withProfiles(shell, (profiles) => checkRows(shell, chainUrls, profiles));

async function checkRows(
  { printError }: Shell,
  { chain: slug, urls, ...limits }: ChainUrls,
  profiles: EndpointProfiles | undefined,
): Promise<ChainResult> {
  const chain = getChain(slug);
  const rows = listRows().filter((row) => row.chain === slug);
  const failures: Failure[] = [];
  const report = (count: number) =>
    printError(`${slug}: checked ${formatCount(count)} of ${formatCount(rows.length)} rows, ${failures.length} failed`);
  try {
    const rpc = createRpc({ chain, urls, ...limits, profiles });
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      // nodes forget the state of old blocks
      const { number: blockNumber, hash, timestamp } = await rpc.getBlock({ includeTransactions: false });
      const reading = { rpc, chain, block: { blockNumber, hash, timeAt: Number(timestamp) }, memory: new Map() };
      const page = rows.slice(at, at + ROWS_AT_ONCE);
      const codes = await readCodes(reading, page);
      const reasons = await Promise.all(page.map((row) => checkRow(reading, row, codes)));
      for (const [index, { id, family, addresses, source }] of page.entries()) {
        const reason = reasons[index];
        if (reason !== undefined) failures.push({ id, chain: slug, family, addresses, source, reason });
      }
      const done = at + page.length;
      if (done % REPORT_EVERY === 0 && done < rows.length) report(done);
    }
    report(rows.length);
    return { failures, isAborted: false };
  } catch (error) {
    printError(`${slug}: the node failed, so rows are missing: ${explain(error)}`);
    return { failures, isAborted: true };
  }
}

/** Without the URL, which may contain a key. */
const explain = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]!.replaceAll(/https?:\/\/\S+/g, "<URL>");

function renderFailures(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return ["All rows that were checked respond."];
  return renderTable(failures.map(({ chain, id, family, reason }) => [chain, id, family, oneLine(reason)]));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 200);
