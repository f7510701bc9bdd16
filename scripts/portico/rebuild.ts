import { Argument, Command } from "@commander-js/extra-typings";
import {
  beginRebuild,
  deleteIndex,
  finishRebuild,
  NEXT_SEARCH_PATH,
  readRebuild,
  type RebuildStatus,
} from "@portico/store";
import { formatCount, renderTable } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { formatBytes } from "./formatBytes.ts";

const OPTIONS = `options=-csearch_path%3D${NEXT_SEARCH_PATH}`;

const HELP = `
The index that is there answers until the next one has everything; then they are exchanged in one transaction.

  pnpm portico rebuild begin --plan   what would be done, and the space that it needs
  pnpm portico rebuild begin          make an empty index beside the present one
  …start a second indexer, with the same settings, whose DATABASE_URL (and DATABASE_DIRECT_URL) ends with
     ?${OPTIONS}
  pnpm portico rebuild status         how far it is
  …stop both indexers when it lacks nothing; the API goes on answering
  pnpm portico rebuild finish         exchange them, and start the indexer again, as before
  pnpm portico rebuild delete old     free the space of the former one

A second indexer that is killed goes on where it stopped. pnpm portico rebuild delete next ends a rebuild.`;

/** `pnpm portico rebuild`: another index beside the one that answers. */
export function rebuildCommand(shell: Shell): Command {
  const rebuild = new Command("rebuild")
    .description("read the chains again into an index beside the one that answers")
    .addHelpText("after", HELP);
  rebuild
    .command("begin")
    .description("make an empty index beside the present one")
    .option("--plan", "print what would be done, and change nothing")
    .action((options) =>
      shell.onStore(async (db) => {
        if (options.plan) return printAll(shell, renderPlan(await readRebuild(db)));
        const isNew = await beginRebuild(db);
        printAll(shell, [
          isNew ? "The next index is there, and empty." : "The next index is there already.",
          `Start a second indexer, whose DATABASE_URL ends with ?${OPTIONS}`,
        ]);
      }),
    );
  rebuild
    .command("status")
    .description("show how far the next index is")
    .addOption(jsonOption())
    .action((options) => shell.onStore(async (db) => printList(shell, options, await readRebuild(db), renderStatus)));
  rebuild
    .command("finish")
    .description("let the next index answer; the indexers have to be stopped")
    .option("--incomplete", "also if it lacks something, as shown by rebuild status")
    .action(({ incomplete = false }) =>
      shell.onStore(async (db) => {
        await finishRebuild(db, { isIncomplete: incomplete });
        printAll(shell, [
          "The next index answers now: start the indexer again, with its usual DATABASE_URL.",
          "The former one takes space until pnpm portico rebuild delete old",
        ]);
      }),
    );
  rebuild
    .command("delete")
    .description("delete an index that doesn't answer")
    .addArgument(new Argument("<which>", "the next one, or the one before").choices(["next", "old"]))
    .action((which) =>
      shell.onStore(async (db) => {
        const wasThere = await deleteIndex(db, which);
        printAll(shell, [wasThere ? `The ${which} index is deleted` : `There is no ${which} index`]);
      }),
    );
  return rebuild;
}

function renderPlan({ isBegun, bytes, chains }: RebuildStatus): string[] {
  if (isBegun) return renderStatus({ isBegun, bytes, chains, nextBytes: 0, oldBytes: 0 });
  return [
    `The present index has ${formatBytes(bytes)}: as much again is needed until the former one is deleted.`,
    "Its tables are made in the schema portico_next, empty; a second indexer reads the chains again from their start",
    "blocks, and requests of the nodes what was requested before. Accounts, keys and units are not touched.",
  ];
}

function renderStatus({ isBegun, chains, bytes, nextBytes, oldBytes }: RebuildStatus): string[] {
  const former =
    oldBytes > 0 ? [`The former index takes ${formatBytes(oldBytes)}: pnpm portico rebuild delete old`] : [];
  if (!isBegun) return ["No index is being rebuilt: pnpm portico rebuild begin", ...former];
  const isComplete = chains.every(({ lacks }) => lacks.length === 0);
  return [
    ...renderTable(
      chains.map(({ chain, block, nextBlock, lacks }) => [
        chain,
        `block ${renderBlock(nextBlock)} of ${renderBlock(block)}`,
        lacks.length === 0 ? "complete" : `lacks ${lacks.join(", ")}`,
      ]),
    ),
    `${formatBytes(nextBytes)}; the present index has ${formatBytes(bytes)}`,
    ...(isComplete ? ["Stop both indexers, then pnpm portico rebuild finish"] : []),
    ...former,
  ];
}

const renderBlock = (block: bigint | null): string => (block === null ? "none" : formatCount(Number(block)));
