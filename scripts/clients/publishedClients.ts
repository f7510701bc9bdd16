import type { PublishedClient } from "./runClient.ts";

/** A wallet's library. It has no licence, so it is no dependency; the header goes through its plugin for signatures. */
export const rabbyApi: PublishedClient = {
  name: "rabby-api",
  dependencies: { "@rabby-wallet/rabby-api": "0.9.23", "@debank/common": "0.3.60" },
  // its peer exports a folder, and imports pictures
  bundling: [
    "--alias:@debank/common=./node_modules/@debank/common/dist/index.js",
    "--loader:.svg=empty",
    "--loader:.png=empty",
  ],
  source: `const { OpenApiService } = require("@rabby-wallet/rabby-api");
export function create({ url, key }) {
  const plugin = {
    onSignRequest({ axiosRequestConfig }) {
      axiosRequestConfig.headers = { ...axiosRequestConfig.headers, AccessKey: key };
    },
  };
  const service = new OpenApiService({ store: { host: url }, plugin, clientVersion: "1" });
  service.initSync();
  return service;
}
`,
};

/** A generated client of an earlier edition of the interface. */
export const debankOpenApi: PublishedClient = {
  name: "debank-open-api",
  dependencies: { "debank-open-api": "1.0.1" },
  source: `const { ChainApi, ProtocolApi, TokenApi, UserApi } = require("debank-open-api");
export function create({ url, key }) {
  const configuration = { basePath: url, baseOptions: { headers: { AccessKey: key } } };
  const apis = [ChainApi, ProtocolApi, TokenApi, UserApi].map((Api) => new Api(configuration));
  return new Proxy({}, {
    get: (_target, method) => async (...args) => (await apis.find((api) => method in api)[method](...args)).data,
  });
}
`,
};
