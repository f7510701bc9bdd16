import type { Abi, Address, Hex } from "viem";
import { getCreationCode, loadArtifact } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import type { ContractSet } from "./contractSet.ts";
import { nameAddress } from "./treasury.ts";

const PRESETS = "build/contracts";
const erc721 = loadArtifact("@openzeppelin/contracts", `${PRESETS}/ERC721PresetMinterPauserAutoId.json`);
const erc1155 = loadArtifact("@openzeppelin/contracts", `${PRESETS}/ERC1155PresetMinterPauser.json`);
const marketplaceArtifact = compileContract("Marketplace");
const kitties = compileContract("Kitties");
const gallery = compileContract("Gallery");

/** An ERC-721 collection at the address of the Bored Ape Yacht Club; ids count from 0; the treasury mints. */
export const APES: Address = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D";
/** An ERC-1155 collection at the address of OpenSea's shared storefront; the treasury mints. */
export const STOREFRONT: Address = "0x495f947276749Ce646f68AC8c248420045cb7b5e";
/**
 * A collection older than the final ERC-721, at the address of CryptoKitties; ids count from 1; the treasury breeds.
 */
export const KITTIES: Address = "0x06012c8cf97BEaD5deAe237070F9587f8E7A266d";
/** Our implementation: no package ships the bytecode of a marketplace. */
export const MARKETPLACE: Address = nameAddress("marketplace");

export const apesAbi: Abi = erc721.abi;
export const storefrontAbi: Abi = erc1155.abi;
export const marketplaceAbi: Abi = marketplaceArtifact.abi;
export const kittiesAbi: Abi = kitties.abi;
export const galleryAbi: Abi = gallery.abi;

const APES_URI = "ipfs://QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq/";
const STOREFRONT_URI = "https://api.opensea.io/api/v1/metadata/0x495f947276749Ce646f68AC8c248420045cb7b5e/0x{id}";

export const nfts: ContractSet = {
  id: "nfts",
  listPlacements: () => [
    { address: APES, creation: getCreationCode(erc721, ["BoredApeYachtClub", "BAYC", APES_URI]) },
    { address: STOREFRONT, creation: getCreationCode(erc1155, [STOREFRONT_URI]) },
    { address: MARKETPLACE, creation: getCreationCode(marketplaceArtifact) },
    { address: KITTIES, creation: getCreationCode(kitties) },
  ],
};

/** Creation code of the collection with all kinds of URIs. */
export const encodeGallery = (): Hex => getCreationCode(gallery, ["Gallery of URIs", "GALLERY"]);
