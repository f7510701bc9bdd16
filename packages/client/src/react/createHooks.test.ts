import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement as h, type ReactNode, Suspense } from "react";
import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { createClient, getPage } from "../index.ts";
import { startServer, type TestServer } from "../testing/startServer.ts";
import { createHooks, PorticoError, type PorticoHooks } from "./index.ts";

const MAX = 2n ** 256n - 1n;
const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };

/** Serves tokens exactly, and rejects everything else. */
const startApi = () =>
  startServer((response, { url }) => {
    if (url.startsWith("/v1/user/token_list")) return response.end(`[{"raw_amount":${MAX}}]`);
    return response.writeHead(404).end('{"code":"not_found","message":"no such path"}');
  });

/** Renders a component on the server after all its data has arrived. */
async function render(server: TestServer, component: (hooks: PorticoHooks) => ReactNode, queries = new QueryClient()) {
  const hooks = createHooks(createClient({ baseUrl: server.url, retry: false }));
  const Shown = () => component(hooks);
  const page = h(QueryClientProvider, { client: queries }, h(Suspense, { fallback: "waiting" }, h(Shown)));
  const errors: unknown[] = [];
  const { prelude } = await prerender(page, { onError: (error) => void errors.push(error) });
  return { html: await new Response(prelude).text(), errors };
}

test("a hook renders exact amounts, and select narrows them", async () => {
  await using server = await startApi();
  const { html } = await render(server, ({ useSuspenseQuery }) => {
    const { data } = useSuspenseQuery("get", "/v1/user/token_list", { params });
    const first = useSuspenseQuery(
      "get",
      "/v1/user/token_list",
      { params },
      { select: ([token]) => token?.raw_amount },
    );
    return `${typeof data[0]?.raw_amount} ${data[0]?.raw_amount} ${first.data}`;
  });
  expect(html).toContain(`bigint ${MAX} ${MAX}`);
  expect(server.received).toHaveLength(1); // both hooks share one call
});

test("a failed call is a PorticoError for the page's error boundary", async () => {
  await using server = await startApi();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { errors } = await render(
    server,
    ({ useSuspenseQuery }) => String(useSuspenseQuery("get", "/v1/chain/list").data.length),
    queries,
  );
  expect(errors[0]).toBeInstanceOf(PorticoError);
  expect(errors[0]).toMatchObject({ code: "not_found", status: 404 });
});

test("query options also fetch outside of a component", async () => {
  await using server = await startApi();
  const { queryOptions } = createHooks(createClient({ baseUrl: server.url }));
  const queries = new QueryClient();
  const tokens = await queries.fetchQuery(queryOptions("get", "/v1/user/token_list", { params }));
  expect(tokens[0]?.raw_amount).toBe(MAX);
});

test("a query with meta has the exact data and the metadata of headers", async () => {
  await using server = await startServer((response) =>
    response
      .writeHead(200, { "portico-chains": "eth;block=7, base;failed", ratelimit: '"default";r=87;t=1' })
      .end(`[{"raw_amount":${MAX}}]`),
  );
  const queries = new QueryClient();
  const component = ({ useQueryWithMeta }: PorticoHooks) => {
    const { data } = useQueryWithMeta("get", "/v1/user/token_list", { params });
    const without = data?.meta.chains.filter(({ isFailed }) => isFailed).map(({ chain }) => chain);
    return `${data?.data[0]?.raw_amount}, without ${without?.join()}, ${data?.meta.rateLimit?.remaining} left`;
  };
  await render(server, component, queries);
  await Promise.all(
    queries
      .getQueryCache()
      .getAll()
      .map((query) => query.fetch()),
  ); // as a browser does after rendering
  expect((await render(server, component, queries)).html).toContain(`${MAX}, without base, 87 left`);
});

test("a field mask without the chain hides no row", async () => {
  await using server = await startServer((response) => response.end('[{"id":"0x42"},{"id":"0x42"}]'));
  const init = { params: { header: { "X-Fields": "id" } } };
  const page = await getPage(createClient({ baseUrl: server.url }), "/cloud/token", init);
  const { html } = await render(server, ({ usePages }) => {
    const initialData = { pages: [page], pageParams: [undefined] };
    const { data } = usePages("/cloud/token", init, { initialData });
    return data?.pages[0]?.items.map(({ id }) => id).join();
  });
  expect(html).toContain("0x42,0x42");
});

test("a row that moved to a later page while pages were read appears on the earlier one only", async () => {
  await using server = await startServer((response, { url }) =>
    response.end(url.includes("start=2") ? `[["0xb",2],["0xc",1]]` : `[["0xa",4],["0xb",3]]`),
  );
  const client = createClient({ baseUrl: server.url });
  const init = { params: { query: { ...params.query, limit: 2 } } };
  const first = await getPage(client, "/v1/token/top_holders", init);
  const second = await getPage(client, "/v1/token/top_holders", init, first.next);
  const initialData = { pages: [first, second], pageParams: [undefined, first.next] };
  const { html } = await render(server, ({ usePages }) => {
    const { data } = usePages("/v1/token/top_holders", init, { initialData });
    return data?.pages.map(({ items }) => items.map(([id]) => id).join()).join(" then ");
  });
  expect(html).toContain("0xa,0xb then 0xc");
});
