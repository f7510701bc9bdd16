import { Command, CommanderError } from "@commander-js/extra-typings";
import { checkDatabase } from "./doctor/checkDatabase.ts";
import { checkDisk } from "./doctor/checkDisk.ts";
import { checkHistorySources } from "./doctor/checkHistorySources.ts";
import { checkNodes } from "./doctor/checkNodes.ts";
import { checkNotifications } from "./doctor/checkNotifications.ts";
import { checkPlatform } from "./doctor/checkPlatform.ts";
import { checkPorts } from "./doctor/checkPorts.ts";
import { checkReplicas } from "./doctor/checkReplicas.ts";
import { checkRpcs, listRpcs } from "./doctor/checkRpcs.ts";
import { checkServices } from "./doctor/checkServices.ts";
import { checkOperators } from "../checkOperators.ts";
import type { Finding } from "./doctor/finding.ts";
import { jsonOption, printList, type Shell } from "./shell.ts";

/** `pnpm portico doctor`: finds problems in Portico's environment, with advice. */
export const doctorCommand = (shell: Shell): Command =>
  new Command("doctor")
    .description(
      "check the platform, the database, its nodes and replicas, the chains' RPCs, explorers and portals, the operators, Redis, the webhook, ports, clocks and the disk, and advise; exit code 1 if something is broken",
    )
    .addOption(jsonOption())
    .action(async (options) => {
      const looks = [
        checkPlatform,
        checkDatabase,
        checkNodes,
        checkNotifications,
        checkReplicas,
        checkRpcs,
        checkHistorySources,
        checkNamedOperators,
        checkServices,
        checkPorts,
        checkDisk,
      ];
      const checks = await Promise.all(looks.map((look) => look(shell)));
      const findings = checks.flat();
      printList(shell, options, findings, renderFindings);
      if (findings.some(({ state }) => state === "broken")) throw new CommanderError(1, "portico.broken", "");
    });

const checkNamedOperators = async (shell: Shell): Promise<Finding[]> =>
  await checkOperators(shell.env["PORTICO_OPERATORS"], await listRpcs(shell).catch(() => []));

function renderFindings(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const broken = findings.filter(({ state }) => state === "broken").length;
  return [
    ...findings.flatMap(({ state, what, text, advice }) => [
      `${state.padEnd(6)}  ${what.padEnd(width)}  ${text}`,
      ...(advice === "" ? [] : [`${" ".repeat(10 + width)}→ ${advice}`]),
    ]),
    "",
    broken === 0 ? "Nothing is broken." : `${broken} of ${findings.length} checks failed.`,
  ];
}
