import { lazy, Suspense } from "react";
import { Copyable, Dialog, Note } from "@portico/ui";
import { useChains } from "../../api/useChains.ts";
import { DetailRow } from "../../parts/DetailRow.tsx";
import type { Permission } from "./permission.ts";
import { describeToken } from "./permissionText.ts";
import { revokeCall } from "./revokeCall.ts";

interface RevokeDialogProps {
  readonly owner: string;
  readonly permission: Permission;
  readonly close: () => void;
}

const WalletSend = lazy(async () => ({ default: (await import("./WalletSend.tsx")).WalletSend }));

const CancelPermits = lazy(async () => ({ default: (await import("./CancelPermits.tsx")).CancelPermits }));

/** How a permission is revoked: the call to send, and the option to send it with a wallet. */
export function RevokeDialog({ owner, permission, close }: RevokeDialogProps) {
  const call = revokeCall(permission);
  const chain = useChains().get(permission.chain);
  return (
    <Dialog title={`Revoke: ${permission.name}`} close={close}>
      <div className="revoke">
        <p>
          <bdi className="mono">{permission.spender}</bdi> may move <bdi>{describeToken(permission)}</bdi>
          {permission.permit2 !== null && " through Permit2"}. This transaction revokes that. It moves no assets and
          costs a gas fee; only <bdi className="mono">{owner}</bdi> can send it.
        </p>
        {call === undefined ? (
          <Note tone="caution" title="The call is unknown">
            <p>The contract of this permission is unknown. Revoke it in your wallet.</p>
          </Note>
        ) : (
          <>
            <dl className="facts">
              <DetailRow name="Chain">{chain?.name ?? permission.chain}</DetailRow>
              <DetailRow name="Call">
                <bdi className="mono small">{call.signature}</bdi>
              </DetailRow>
              <DetailRow name="Contract">
                <Copyable name="contract" value={call.to} />
              </DetailRow>
              <DetailRow name="Data">
                <Copyable name="calldata" value={call.data} />
              </DetailRow>
            </dl>
            <Suspense>
              <WalletSend
                owner={owner}
                call={call}
                chainId={chain?.community_id}
                chainName={chain?.name ?? permission.chain}
              />
              {permission.permit2 !== null && (
                <CancelPermits owner={owner} permission={permission} chainId={chain?.community_id} />
              )}
            </Suspense>
          </>
        )}
      </div>
    </Dialog>
  );
}
