import type { InvitationWithLink } from "@portico/contract";
import { Dialog } from "@portico/ui";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { fieldProblem } from "../../api/problem.ts";
import { useSession } from "../../api/useSession.ts";
import { Choice } from "../../parts/Choice.tsx";
import { EditForm } from "../../parts/EditForm.tsx";
import { Field } from "../../parts/Field.tsx";
import { rolesWithin, type Role } from "./roles.ts";

interface InviteDialogProps {
  readonly close: () => void;
  readonly done: (made: InvitationWithLink) => void;
}

export function InviteDialog({ close, done }: InviteDialogProps) {
  const session = useSession();
  const [role, setRole] = useState<Role>("developer");
  const [invitee, setInvitee] = useState("");
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/invitations", { onSuccess: done });
  return (
    <Dialog title="Invite a member" close={close}>
      <EditForm
        submit={() => mutate({ body: { role, invitee: invitee.trim() === "" ? null : invitee.trim() } })}
        action="Create the link"
        isBusy={isPending}
        error={error}
        cancel={close}
      >
        <Choice legend="Role" options={rolesWithin(session.role)} value={role} change={setRole} />
        <Field
          label="Their address"
          isOptional
          hint="Only this address can accept. Without it, whoever has the link can."
          wrong={fieldProblem(error, "invitee")}
        >
          {(tie) => (
            <input
              {...tie}
              maxLength={100}
              placeholder="0x…"
              autoComplete="off"
              spellCheck={false}
              value={invitee}
              onChange={({ target }) => setInvitee(target.value)}
            />
          )}
        </Field>
      </EditForm>
    </Dialog>
  );
}
