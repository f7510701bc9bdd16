import { parseAbiItem } from "viem";
import { createOwnRewards } from "../families/compoundV2Rewards.ts";

/** @see https://docs-v4.venus.io/technical-reference/reference-core-pool/comptroller */
export const venusRewards = createOwnRewards({
  token: parseAbiItem("function getXVSAddress() view returns (address)"),
  accrued: parseAbiItem("function venusAccrued(address owner) view returns (uint256)"),
  supplyState: parseAbiItem("function venusSupplyState(address market) view returns (uint224 index, uint32 block)"),
  borrowState: parseAbiItem("function venusBorrowState(address market) view returns (uint224 index, uint32 block)"),
  supplySpeed: parseAbiItem("function venusSupplySpeeds(address market) view returns (uint256)"),
  borrowSpeed: parseAbiItem("function venusBorrowSpeeds(address market) view returns (uint256)"),
  supplierIndex: parseAbiItem("function venusSupplierIndex(address market, address owner) view returns (uint256)"),
  borrowerIndex: parseAbiItem("function venusBorrowerIndex(address market, address owner) view returns (uint256)"),
  events: [
    {
      event: parseAbiItem(
        "event DistributedSupplierVenus(address indexed vToken, address indexed supplier, uint256 venusDelta, uint256 venusSupplyIndex)",
      ),
      owner: "supplier",
    },
    {
      event: parseAbiItem(
        "event DistributedBorrowerVenus(address indexed vToken, address indexed borrower, uint256 venusDelta, uint256 venusBorrowIndex)",
      ),
      owner: "borrower",
    },
  ],
});
