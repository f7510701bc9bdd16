import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Approval } from "@portico/store";

/** What one spender could take of one token now, in base units. */
export interface SpenderExposure {
  readonly approval: Approval;
  /** Its allowance. */
  readonly rawValue: bigint;
  /** The same, at most the balance. */
  readonly rawExposure: bigint;
}

export interface Exposure {
  readonly rawBalance: bigint;
  /** What all of them together could take. */
  readonly rawExposure: bigint;
  /** Largest exposure first, then by allowance, then by address. */
  readonly spenders: readonly SpenderExposure[];
}

export interface ExposureOptions {
  /** Permit2's address on the chain. */
  permit2: Address;
  /** Timestamp of the block of the allowances, unix seconds: a Permit2 allowance may have expired before. */
  timeAt: number;
}

/** Exposure of one token. @param approvals - Of this token, one owner's. */
export function getExposure(approvals: readonly Approval[], { permit2, timeAt }: ExposureOptions): Exposure {
  const rawBalance = approvals[0]?.rawBalance ?? 0n;
  const spenders = approvals
    .filter((approval) => approval.expiresAt === null || approval.expiresAt >= BigInt(timeAt))
    .map((approval) => toSpender(approval, rawBalance))
    .filter(({ rawValue }) => rawValue > 0n);
  return {
    rawBalance,
    rawExposure: min(rawBalance, addUp(spenders, permit2)),
    spenders: spenders.toSorted(byExposure),
  };
}

/** Within Permit2 no spender can take more than the token allows Permit2. */
function toSpender(approval: Approval, rawBalance: bigint): SpenderExposure {
  const { rawAmount, rawPermit2, isPermit2 } = approval;
  const rawValue = isPermit2 ? min(rawAmount, rawPermit2) : rawAmount;
  return { approval, rawValue, rawExposure: min(rawValue, rawBalance) };
}

/** Permit2 allowances share the token's allowance for it, and add nothing. */
function addUp(spenders: readonly SpenderExposure[], permit2: Address): bigint {
  const [own, within] = [spenders.filter(isOwn), spenders.filter((spender) => !isOwn(spender))];
  if (own.some(({ approval }) => approval.spender === permit2)) return total(own);
  return total(own) + min(total(within), within[0]?.approval.rawPermit2 ?? 0n);
}

const isOwn = ({ approval }: SpenderExposure): boolean => !approval.isPermit2;

const total = (spenders: readonly SpenderExposure[]): bigint =>
  spenders.reduce((sum, { rawValue }) => sum + rawValue, 0n);

const byExposure = (a: SpenderExposure, b: SpenderExposure): number =>
  compare(b.rawExposure, a.rawExposure) ||
  compare(b.rawValue, a.rawValue) ||
  compare(a.approval.spender, b.approval.spender) ||
  compare(a.approval.isPermit2, b.approval.isPermit2);

const compare = <T extends bigint | boolean | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
