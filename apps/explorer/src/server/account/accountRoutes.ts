import { addressKey, createBodyReader, invalidParams, ServiceError } from "@portico/server";
import {
  deletePersonalData,
  findExplorerLists,
  readPersonalData,
  type Store,
  type StoredLists,
  writeExplorerLists,
} from "@portico/store";
import { isOwnPage } from "@portico/ui/signIn";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { LIMITS, ListsError, readLists } from "../../lists/readLists.ts";
import type { Limits } from "../limits.ts";
import type { Session, Sessions } from "../signIn/sessions.ts";
import { toAccountFile } from "./toAccountFile.ts";

export interface AccountOptions {
  readonly db: Store;
  /** The public URL of the explorer, without a trailing slash. */
  readonly url: string;
  readonly limits: Limits;
  readonly sessions: Sessions;
}

const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ["/lists", ["GET", "PUT"]],
  ["/export", ["GET"]],
  ["/deletion", ["POST"]],
]);

/** All lists at their limits, with names of four bytes a character, are 300 kB. */
const readBody = createBodyReader({ bytes: 512 * 1024, text: "512 kB", fields: LIMITS.labels });

/**
 * What a signed-in user keeps in their account, below `/explorer/account`: `GET /lists`, `PUT /lists`, `GET /export`
 * and `POST /deletion`. Only for the explorer's own pages, and only of the account that the page names.
 */
export function accountRoutes({ db, url, limits, sessions }: AccountOptions): Router {
  const signedIn =
    (work: (session: Session, req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      if (!isOwnPage(req, url)) throw new ServiceError("csrf", "Only a page of the explorer can do this");
      const session = await sessions.find(req);
      if (session === undefined) throw signedOut("You are not signed in");
      // another tab may have signed in with another wallet
      if (req.get("portico-account") !== session.account) throw signedOut("You are signed in with another account");
      await work(session, req, res);
    };
  return Router({ caseSensitive: true, strict: true })
    .use(openAccount)
    .use(async (req, _res, next) => {
      await limits(req.path === "/lists" ? "accountByAddress" : "exportsByAddress", addressKey(req.ip));
      next();
    })
    .get(
      "/lists",
      signedIn(async ({ account }, _req, res) => sendLists(res, await findExplorerLists(db, account))),
    )
    .put(
      "/lists",
      signedIn(async (session, req, res) => {
        const change = readChange(await readBody(req, res));
        const write = await writeExplorerLists(db, { ...session, ...change });
        if (write === undefined) throw signedOut("You are not signed in");
        sendLists(res.status(write.isWritten ? 200 : 409), write.stored);
      }),
    )
    .get(
      "/export",
      signedIn(async ({ account }, _req, res) => {
        res.attachment("portico-account.json").json(toAccountFile(account, await readPersonalData(db, account)));
      }),
    )
    .post(
      "/deletion",
      signedIn(async (session, req, res) => {
        const { account } = (await readBody(req, res)) as { account?: unknown };
        if (account !== session.account) throw invalidParams({ account: "must be the account to delete" });
        if (!(await deletePersonalData(db, session))) throw signedOut("You are not signed in");
        sessions.clear(res);
        res.status(204).end();
      }),
    );
}

const openAccount: RequestHandler = (req, res, next) => {
  res.set("Cache-Control", "no-store");
  const methods = METHODS.get(req.path);
  if (methods === undefined) throw new ServiceError("not_found", "Nothing exists at this path");
  if (methods.includes(req.method)) return next();
  const Allow = methods.join(", ");
  throw new ServiceError("method_not_allowed", `This path accepts ${Allow}`, { headers: { Allow } });
};

const signedOut = (message: string): ServiceError =>
  new ServiceError("unauthorized", message, { headers: { "WWW-Authenticate": 'Session realm="explorer"' } });

/** Both null: the account keeps no lists. */
const sendLists = (res: Response, { revision, lists }: StoredLists): void => void res.json({ revision, lists });

const REVISION = /^[0-9a-f-]{36}$/;

function readChange(body: object): { revision: string | null; lists: object } {
  const { revision, lists } = body as Readonly<Record<string, unknown>>;
  if (revision !== null && (typeof revision !== "string" || !REVISION.test(revision)))
    throw invalidParams({ revision: "must be the one that was changed, or null" });
  try {
    return { revision, lists: readLists(lists) };
  } catch (error) {
    if (error instanceof ListsError) throw invalidParams({ lists: `are not valid: ${error.message}` });
    throw error;
  }
}
