import { addressKey, ServiceError } from "@portico/server";
import { rateHeaders } from "@portico/metering";
import type { Store } from "@portico/store";
import { type Request, type Response, Router } from "express";
import type { DataApi } from "../dataApi.ts";
import type { Limits } from "../limits.ts";
import { BLOCK, CHAIN, CONTRACT, HASH, PROTOCOL, TOKEN, TOKEN_ID } from "../subjectIds.ts";
import { findBlockFacts } from "./blockFacts.ts";
import { findContractFacts } from "./contractFacts.ts";
import { readNftFacts } from "./nftFacts.ts";
import { listPoolFacts } from "./poolFacts.ts";
import { isCurveLength, readPriceCurve } from "./priceCurve.ts";
import { findTransactionFacts } from "./transactionFacts.ts";
import { createSubjectSearch } from "../search/searchSubjects.ts";

export interface FactOptions {
  readonly db: Store;
  readonly api: DataApi;
  readonly limits: Limits;
}

/** In reads of the data API, about. */
const SEARCH_COST = 3;
/** It reads what was paid in. */
const NFT_COST = 2;
/** Parts of a page of transactions that may be skipped. */
const MAX_START = 100_000;

/**
 * What the store knows and no operation of the data API tells: one transaction, one block, a contract's creator, the
 * sales of an NFT, the pools of a protocol, and past prices; and what a text may stand for. Each counts as the reads that it costs.
 */
export function factRoutes({ db, api, limits }: FactOptions): Router {
  const search = createSubjectSearch({ db, api });
  const answer = async (req: Request, res: Response, read: Reading): Promise<void> => {
    const { isPossible, points = 1 } = read;
    res.set(rateHeaders(await limits("readsByAddress", addressKey(req.ip), points)));
    const facts = isPossible ? await read.find() : undefined;
    if (facts === undefined) throw new ServiceError("not_found", "Nothing like this is stored here");
    res.set("Cache-Control", "no-cache").json(facts);
  };
  return Router()
    .get("/search", (req, res) => {
      const { q: text } = req.query;
      return answer(req, res, {
        isPossible: true,
        points: SEARCH_COST,
        find: async () => (typeof text === "string" ? await search(text) : undefined),
      });
    })
    .get("/transactions/:chain/:hash", (req, res) => {
      const { chain, hash } = req.params;
      const isPossible = CHAIN.test(chain) && HASH.test(hash);
      return answer(req, res, { isPossible, find: () => findTransactionFacts(db, chain, hash) });
    })
    .get("/blocks/:chain/:number", (req, res) => {
      const { chain, number } = req.params;
      const start = Number(req.query["start"] ?? 0);
      const isPossible =
        CHAIN.test(chain) && BLOCK.test(number) && Number.isInteger(start) && start >= 0 && start <= MAX_START;
      return answer(req, res, { isPossible, find: () => findBlockFacts(db, chain, { number: BigInt(number), start }) });
    })
    .get("/contracts/:chain/:address", (req, res) => {
      const { chain, address } = req.params;
      const isPossible = CHAIN.test(chain) && CONTRACT.test(address);
      return answer(req, res, { isPossible, find: () => findContractFacts(db, chain, address) });
    })
    .get("/nfts/:chain/:contract/:tokenId", (req, res) => {
      const { chain, contract, tokenId } = req.params;
      const isPossible = CHAIN.test(chain) && CONTRACT.test(contract) && TOKEN_ID.test(tokenId);
      const find = () => readNftFacts({ db, api }, { chain, contract, tokenId: BigInt(tokenId) });
      return answer(req, res, { isPossible, points: NFT_COST, find });
    })
    .get("/pools/:chain/:protocol", (req, res) => {
      const { chain, protocol } = req.params;
      const isPossible = CHAIN.test(chain) && PROTOCOL.test(protocol);
      return answer(req, res, { isPossible, find: () => listPoolFacts(db, chain, protocol) });
    })
    .get("/prices/:chain/:token", (req, res) => {
      const { chain, token } = req.params;
      const days = Number(req.query["days"] ?? 7);
      const isPossible = CHAIN.test(chain) && TOKEN.test(token) && isCurveLength(days);
      return answer(req, res, { isPossible, find: () => readPriceCurve({ db, api }, { chain, token, days }) });
    });
}

interface Reading {
  readonly isPossible: boolean;
  /** Number of reads that it costs; 1 by default. */
  readonly points?: number;
  readonly find: () => Promise<unknown>;
}
