import { equalBlooms } from "@portico/evm";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { Coverage } from "./coverage.ts";
import type { Header } from "./readHeader.ts";
import { InvalidDataError } from "./invalidDataError.ts";

/**
 * Checks that these are all the receipts of this very block, with all of their logs: they name its transactions in
 * order, their logs are numbered without gaps, and their blooms and gas add up to the block's.
 * @throws InvalidDataError
 */
export function checkReceipts(
  header: Header,
  answer: BlockReceipts | null,
  coverage: Pick<Coverage, "bloom" | "gas">,
): void {
  const { blockNumber, hash, transactionHashes } = header;
  const invalid = (message: string) => new InvalidDataError("receipts", blockNumber, message);
  if (answer === null) throw invalid("the node has no receipts for it");
  const { receipts, blockHash, flaw } = answer;
  if (receipts.length !== transactionHashes.length) {
    throw invalid(`${receipts.length} receipts for ${transactionHashes.length} transactions`);
  }
  if (blockHash !== undefined && blockHash !== hash) throw invalid("the receipts are of another block");
  if (flaw !== undefined) throw invalid(flaw);
  for (const [index, { transactionHash }] of receipts.entries()) {
    if (transactionHash !== transactionHashes[index]) throw invalid(`receipt ${index} is of another transaction`);
  }
  if (coverage.bloom) checkBloom(header, answer);
  if (coverage.gas && header.gasUsed !== undefined && header.gasUsed !== answer.gasUsed) {
    throw new InvalidDataError(
      "gas",
      blockNumber,
      `it used ${header.gasUsed} gas, but its receipts sum up to ${answer.gasUsed}`,
    );
  }
}

function checkBloom({ blockNumber, bloom, hasEmptyBloom }: Header, answer: BlockReceipts): void {
  if (bloom === undefined || (hasEmptyBloom && answer.logs.batch.count > 0)) {
    if (answer.logs.batch.count === 0) return;
    throw new InvalidDataError("noBloom", blockNumber, "its bloom is empty, but there are logs");
  }
  if (answer.bloomFlaw !== undefined) throw new InvalidDataError("receipts", blockNumber, answer.bloomFlaw);
  if (equalBlooms(answer.bloom, bloom)) return;
  if (answer.paidBloom !== undefined && equalBlooms(answer.paidBloom, bloom)) return;
  throw new InvalidDataError("receipts", blockNumber, "the receipts' blooms don't add up to the block's");
}
