/** `pnpm signing-keys`: what the sign-in service signs cookies with; by which operators replace it. */
import { parseArgs } from "node:util";
import { rotateSigningKeys, SETTLE_SECONDS } from "@portico/connect/signingKeys";
import { listConnectKeyStates, type ConnectKeyState, type Store } from "@portico/store";
import { databaseHelp, runOperatorCommand, UsageError } from "./operatorCommand.ts";

const DAY_SECONDS = 86_400;

const help = `pnpm signing-keys                    lists the keys: their ids, never the keys themselves
pnpm signing-keys rotate             makes new keys; what the earlier ones signed stays good for a day more
     --overlap SECONDS               for so long, instead: PORTICO_CONNECT_SESSION_SECONDS, when that was made longer

Every running sign-in service hears of it within a minute; a new key signs after ${SETTLE_SECONDS} s, when all have. No login and no
session is lost. With PORTICO_CONNECT_KEYS set, those sign cookies, and these keys are not used.

${databaseHelp}`;

export type SigningKeyCommand = { kind: "list" } | { kind: "rotate"; overlapSeconds: number };

/** @throws UsageError that says what to write instead. */
export function readSigningKeyCommand(args: readonly string[], overlap?: string): SigningKeyCommand {
  const [kind = "list", ...rest] = args;
  if (rest.length > 0 || (kind !== "list" && kind !== "rotate")) {
    throw new UsageError(`'${args.join(" ")}' is no command: write rotate, or nothing`);
  }
  if (kind === "list") {
    if (overlap !== undefined) throw new UsageError("--overlap belongs to rotate");
    return { kind };
  }
  if (overlap !== undefined && (!/^\d{1,9}$/.test(overlap) || Number(overlap) < SETTLE_SECONDS)) {
    throw new UsageError(`--overlap is ${SETTLE_SECONDS} seconds or more, not '${overlap}'`);
  }
  return { kind, overlapSeconds: overlap === undefined ? DAY_SECONDS + SETTLE_SECONDS : Number(overlap) };
}

/** Does what was asked. @returns the lines to print. */
export async function runSigningKeyCommand(db: Store, command: SigningKeyCommand): Promise<string[]> {
  if (command.kind === "list") return renderList(await listConnectKeyStates(db));
  await rotateSigningKeys(db, command.overlapSeconds);
  return [
    `New keys are made. They sign in ${SETTLE_SECONDS} s; the earlier ones are accepted for ${command.overlapSeconds} s more.`,
    ...renderList(await listConnectKeyStates(db)),
  ];
}

function renderList(keys: readonly ConnectKeyState[]): string[] {
  if (keys.length === 0) return ["There is no key yet: the sign-in service makes them when it starts"];
  return keys.map(({ kind, id, createdAt, retiredAt }) =>
    [`${kind.padEnd(6)}  ${id}  since ${toText(createdAt)}`, ...(retiredAt ? [`until ${toText(retiredAt)}`] : [])].join(
      "  ",
    ),
  );
}

const toText = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`;

if (import.meta.main) {
  await runOperatorCommand(help, () => {
    const options = { overlap: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return undefined;
    const command = readSigningKeyCommand(positionals, values.overlap);
    return (db) => runSigningKeyCommand(db, command);
  });
}
