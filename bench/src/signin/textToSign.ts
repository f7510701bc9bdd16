/**
 * The message that a wallet signs for the bare side: an EIP-4361 message that needs no storage, because the
 * interaction's uid is its nonce.
 */
export const textToSign = ({ issuer, address, uid }: { issuer: string; address: string; uid: string }): string =>
  `${new URL(issuer).host} wants you to sign in with your Ethereum account:\n${address}\n\nSign in.\n\n` +
  `URI: ${issuer}\nVersion: 1\nChain ID: 1\nNonce: ${uid}\nIssued At: 2026-01-01T00:00:00Z`;
