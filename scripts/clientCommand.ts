import { assertRedirectUris, explainUrlFlaw, findUrlFlaw, RedirectUriError } from "@portico/store";
import type { NewOauthApp, NewOauthClient } from "@portico/store";
import { UsageError } from "./operatorCommand.ts";

export type ClientCommand =
  | { kind: "list" }
  | { kind: "create-app"; app: NewOauthApp }
  | { kind: "create"; client: NewOauthClient }
  | { kind: "disable" | "drop-old-secret" | "enable" | "rotate"; id: string };

export interface ClientFlags {
  readonly validated?: boolean | undefined;
  readonly logo?: string | undefined;
  readonly scopeFormat?: string | undefined;
  readonly refusal?: string | undefined;
}

const NAME_MAX = 100;

/** What `pnpm clients` was asked for. @throws UsageError that says what to write instead. */
export function readClientCommand(args: readonly string[], flags: ClientFlags = {}): ClientCommand {
  const [kind = "list", ...rest] = args;
  const { validated, logo, scopeFormat, refusal } = flags;
  if (kind !== "create-app" && (validated !== undefined || logo !== undefined)) {
    throw new UsageError("--validated and --logo belong to create-app");
  }
  if (kind !== "create" && (scopeFormat !== undefined || refusal !== undefined)) {
    throw new UsageError("--scope-format and --refusal belong to create");
  }
  if (kind === "list" && rest.length === 0) return { kind };
  if (kind === "create-app") return { kind, app: readApp(rest, flags) };
  if (kind === "create") return { kind, client: readClient(rest, flags) };
  if (kind === "rotate" || kind === "drop-old-secret" || kind === "disable" || kind === "enable") {
    return { kind, id: readId(rest, `pnpm clients ${kind} CLIENT_ID`) };
  }
  throw new UsageError(`'${args.join(" ")}' is no command`);
}

function readApp(args: readonly string[], { validated = false, logo }: ClientFlags): NewOauthApp {
  const name = args.slice(0, -1).join(" ").trim();
  const siteUrl = args.at(-1) ?? "";
  if (name === "")
    throw new UsageError("Which application, and where is it? Write: pnpm clients create-app NAME SITE_URL");
  if (name.length > NAME_MAX || /\p{C}/u.test(name)) {
    throw new UsageError(`A name has at most ${NAME_MAX} printable characters`);
  }
  if (logo !== undefined && (findUrlFlaw(logo) !== undefined || !logo.startsWith("https:"))) {
    throw new UsageError(`'${logo}' can't be a logo: write an https URL`);
  }
  return { name, siteUrl: readUrl(siteUrl, "a site"), logoUrl: logo ?? null, isValidated: validated };
}

function readClient([appId = "", ...redirectUris]: readonly string[], flags: ClientFlags): NewOauthClient {
  if (!appId.startsWith("app_") || redirectUris.length === 0) {
    throw new UsageError(
      "Whose client, and where do people come back to? Write: pnpm clients create APP_ID REDIRECT_URI…",
    );
  }
  return {
    appId,
    redirectUris: readRedirectUris(redirectUris),
    scopeFormat: readChoice("--scope-format", flags.scopeFormat, ["array", "string"]),
    refusal: readChoice("--refusal", flags.refusal, ["redirect", "page"]),
  };
}

/** @returns the first of `choices` when nothing was chosen. */
function readChoice<const Choice extends string>(
  flag: string,
  text: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  if (text === undefined) return choices[0];
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw new UsageError(`${flag} is ${choices.join(" or ")}, not '${text}'`);
  return choice;
}

/** @returns it as it was written. */
function readUrl(text: string, what: string): string {
  const flaw = findUrlFlaw(text);
  if (flaw !== undefined) throw new UsageError(`'${text.slice(0, 100)}' can't be ${what}: ${explainUrlFlaw(flaw)}`);
  return text;
}

/** @returns each once, as it was written: they are compared as text. */
function readRedirectUris(texts: readonly string[]): string[] {
  const uris = [...new Set(texts)];
  try {
    assertRedirectUris(uris);
  } catch (error) {
    throw error instanceof RedirectUriError ? new UsageError(error.message) : error;
  }
  return uris;
}

function readId([id, ...more]: readonly string[], usage: string): string {
  if (id === undefined || more.length > 0) throw new UsageError(`Which one? Write: ${usage}`);
  if (id.startsWith("ps_")) throw new UsageError("That is a secret itself: write the client's id, pc_…");
  return id;
}
