import { expect, test } from "vitest";
import { deployedContract } from "./deployedContract.ts";

const server = (url: string, name: string) => [{ url }, { url: `{${name}}`, variables: { [name]: { default: url } } }];
const contract = {
  servers: server("http://127.0.0.1:4000", "base_url"),
  paths: {
    "/v1/thing": { get: { "x-codeSamples": [{ source: "curl 'http://127.0.0.1:4000/v1/thing'" }] } },
    "/oauth/token": {
      servers: server("http://127.0.0.1:4001", "connect_api_url"),
      post: {
        "x-codeSamples": [{ source: "curl 'http://127.0.0.1:4001/oauth/token'" }],
        description: "http://127.0.0.1:4001",
      },
    },
  },
};

test("servers and code samples have the deployment's URLs, prose and other servers stay", () => {
  const urls = { api: "http://127.0.0.1:4001" }; // the default of another server
  const deployed = deployedContract(contract, urls);
  expect(deployed.servers).toEqual(server("http://127.0.0.1:4001", "base_url"));
  expect(deployed.paths["/v1/thing"].get["x-codeSamples"][0]?.source).toBe("curl 'http://127.0.0.1:4001/v1/thing'");
  expect(deployed.paths["/oauth/token"]).toEqual(contract.paths["/oauth/token"]);
  const both = deployedContract(contract, { ...urls, connect: "https://sign-in.example" });
  expect(both.paths["/oauth/token"]).toMatchObject({
    servers: [
      { url: "https://sign-in.example" },
      { variables: { connect_api_url: { default: "https://sign-in.example" } } },
    ],
    post: {
      "x-codeSamples": [{ source: "curl 'https://sign-in.example/oauth/token'" }],
      description: "http://127.0.0.1:4001",
    },
  });
});

test("without URLs the contract stays as it is", () => {
  expect(deployedContract(contract, {})).toEqual(contract);
});
