import { startServer, type TestServer } from "./startServer.ts";

const MAX = String(2n ** 256n - 1n);

/**
 * A module as a user of the package writes it: its `show(baseUrl)` uses everything that a runtime could lack, and
 * returns its results in one line.
 */
export const TOUR = `
import { createClient, formatAmount, paginate, unwrapWithMeta } from "@portico/client";
import { beginSignIn, createSignIn } from "@portico/client/sign-in";
export async function show(baseUrl) {
  const client = createClient({ baseUrl, accessKey: "pk_1" });
  const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };
  const code = (error) => error.code;
  const { data: [token], meta } = await unwrapWithMeta(client.GET("/v1/user/token_list", { params }));
  const seen = [typeof token.raw_amount, String(token.raw_amount), formatAmount(token.raw_amount, 60, { locale: "en" })];
  for await (const { id } of paginate(client, "/v1/user/history_list", { params })) seen.push(id);
  seen.push(meta.chains[0]?.block ?? "hidden");
  seen.push(await unwrapWithMeta(client.GET("/v1/chain/list")).catch(code));
  seen.push(await client.GET("/v1/token", { params, timeoutMs: 50 }).catch(code));
  seen.push(await client.GET("/v1/pool", { params }).catch(code));
  const abort = AbortSignal.abort(new Error("own"));
  seen.push(await client.GET("/v1/chain/list", { signal: abort }).catch((error) => error.message));
  const application = { connectUrl: baseUrl, clientId: "pc_1", redirectUri: "https://shop.example/callback" };
  const { url, attempt } = await beginSignIn(application);
  seen.push(new URL(url).searchParams.get("code_challenge").length);
  const signIn = createSignIn({ ...application, clientSecret: "ps_1" });
  const back = new URLSearchParams({ state: attempt.state, iss: baseUrl, code: "c" });
  seen.push((await signIn.finish(attempt, application.redirectUri + "?" + back).catch((error) => ({ accessToken: String(error) }))).accessToken);
  return seen.join(" ");
}
`;

/** The tour's result, except in a browser's page, where the token endpoint is not available. */
export const TOUR_SEEN = `bigint ${MAX} 115,792,089,237,316,195.423570985008687907853269984665640564039457584007913129639935 a b c 7 access_key_invalid timeout redirected own 43 at_1`;

/** A server for the tour. */
export const startTourServer = (): Promise<TestServer> =>
  startServer((response, { url }) => {
    const send = (status: number, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    const { pathname, searchParams } = new URL(url, "http://portico.test");
    switch (pathname) {
      case "/v1/user/token_list": // no raw_amount_str: the digits themselves must be parsed
        return send(200, `[{"raw_amount":${MAX}}]`, {
          "portico-chains": "eth;block=7",
          "access-control-expose-headers": "Portico-Chains",
        });
      case "/v1/user/history_list":
        return searchParams.has("cursor")
          ? send(200, `[{"history_list":[{"id":"c"}],"next_cursor":null}]`)
          : send(200, `[{"history_list":[{"id":"a"},{"id":"b"}],"next_cursor":"2"}]`);
      case "/v1/token":
        return undefined; // never
      case "/v1/pool":
        return send(307, "", { location: "/elsewhere" });
      case "/oauth2/token":
        return send(200, `{"access_token":"at_1","refresh_token":"rt_1","token_type":"Bearer","expires_in":3600}`);
      default:
        return send(401, `{"code":"access_key_invalid","message":"no"}`);
    }
  });
