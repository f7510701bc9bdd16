/** The parameters that all catalogues share. */
import { expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { getSharedApi } from "../../testing/sharedApi.ts";

const api = await getSharedApi();

test.each(["token", "contract", "collection", "protocol/list", "chain/list"])(
  "/cloud/%s: an id without a match is an empty list, an unserved chain is named in the error",
  async (path) => {
    for (const id of ["nothing", `0x${"9".repeat(40)}`, "eth:0x", "'; drop table token"]) {
      expect(await api.getJson(`/cloud/${path}?id=${encodeURIComponent(id)}`)).toEqual([]);
    }
    if (path === "chain/list") return;
    expect(await readProblem(await api.get(`/cloud/${path}?chain_id=matic`))).toMatchObject({
      status: 400,
      code: "invalid_chain",
    });
    expect(await readProblem(await api.get(`/cloud/${path}?limit=101`))).toMatchObject({ status: 400 });
  },
);
