import { Command } from "@commander-js/extra-typings";
import { rotateSigningKeys, SETTLE_SECONDS } from "@portico/connect/signingKeys";
import { listConnectKeyStates, type ConnectKeyState } from "@portico/store";
import { countReader } from "./readArguments.ts";
import { toMinute } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";

const DAY_SECONDS = 86_400;
const HELP = `
Every running sign-in service hears of new keys within a minute; a new key signs after ${SETTLE_SECONDS} s, when all have. No login and no
session is lost. With PORTICO_CONNECT_KEYS set, those sign cookies, and these keys are not used.`;

/**
 * `pnpm portico signing-keys`: the keys that sign the sign-in service's cookies, and their replacement by operators.
 */
export function signingKeysCommand(shell: Shell): Command {
  const keys = new Command("signing-keys")
    .description("what the sign-in service signs cookies with")
    .addHelpText("after", HELP);
  keys
    .command("list")
    .description("their ids, never the keys themselves")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => printList(shell, options, await listConnectKeyStates(db), renderKeys)),
    );
  keys
    .command("rotate")
    .description("makes new keys; what the earlier ones signed stays good for a while")
    .option(
      "--overlap <seconds>",
      "for so long: PORTICO_CONNECT_SESSION_SECONDS, when that was made longer",
      countReader(SETTLE_SECONDS, 999_999_999),
      DAY_SECONDS + SETTLE_SECONDS,
    )
    .action(({ overlap }) =>
      shell.onStore(async (db) => {
        await rotateSigningKeys(db, overlap);
        shell.print(
          `New keys are made. They sign in ${SETTLE_SECONDS} s; the earlier ones are accepted for ${overlap} s more.`,
        );
        printAll(shell, renderKeys(await listConnectKeyStates(db)));
      }),
    );
  return keys;
}

function renderKeys(keys: readonly ConnectKeyState[]): string[] {
  if (keys.length === 0) return ["There is no key yet: the sign-in service makes them when it starts"];
  return keys.map(({ kind, id, createdAt, retiredAt }) =>
    [
      `${kind.padEnd(6)}  ${id}  since ${toMinute(createdAt)}`,
      ...(retiredAt ? [`until ${toMinute(retiredAt)}`] : []),
    ].join("  "),
  );
}
