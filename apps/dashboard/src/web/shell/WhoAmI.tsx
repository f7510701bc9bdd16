import { LogOut } from "lucide-react";
import { api } from "../api/api.ts";
import { useSession } from "../api/useSession.ts";
import { announce, Button, ThemeSelect } from "@portico/ui";
import { formatAccount } from "@portico/ui/browser";

/** The signed-in account, and the sign-out. */
export function WhoAmI() {
  const { address, chain, name, is_operator: isOperator } = useSession();
  const short = formatAccount(address, chain);
  const { mutate, isPending } = api.useMutation("post", "/dashboard/sign-out", {
    onSuccess: () => location.assign("/"),
    onError: () => announce("Signing out failed: try again."),
  });
  return (
    <div className="whoami">
      <div>
        <p title={address}>{name === "" ? short : name}</p>
        <p className="quiet small" title={address}>
          {isOperator ? "Operator" : name === short || name === "" ? "Signed in" : short}
        </p>
      </div>
      <ThemeSelect />
      <Button
        look="plain"
        size="small"
        aria-label="Sign out"
        title="Sign out"
        isBusy={isPending}
        icon={<LogOut size={17} aria-hidden />}
        onClick={() => mutate({})}
      />
      <Button
        look="plain"
        size="small"
        title="Ends your sessions in every browser"
        isBusy={isPending}
        onClick={() => mutate({ body: { is_everywhere: true } })}
      >
        Sign out everywhere
      </Button>
    </div>
  );
}
