import { resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { ARTEFACT_NAMES, type ArtefactName, buildArtefact } from "@portico/artefacts";
import { generate } from "../generate.ts";
import { root } from "../stateFolder.ts";
import type { Shell } from "./shell.ts";
import { formatBytes } from "./formatBytes.ts";
import { UsageError } from "./usageError.ts";
import { sizeOf } from "./sizeOf.ts";

const HELP = `
Each folder runs by \`node main.js\` on the platform that it was built on: without pnpm, network, or write access, see
apps/docs/deploying.md. It replaces the folder of an earlier build. The apps: ${ARTEFACT_NAMES.join(", ")}.

  pnpm portico build
  pnpm portico build api indexer --out /srv/portico`;

/** `pnpm portico build`: folders to deploy. */
export function buildCommand(shell: Shell): Command {
  const command = new Command("build");
  command
    .description("build each app into a folder that Node runs alone")
    .argument("[apps...]", "only these (default: all)")
    .option("--out <folder>", "folder of the apps' folders", ".portico/build")
    .addHelpText("after", HELP)
    .action(async (apps, { out }) => {
      const names = readNames(apps);
      shell.print("generating from spec/, and building docs and pages …");
      await generate();
      for (const name of names) await build(shell, name, resolve(root, out, name));
    });
  return command;
}

function readNames(apps: readonly string[]): readonly ArtefactName[] {
  const isKnown = (name: string): name is ArtefactName => ARTEFACT_NAMES.some((known) => known === name);
  const unknown = apps.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new UsageError(`'${unknown}' is not an app: ${ARTEFACT_NAMES.join(", ")}`);
  return apps.length === 0 ? ARTEFACT_NAMES : apps.filter(isKnown);
}

async function build({ print }: Shell, name: ArtefactName, folder: string): Promise<void> {
  const began = performance.now();
  await buildArtefact(root, name, folder);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(`${name.padEnd(10)} ${folder} (${formatBytes(sizeOf(folder))}, ${seconds} s)`);
}
