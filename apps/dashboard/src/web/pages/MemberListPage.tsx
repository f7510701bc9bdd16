import { Link } from "@tanstack/react-router";
import type { InvitationWithLink } from "@portico/contract";
import { Button, Card, Copyable, Dialog } from "@portico/ui";
import { UserPlus } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { Allowed } from "../parts/Allowed.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { AccountName } from "./members/AccountName.tsx";
import { InvitationTable } from "./members/InvitationTable.tsx";
import { InviteDialog } from "./members/InviteDialog.tsx";
import { LeaveAccount } from "./members/LeaveAccount.tsx";
import { MemberTable } from "./members/MemberTable.tsx";
import { ROLES } from "./members/roles.ts";

export function MemberListPage(): ReactNode {
  const members = api.useQuery("get", "/dashboard/members");
  const [isInviting, setIsInviting] = useState(false);
  const [made, setMade] = useState<InvitationWithLink>();
  return (
    <div className="stack">
      <PageHead title="Members" lead="Who works in this account, and what their roles include.">
        <Allowed to="members.write">
          <Button look="main" icon={<UserPlus size={17} aria-hidden />} onClick={() => setIsInviting(true)}>
            Invite a member
          </Button>
        </Allowed>
      </PageHead>
      <Loaded query={members}>
        {({ member_list: list }) => (
          <>
            <div className="card">
              <MemberTable members={list} />
            </div>
            <Allowed to="members.write" otherwise={null}>
              <InvitationTable />
            </Allowed>
            <RolesCard />
            <AccountName />
            <LeaveAccount isLastOwner={list.filter(({ role }) => role === "owner").every((one) => one.is_self)} />
          </>
        )}
      </Loaded>
      {isInviting && (
        <InviteDialog
          close={() => setIsInviting(false)}
          done={(reply) => {
            setIsInviting(false);
            setMade(reply);
          }}
        />
      )}
      {made !== undefined && (
        <Dialog
          title="The invitation's link"
          lead="Send it to them. It is shown only now, works once, and for seven days."
          close={() => setMade(undefined)}
        >
          <Copyable name="the link" value={made.link} />
          <div className="actions end">
            <Button look="main" onClick={() => setMade(undefined)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const RolesCard = () => (
  <Card
    title="Roles"
    lead="Nobody gives a role above their own"
    actions={
      <Allowed to="audit.read" otherwise={null}>
        <Link to="/audit-log">Who changed what in this account</Link>
      </Allowed>
    }
  >
    <dl className="facts">
      {ROLES.map(({ value, name, text }) => (
        <Fragment key={value}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  </Card>
);
