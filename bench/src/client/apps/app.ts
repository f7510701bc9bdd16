/** Three calls of the data API, each of which fails unless the response is 2xx: the same app on every client. */
export type App = (
  baseUrl: string,
  accessKey: string,
) => {
  readonly listChains: () => Promise<readonly unknown[]>;
  readonly getTotal: (id: string) => Promise<{ readonly total_usd_value: number }>;
  readonly listTokens: (id: string) => Promise<readonly { readonly raw_amount: unknown }[]>;
};
