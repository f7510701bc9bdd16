import { Dialog } from "@portico/ui";
import { useWallets } from "../../shell/useWallets.ts";
import { useChains } from "../../api/useChains.ts";
import { BatchSend } from "./BatchSend.tsx";
import { OpenOnPhone } from "./OpenOnPhone.tsx";
import type { Permission } from "./permission.ts";
import { describeToken } from "./permissionText.ts";
import { type RevokeCall, revokeCall } from "./revokeCall.ts";
import { permissionKey } from "./selection.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

interface BatchDialogProps {
  readonly owner: string;
  readonly permissions: readonly Permission[];
  readonly close: () => void;
}

/** Revokes several permissions, chain by chain: a wallet sends on one chain at a time. */
export function BatchDialog({ owner, permissions, close }: BatchDialogProps) {
  const chains = useChains();
  const { wallets, isOver } = useWallets();
  const byChain = Map.groupBy(permissions, ({ chain }) => chain);
  return (
    <Dialog
      title={t("approvals.revokeMany", { count: permissions.length })}
      lead={<Message id="approvals.manyText" params={{ owner: <bdi className="mono">{owner}</bdi> }} />}
      close={close}
    >
      {[...byChain].map(([id, some]) => (
        <section key={id} className="revoke-batch" aria-label={chains.get(id)?.name ?? id}>
          <h3>{chains.get(id)?.name ?? id}</h3>
          <ol className="revoke-calls">
            {some.map((permission) => (
              <li key={permissionKey(permission)}>
                <Message
                  id="approvals.tokenFrom"
                  params={{
                    token: <bdi>{describeToken(permission)}</bdi>,
                    spender: <bdi className="mono small">{permission.spender}</bdi>,
                  }}
                  tags={{ from: <span className="quiet" /> }}
                />
              </li>
            ))}
          </ol>
          <BatchSend owner={owner} calls={listCalls(some)} chainId={chains.get(id)?.community_id} />
        </section>
      ))}
      {wallets.length === 0 && isOver && <OpenOnPhone />}
    </Dialog>
  );
}

const listCalls = (permissions: readonly Permission[]): RevokeCall[] =>
  permissions.flatMap((permission) => revokeCall(permission) ?? []);
