import { useNavigate } from "@tanstack/react-router";
import type { DashboardKey, KeyWithSecret } from "@portico/contract";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { Button } from "@portico/ui";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { Field } from "../../parts/Field.tsx";
import { isKeyLive } from "./KeyBadge.tsx";
import { KeySecretDialog } from "./KeySecretDialog.tsx";

const OVERLAPS = [
  { seconds: 0, name: "It stops working at once" },
  { seconds: 3600, name: "1 hour" },
  { seconds: 86_400, name: "1 day" },
  { seconds: 604_800, name: "7 days" },
  { seconds: 2_592_000, name: "30 days" },
];

/**
 * Rotates a key, which keeps working beside the new one for a while, or stops at once. Either way the dialog with the
 * new key stays open, since it is never shown again.
 */
export function RotateKey({ apiKey }: { readonly apiKey: DashboardKey }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [overlap, setOverlap] = useState(86_400);
  const [made, setMade] = useState<KeyWithSecret | null>(null);
  const navigate = useNavigate();
  const { mutate, isPending, error } = api.useMutation("post", "/dashboard/keys/{key_id}/rotate", {
    onSuccess: (reply) => {
      setIsConfirming(false);
      setMade(reply);
    },
  });
  const leave = () => void navigate({ to: "/keys/$keyId", params: { keyId: made?.key.id ?? apiKey.id } });
  return (
    <>
      {isKeyLive(apiKey) && (
        <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => setIsConfirming(true)}>
          Rotate …
        </Button>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Rotate ${apiKey.name}?`}
          action="Create a new key"
          isHarmful={false}
          isBusy={isPending}
          error={error}
          confirm={() => mutate({ params: { path: { key_id: apiKey.id } }, body: { overlap_seconds: overlap } })}
          close={() => setIsConfirming(false)}
        >
          <p>You get a new key with the same name and restrictions.</p>
          <Field label="The current key keeps working for">
            {(tie) => (
              <select {...tie} value={overlap} onChange={({ target }) => setOverlap(Number(target.value))}>
                {OVERLAPS.map(({ seconds, name }) => (
                  <option key={seconds} value={seconds}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </ConfirmDialog>
      )}
      {made !== null && <KeySecretDialog title="The new key" made={made} close={leave} />}
    </>
  );
}
