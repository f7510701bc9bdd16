import type { Address } from "@portico/evm";
import type { Action } from "../action.ts";
import type { FunctionRow } from "../functionRow.ts";
import { sendToken } from "./tokenActions.ts";

const details = "(address token, uint160 amount, uint48 expiration, uint48 nonce)";
const permitted = "(address token, uint256 amount)";
const request = "(address to, uint256 requestedAmount)";

const approve = (owner: Address, spender: Address, token: Address, rawAmount: bigint): Action => ({
  type: "approve_token",
  owner,
  spender,
  amount: { token, rawAmount },
  isPermit2: true,
});

interface Details {
  token: Address;
  amount: bigint;
}

interface Request {
  to: Address;
  requestedAmount: bigint;
}

interface Transfer {
  from: Address;
  to: Address;
  amount: bigint;
  token: Address;
}

/** @see https://github.com/Uniswap/permit2/tree/main/src (AllowanceTransfer.sol, SignatureTransfer.sol), and Permit2Forwarder.sol of v4-periphery */
export const permit2Rows: readonly FunctionRow[] = [
  {
    signature: "function approve(address token, address spender, uint160 amount, uint48 expiration)",
    category: "approve",
    read: ({ actor, args }) => [approve(actor, args["spender"], args["token"], args["amount"])],
  },
  {
    signature: `function permit(address owner, (${details} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
    category: "approve",
    read({ args: { owner, permitSingle } }) {
      const { token, amount }: Details = permitSingle.details;
      return [approve(owner, permitSingle.spender, token, amount)];
    },
  },
  ...["permit", "permitBatch"].map((name): FunctionRow => ({
    signature: `function ${name}(address owner, (${details}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
    category: "approve",
    read({ args: { owner, permitBatch } }) {
      const all: Details[] = permitBatch.details;
      return all.map(({ token, amount }) => approve(owner, permitBatch.spender, token, amount));
    },
  })),
  {
    signature: "function transferFrom(address from, address to, uint160 amount, address token)",
    category: "send",
    read: ({ args }) => [sendToken(args["from"], args["to"], args["token"], args["amount"])],
  },
  {
    signature: "function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)",
    category: "send",
    read({ args }) {
      const transfers: Transfer[] = args["transferDetails"];
      return transfers.map(({ from, to, amount, token }) => sendToken(from, to, token, amount));
    },
  },
  {
    signature: "function lockdown((address token, address spender)[] approvals)",
    category: "revoke",
    read({ actor, args }) {
      const approvals: { token: Address; spender: Address }[] = args["approvals"];
      return approvals.map(({ token, spender }) => approve(actor, spender, token, 0n));
    },
  },
  { signature: "function invalidateNonces(address token, address spender, uint48 newNonce)", category: "revoke" },
  { signature: "function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)", category: "revoke" },
  ...listSignatureTransfers("permitTransferFrom", ""),
  ...listSignatureTransfers("permitWitnessTransferFrom", "bytes32 witness, string witnessTypeString, "),
];

/** Single and batch, with and without a witness. */
function listSignatureTransfers(name: string, witness: string): FunctionRow[] {
  const rest = `address owner, ${witness}bytes signature`;
  return [
    {
      signature: `function ${name}((${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${request} transferDetails, ${rest})`,
      category: "send",
      read({ args: { owner, permit, transferDetails } }) {
        const { to, requestedAmount }: Request = transferDetails;
        return [sendToken(owner, to, permit.permitted.token, requestedAmount)];
      },
    },
    {
      signature: `function ${name}((${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${request}[] transferDetails, ${rest})`,
      category: "send",
      read({ args: { owner, permit, transferDetails } }) {
        const tokens: Details[] = permit.permitted;
        const requests: Request[] = transferDetails;
        if (tokens.length !== requests.length) return []; // it reverts
        return requests.map(({ to, requestedAmount }, index) =>
          sendToken(owner, to, tokens[index]!.token, requestedAmount),
        );
      },
    },
  ];
}
