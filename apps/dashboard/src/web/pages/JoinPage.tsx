import { announce, Button, Card, Timestamp } from "@portico/ui";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { InvitationPreview } from "@portico/contract";
import { api } from "../api/api.ts";
import { callServer } from "../api/callServer.ts";
import { deleteInvitationSecret, readInvitationSecret } from "../api/invitationSecret.ts";
import { useSession } from "../api/useSession.ts";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { formatMember, roleName } from "./members/roles.ts";

/** Where the link of an invitation leads. */
export function JoinPage(): ReactNode {
  const [secret] = useState(readInvitationSecret);
  return (
    <>
      <PageHead title="Invitation" />
      {secret === null ? (
        <div className="card">
          <p>There is no invitation in this tab: open its link again.</p>
        </div>
      ) : (
        <Offer secret={secret} />
      )}
    </>
  );
}

function Offer({ secret }: { readonly secret: string }) {
  const preview = useQuery({
    queryKey: ["invitation"],
    queryFn: async () => {
      // a secret is not for a URL, so that this read is a POST
      const body = JSON.stringify({ secret });
      const headers = { "content-type": "application/json" };
      const response = await callServer(
        new Request("/dashboard/invitations/preview", { method: "POST", body, headers }),
      );
      return (await response.json()) as InvitationPreview;
    },
  });
  return <Loaded query={preview}>{(data) => <Acceptance secret={secret} preview={data} />}</Loaded>;
}

function Acceptance({ secret, preview }: { readonly secret: string; readonly preview: InvitationPreview }) {
  const navigate = useNavigate();
  const { address } = useSession();
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/invitations/acceptance", {
    onSuccess: () => {
      deleteInvitationSecret();
      location.assign("/"); // nothing of the former account stays in memory
    },
  });
  const decline = async () => {
    deleteInvitationSecret();
    announce("You didn't accept");
    await navigate({ to: "/" });
  };
  const { account_name: name, role, invited_by: by, expires_at: expiresAt, is_member: isMember } = preview;
  return (
    <Card
      title={`Work in ${name}`}
      lead={
        <>
          <span title={by}>{formatMember(by)}</span> invited you as {roleName(role).toLowerCase()}. Valid until{" "}
          <Timestamp timeAt={expiresAt} />.
        </>
      }
    >
      <div className="fields">
        <ErrorNote error={error} />
        {isMember ? (
          <p>You are a member already.</p>
        ) : (
          <p>
            You accept as <span title={address}>{formatMember(address)}</span>. Your own account stays as it is; you
            change between them above the navigation.
          </p>
        )}
        <div className="actions">
          {!isMember && (
            <Button look="main" isBusy={isPending} onClick={() => mutate({ body: { secret } })}>
              Accept
            </Button>
          )}
          <Button onClick={() => void decline()}>{isMember ? "Close" : "Decline"}</Button>
        </div>
      </div>
    </Card>
  );
}
