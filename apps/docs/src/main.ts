import { ensureDocs } from "./ensureDocs.ts";
import { ROOT } from "./root.ts";
import { SERVE_HELP, serveSite } from "./serveSite.ts";
import { textFolders } from "./site/readSources.ts";
import { SITE_FOLDER } from "./siteFolder.ts";
import { watchTexts } from "./watchTexts.ts";

const HELP = `Portico's docs: guides, decisions and the reference.

  node apps/docs/src/main.ts

Builds apps/docs/dist, unless it is up to date, and serves it.

Environment
${SERVE_HELP}
  PORTICO_DOCS_WATCH  1: rebuilds when a guide, a README, a changeset or the contract changes`;

if (process.argv.includes("--help")) console.log(HELP);
else await listen();

async function listen(): Promise<void> {
  await build();
  const { server, reload } = await serveSite();
  if (process.env["PORTICO_DOCS_WATCH"] !== "1") return;
  const watching = watchTexts(textFolders(ROOT), async () => {
    await build();
    await reload();
  });
  server.once("close", () => watching.close());
}

async function build(): Promise<void> {
  for (const problem of await ensureDocs(SITE_FOLDER)) console.error(`docs: ${problem}`);
}
