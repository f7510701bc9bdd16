import { addressKey } from "@portico/server";
import { findCollectionPictures, findNftPictures, type Address, type Store } from "@portico/store";
import { type Request, type Response, Router } from "express";
import type { Limits } from "../limits.ts";
import type { DataApi } from "../dataApi.ts";
import { CHAIN, CONTRACT, PROTOCOL, TOKEN, TOKEN_ID } from "../subjectIds.ts";
import { findBundledChain, findBundledProtocol, findBundledToken } from "./bundledIcons.ts";
import { createPictures, type PictureRequest } from "./createPictures.ts";
import type { Drawable } from "./drawPicture.ts";
import { fetchPicture, type PictureRules } from "./fetchPicture.ts";
import { findLogoUrl } from "./findLogoUrl.ts";

export interface ImageOptions {
  readonly db: Store;
  readonly api: DataApi;
  /** Rejects with ServiceError rate_limited. */
  readonly limits: Limits;
  readonly rules: PictureRules;
}

type RequestedImage = Omit<PictureRequest, "visitor">;

const LOGO_PX = 128;
const NFT_PX = 512;

/**
 * Pictures of tokens, NFTs, collections, protocols and chains: bundled ones, otherwise those of the data API's URLs, fetched under
 * the rules for untrusted URLs. Requests contain no URL. A picture that can't be shown is 404.
 */
export function imageRoutes({ db, api, limits, rules }: ImageOptions): Router {
  const pictures = createPictures();
  const send = async (req: Request, res: Response, isPossible: boolean, image: RequestedImage): Promise<void> => {
    const visitor = addressKey(req.ip);
    await limits("imagesByAddress", visitor);
    const picture = isPossible ? await pictures({ ...image, visitor }) : undefined;
    if (picture === undefined) return void res.status(404).set("Cache-Control", "public, max-age=600").end();
    res.set("Cache-Control", "public, max-age=86400").setHeader("Content-Type", "image/webp");
    res.end(picture);
  };
  const firstDrawable = async (urls: readonly string[]): Promise<Drawable | undefined> => {
    for (const url of urls) {
      const found = await fetchPicture(url, rules).catch(() => undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const named = async (path: string, query: Readonly<Record<string, string>>): Promise<Drawable | undefined> =>
    firstDrawable([await findLogoUrl(api, path, query)]);
  return Router()
    .get("/chain/:id", (req, res) => {
      const { id } = req.params;
      const find = () => named("/v1/chain", { id });
      const picture = { key: `chain ${id}`, px: LOGO_PX, findBundled: () => findBundledChain(id), find };
      return send(req, res, CHAIN.test(id), picture);
    })
    .get("/protocol/:id", (req, res) => {
      const { id } = req.params;
      const find = () => named("/v1/protocol", { id });
      const picture = { key: `protocol ${id}`, px: LOGO_PX, findBundled: () => findBundledProtocol(id), find };
      return send(req, res, PROTOCOL.test(id), picture);
    })
    .get("/token/:chain/:id", (req, res) => {
      const { chain, id } = req.params;
      const find = () => named("/v1/token", { chain_id: chain, id });
      const picture = {
        key: `token ${chain} ${id}`,
        px: LOGO_PX,
        findBundled: () => findBundledToken(chain, id),
        find,
      };
      return send(req, res, CHAIN.test(chain) && TOKEN.test(id), picture);
    })
    .get("/nft/:chain/:contract/:tokenId", (req, res) => {
      const { chain, contract, tokenId } = req.params;
      const isPossible = CHAIN.test(chain) && CONTRACT.test(contract) && TOKEN_ID.test(tokenId);
      const find = async () =>
        firstDrawable(await findNftPictures(db, chain, { contract: contract as Address, tokenId: BigInt(tokenId) }));
      return send(req, res, isPossible, { key: `nft ${chain} ${contract} ${tokenId}`, px: NFT_PX, find });
    })
    .get("/collection/:chain/:contract", (req, res) => {
      const { chain, contract } = req.params;
      const find = async () => firstDrawable(await findCollectionPictures(db, chain, contract as Address));
      const picture = { key: `collection ${chain} ${contract}`, px: NFT_PX, find };
      return send(req, res, CHAIN.test(chain) && CONTRACT.test(contract), picture);
    });
}
