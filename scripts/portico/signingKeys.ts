import { Command } from "@commander-js/extra-typings";
import { rotateSigningKeys, SETTLE_SECONDS } from "@portico/connect/signingKeys";
import { listConnectKeyStates, type ConnectKeyState } from "@portico/store";
import { countReader } from "./readArguments.ts";
import { toMinute } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";

const DAY_SECONDS = 86_400;
const HELP = `
Running sign-in services load new keys within a minute; a new key signs after ${SETTLE_SECONDS} s, when all have it. No login and no
session is lost. If PORTICO_CONNECT_KEYS is set, its keys sign cookies and these are not used.`;

/**
 * `pnpm portico signing-keys`: the keys that sign the sign-in service's cookies, and their replacement by operators.
 */
export function signingKeysCommand(shell: Shell): Command {
  const keys = new Command("signing-keys")
    .description("manage the keys that sign the sign-in service's cookies")
    .addHelpText("after", HELP);
  keys
    .command("list")
    .description("list their ids, without the keys themselves")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => printList(shell, options, await listConnectKeyStates(db), renderKeys)),
    );
  keys
    .command("rotate")
    .description("create new keys; signatures of the previous ones remain valid for a while")
    .option(
      "--overlap <seconds>",
      "how long: PORTICO_CONNECT_SESSION_SECONDS, if that was increased",
      countReader(SETTLE_SECONDS, 999_999_999),
      DAY_SECONDS + SETTLE_SECONDS,
    )
    .action(({ overlap }) =>
      shell.onStore(async (db) => {
        await rotateSigningKeys(db, overlap);
        shell.print(
          `New keys are created. They sign from ${SETTLE_SECONDS} s on; the previous ones are accepted for ${overlap} s.`,
        );
        printAll(shell, renderKeys(await listConnectKeyStates(db)));
      }),
    );
  return keys;
}

function renderKeys(keys: readonly ConnectKeyState[]): string[] {
  if (keys.length === 0) return ["There are no keys yet: the sign-in service creates them when it starts"];
  return keys.map(({ kind, id, createdAt, retiredAt }) =>
    [
      `${kind.padEnd(6)}  ${id}  since ${toMinute(createdAt)}`,
      ...(retiredAt ? [`until ${toMinute(retiredAt)}`] : []),
    ].join("  "),
  );
}
