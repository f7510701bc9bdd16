import { lazy, Suspense } from "react";
import { Copyable, Dialog, Note } from "@portico/ui";
import { useChains } from "../../api/useChains.ts";
import { DetailRow } from "../../parts/DetailRow.tsx";
import type { Permission } from "./permission.ts";
import { describeToken } from "./permissionText.ts";
import { revokeCall } from "./revokeCall.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

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
    <Dialog title={t("approvals.revokeName", { name: permission.name })} close={close}>
      <div className="revoke">
        <p>
          <Message
            id={permission.permit2 === null ? "approvals.revokeText" : "approvals.revokePermit2Text"}
            params={{
              spender: <bdi className="mono">{permission.spender}</bdi>,
              token: <bdi>{describeToken(permission)}</bdi>,
              owner: <bdi className="mono">{owner}</bdi>,
            }}
          />
        </p>
        {call === undefined ? (
          <Note tone="caution" title={t("approvals.callUnknown")}>
            <p>{t("approvals.callUnknownText")}</p>
          </Note>
        ) : (
          <>
            <dl className="facts">
              <DetailRow name={t("parts.chain")}>{chain?.name ?? permission.chain}</DetailRow>
              <DetailRow name={t("approvals.call")}>
                <bdi className="mono small">{call.signature}</bdi>
              </DetailRow>
              <DetailRow name={t("approvals.contractRow")}>
                <Copyable name={t("approvals.contract")} value={call.to} />
              </DetailRow>
              <DetailRow name={t("approvals.data")}>
                <Copyable name={t("approvals.calldata")} value={call.data} />
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
