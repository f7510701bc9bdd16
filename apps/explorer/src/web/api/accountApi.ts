import { queryClient } from "./explorerApi.ts";
import { SESSION_KEY } from "./useSession.ts";
import type { Lists } from "../../lists/readLists.ts";

/** What the account keeps; both null: nothing. */
export interface AccountAnswer {
  readonly revision: string | null;
  readonly lists: Lists | null;
}

/** Browsers refuse more of a request that may outlive its page. */
const MAX_KEPT_ALIVE = 60_000;

/**
 * Sends a request about the signed-in account to the explorer's server.
 * @param account - That the page shows: another tab may have signed in with another wallet.
 * @param request.json - Sent; without it, it is a read.
 */
export async function requestAccount(
  account: string,
  what: "deletion" | "export" | "lists",
  { json }: { readonly json?: object } = {},
): Promise<Response> {
  const headers = { "portico-account": account };
  const body = JSON.stringify(json ?? null);
  const response = await fetch(
    `/explorer/account/${what}`,
    json === undefined
      ? { headers }
      : {
          method: what === "lists" ? "PUT" : "POST",
          headers: { ...headers, "content-type": "application/json" },
          body,
          keepalive: body.length < MAX_KEPT_ALIVE,
        },
  );
  if (response.status === 401) reloadSession(); // it ended, or is another account's
  return response;
}

export const reloadSession = (): void => void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
