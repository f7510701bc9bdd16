import { Button, Copyable, Dialog, Note } from "@portico/ui";

export interface ShownValue {
  readonly name: string;
  readonly value: string;
}

interface SecretDialogProps {
  readonly title: string;
  readonly values: readonly ShownValue[];
  readonly close: () => void;
}

/** Shows a secret that is never shown again: only the button that confirms its storage closes it. */
export const SecretDialog = ({ title, values, close }: SecretDialogProps) => (
  <Dialog title={title} close={close} isClosable={false}>
    <Note tone="caution" title="Shown only now">
      <p>Store it with your other secrets. It cannot be shown again; if it is lost, rotate it.</p>
    </Note>
    <div className="fields">
      {values.map(({ name, value }) => (
        <div key={name}>
          <p className="label">{name}</p>
          <Copyable name={name} value={value} />
        </div>
      ))}
      <div className="actions end">
        <Button look="main" onClick={close}>
          I stored it
        </Button>
      </div>
    </div>
  </Dialog>
);
